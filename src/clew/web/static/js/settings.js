// What the reader has chosen: kept in this browser, and told to whoever listens.

const KEY = "clew.settings";
const FIRST = {
  theme: "system",
  timer: true,
  peers: true,
  same: true,
  conflicts: true,
  marks: "clean",
  opponent: "second",
  advance: false,
  first: false,
  level: "perfect",
};

/** @typedef {typeof FIRST} Settings */

/** What this browser keeps under a key; null if it keeps nothing. @param {string} key */
export function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text under a key, null to keep it no longer; a private window may keep nothing. @param {string} key @param {string | null} text */
export function keep(key, text) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Then it holds until the page is closed.
  }
}

/** @returns {Settings} */
function stored() {
  try {
    return { ...FIRST, ...JSON.parse(kept(KEY) || "{}") };
  } catch {
    return { ...FIRST };
  }
}

/** The settings as they are; change them by `choose`. @type {Settings} */
export const settings = stored();

/** @type {Set<() => void>} */
const listeners = new Set();

/** Calls back when a setting changes. @param {() => void} listener */
export const onSettings = (listener) => listeners.add(listener);

/** Changes a setting, and keeps it. @param {Partial<Settings>} changed */
export function choose(changed) {
  Object.assign(settings, changed);
  keep(KEY, JSON.stringify(settings));
  if (settings.theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
  listeners.forEach((listener) => listener());
}

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

/** @returns {Settings} */
function stored() {
  try {
    return { ...FIRST, ...JSON.parse(localStorage.getItem(KEY) || "{}") };
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
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A private window may keep nothing: then it holds until the page is closed.
  }
  if (settings.theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
  listeners.forEach((listener) => listener());
}

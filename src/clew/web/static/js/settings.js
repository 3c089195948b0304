// The reader's settings, stored in this browser. Listeners are notified of changes.

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

/** Reads a string from the browser's storage, or returns null. @param {string} key */
export function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a string under a key, or removes the key if the string is null. @param {string} key @param {string | null} text */
export function keep(key, text) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // A private window may not allow storage. Then the setting lasts until the page is closed.
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

/** The current settings. Change them with `choose`. @type {Settings} */
export const settings = stored();

/** @type {Set<() => void>} */
const listeners = new Set();

/** Adds a listener for changed settings. @param {() => void} listener */
export const onSettings = (listener) => listeners.add(listener);

/** Changes settings and stores them. @param {Partial<Settings>} changed */
export function choose(changed) {
  Object.assign(settings, changed);
  keep(KEY, JSON.stringify(settings));
  if (settings.theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
  listeners.forEach((listener) => listener());
}

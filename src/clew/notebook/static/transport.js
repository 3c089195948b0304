// Sends requests to the notebook's Python, through the element that owns the frame.

/** @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
export const send = (path, options) => /** @type {any} */ (window.frameElement).ask(path, options);

/** @type {string[][]} */
export const MORE_PAGES = [];
/** @type {string[]} */
export const NO_FILMS = [];
export const STOPPED = "The notebook's Python isn't responding. This page keeps trying.";

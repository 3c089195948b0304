// How a request reaches whoever answers it: here the notebook's Python, through the frame's owner.

/** @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
export const send = (path, options) => /** @type {any} */ (window.frameElement).ask(path, options);

/** @type {string[][]} */
export const MORE_PAGES = [];
/** @type {string[]} */
export const NO_FILMS = [];
export const STOPPED = "The notebook's Python does not answer. This page tries again by itself.";

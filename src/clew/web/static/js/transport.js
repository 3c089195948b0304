// How a request reaches whoever answers it: here the server. A page without a server has another one.

/** @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
export const send = (path, options) => fetch(path, options);

/** The pages that are only there without a server: address and name. @type {string[][]} */
export const MORE_PAGES = [];
/** The files that nobody can make of a film. @type {string[]} */
export const NO_FILMS = [];
/** What a page says while nobody answers. */
export const STOPPED = "The server has stopped: start `clew play` again. This page tries again by itself.";

// Sends requests to the server. Pages without a server replace this file.

/** @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
export const send = (path, options) => fetch(path, options);

/** Extra pages of sites without a server: address and name. @type {string[][]} */
export const MORE_PAGES = [];
/** File formats in which films can't be saved here. @type {string[]} */
export const NO_FILMS = [];
/** The message shown while nothing responds. */
export const STOPPED = "The server has stopped. Start `clew play` again, and this page will reconnect.";

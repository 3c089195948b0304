// How a request reaches whoever answers it: here the server. A page without a server has another one.

/** @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
export const send = (path, options) => fetch(path, options);

/** The pages that are only there without a server: address and name. @type {string[][]} */
export const MORE_PAGES = [];

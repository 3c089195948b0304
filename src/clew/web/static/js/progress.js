// The player's progress, stored by the server in the user's data folder.

import { get, put } from "./api.js";
import { kindOf } from "./names.js";

const LONGEST = 400;

/** Returns the key of a puzzle: its id, or for a long one the beginning of the id and a hash. @param {string} id */
export function keyOf(id) {
  if (id.length <= LONGEST) return id;
  let hash = 7;
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) % 9007199254740881;
  return `${id.slice(0, 80)}~${hash.toString(36)}`;
}

/** Saves the progress on a puzzle, without waiting for the server. @param {string} id @param {object} value */
export function keep(id, value) {
  put(`/api/progress/${encodeURIComponent(keyOf(id))}`, value).catch(() => {});
}

/** Returns the saved progress on a puzzle, or null. @param {string} id */
export async function known(id) {
  try {
    return (await get(`/api/progress/${encodeURIComponent(keyOf(id))}`)).value;
  } catch {
    return null;
  }
}

/** Builds a test for unfinished games of a kind that still exists. @param {any[]} kinds */
export const goesOn = (kinds) => (/** @type {any} */ { value }) =>
  value.saved && !value.solved && kinds.some(({ name }) => name === kindOf(value.saved.id));

/** Returns the latest unfinished game, or null. @param {any[]} kinds */
export async function latest(kinds) {
  return (await all()).find(goesOn(kinds))?.value.saved ?? null;
}

/** Returns all progress, the latest first. @returns {Promise<any[]>} */
export async function all() {
  try {
    return (await get("/api/progress")).progress;
  } catch {
    return [];
  }
}

// What was played before: kept by the server in the user's data folder.

import { get, put } from "./api.js";
import { kindOf } from "./names.js";

const LONGEST = 400;

/** The key of a puzzle: its id, or of a long one its beginning and a number made of all of it. @param {string} id */
export function keyOf(id) {
  if (id.length <= LONGEST) return id;
  let hash = 7;
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) % 9007199254740881;
  return `${id.slice(0, 80)}~${hash.toString(36)}`;
}

/** Keeps how a puzzle stands; whoever plays does not wait for it. @param {string} id @param {object} value */
export function keep(id, value) {
  put(`/api/progress/${encodeURIComponent(keyOf(id))}`, value).catch(() => {});
}

/** What is known of a puzzle, or null. @param {string} id */
export async function known(id) {
  try {
    return (await get(`/api/progress/${encodeURIComponent(keyOf(id))}`)).value;
  } catch {
    return null;
  }
}

/** Whether something was begun and not finished, of a kind that is still there. @param {any[]} kinds */
export const goesOn = (kinds) => (/** @type {any} */ { value }) =>
  value.saved && !value.solved && kinds.some(({ name }) => name === kindOf(value.saved.id));

/** What was begun last and can go on, as it was saved; null if there is nothing. @param {any[]} kinds */
export async function latest(kinds) {
  return (await all()).find(goesOn(kinds))?.value.saved ?? null;
}

/** Everything that was played, the latest first. @returns {Promise<any[]>} */
export async function all() {
  try {
    return (await get("/api/progress")).progress;
  } catch {
    return [];
  }
}

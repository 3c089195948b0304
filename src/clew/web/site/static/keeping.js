// @ts-check
// Keeps the player's progress in the browser instead of on a server.

import { keep, kept } from "../../static/js/settings.js";
import { json } from "./answerer.js";

const KEPT = "clew.progress.";

/** Answers a request about the player's progress. @param {string} method @param {string} place @param {string} body */
export function progress(method, place, body) {
  const key = decodeURIComponent(place.slice("/api/progress/".length));
  if (!key) return json({ progress: all() });
  if (method === "PUT") keep(KEPT + key, JSON.stringify({ key, value: JSON.parse(body), changed: Date.now() / 1000 }));
  if (method === "DELETE") keep(KEPT + key, null);
  const found = kept(KEPT + key);
  return found ? json(JSON.parse(found)) : json({ error: "no progress is saved under this key" }, 404);
}

/** Returns all progress, the latest first. */
function all() {
  const entries = keys().map((key) => JSON.parse(kept(key) ?? "{}"));
  return entries.sort((a, b) => b.changed - a.changed);
}

function keys() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(KEPT));
  } catch {
    return []; // some browsers don't allow storage
  }
}

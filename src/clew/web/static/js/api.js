// The pages' client of the JSON API.

import { byProminence, learnTitles } from "./names.js";
import { send, STOPPED } from "./transport.js";

/** The error for a failed request. Its message is one line for the reader. */
export class ApiError extends Error {
  /** @param {string} message @param {number} status */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

const WAIT = 1500;

/** Shows that the server isn't responding, and retries until it does. @param {string} path @param {RequestInit} [options] */
async function again(path, options) {
  const line = document.createElement("p");
  line.className = "stopped";
  line.setAttribute("role", "alert");
  line.textContent = STOPPED;
  if (!document.querySelector(".stopped")) document.body.append(line);
  for (;;) {
    await new Promise((done) => setTimeout(done, WAIT));
    if (options?.signal?.aborted) throw new DOMException("", "AbortError");
    try {
      const answer = await send(path, options);
      document.querySelector(".stopped")?.remove();
      return answer;
    } catch {
      // The server still isn't responding, so keep the message.
    }
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
async function ask(path, options) {
  let answer;
  try {
    answer = await send(path, options);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    if (options?.keepalive) throw new ApiError("The server isn't responding.", 0);
    answer = await again(path, options);
  }
  const text = await answer.text();
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = null;
  }
  if (!answer.ok) {
    throw new ApiError((data && data.error) || `The server responded with status ${answer.status}.`, answer.status);
  }
  return data;
}

/** @param {string} path @param {object} [query] */
export function get(path, query = {}) {
  const asked = new URLSearchParams(
    Object.entries(query).filter(([, value]) => value !== undefined && value !== null),
  ).toString();
  return ask(asked ? `${path}?${asked}` : path);
}

/** @param {string} path @param {object} body @param {AbortSignal} [signal] */
export function post(path, body, signal) {
  return ask(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
}

/** @param {string} path @param {object} body */
export function put(path, body) {
  return ask(path, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    keepalive: true,
  });
}

/** Returns the puzzle and the search of the front page. */
export const front = () => get("/api/front");

/** Returns all kinds of puzzles with their examples, the best-known kinds first. */
export async function puzzles() {
  const { puzzles: kinds } = await get("/api/puzzles");
  learnTitles(kinds);
  return kinds.sort(byProminence);
}

// Code shared by Watch and Compare: films from the server, and the choice of puzzles and strategies.

import { Story } from "../../../film/static/story.js";
import { ApiError } from "./api.js";
import { h } from "./dom.js";
import { capital } from "./names.js";
import { send } from "./transport.js";

/** Builds an address with a query. @param {string} path @param {Record<string, any>} asked */
export function address(path, asked) {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/**
 * Loads a film. Calls `begun` with the story as soon as its header arrives.
 * @param {Record<string, any>} asked id, strategy, max_steps
 * @param {(story: Story) => void} begun
 * @param {AbortSignal} [signal]
 */
export async function film(asked, begun, signal) {
  /** @type {Story | null} */
  let story = null;
  for await (const [event, data] of events(address("/api/watch", asked), signal)) {
    if (event === "error") throw new ApiError(data.error, 500);
    if (event === "head") begun((story = new Story(data)));
    else if (story && event === "steps") story.add(data);
    else if (story && event === "end") story.finish(data);
  }
}

/** Yields the server-sent events of an address. @param {string} url @param {AbortSignal} [signal] */
async function* events(url, signal) {
  const answer = await send(url, { signal });
  if (!answer.ok) throw new ApiError((await answer.json()).error, answer.status);
  const reader = /** @type {ReadableStream} */ (answer.body).pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    waiting += value;
    const parts = waiting.split("\n\n");
    waiting = /** @type {string} */ (parts.pop());
    for (const part of parts) yield parsed(part);
  }
}

/** @param {string} part */
function parsed(part) {
  const at = part.indexOf("\ndata: ");
  return [part.slice("event: ".length, at), JSON.parse(part.slice(at + "\ndata: ".length))];
}

/** The display name of each strategy, by its spelling. @type {Map<string, string>} */
const CALLED = new Map();

/** Remembers the display names of strategies. @param {Record<string, string>} words */
export function learnStrategies(words) {
  for (const [spelling, name] of Object.entries(words)) CALLED.set(spelling, name);
}

/** Returns the display name of a strategy with its options. @param {string} spelling */
export const called = (spelling) => CALLED.get(spelling) ?? spelling;

/** Fills a select with the examples of all kinds. @param {HTMLElement} select @param {any[]} kinds */
export function listPuzzles(select, kinds) {
  const groups = kinds.map((kind) => h("optgroup", { label: kind.title },
    ...kind.examples.map((/** @type {any} */ each) => h("option", { value: each.id }, each.title || each.id))));
  select.replaceChildren(...groups);
}

/** Selects an id, and adds it to the list if it's missing. @param {any} select @param {string} id */
export function selectPuzzle(select, id) {
  const known = [...select.options].some((option) => option.value === id);
  if (!known) select.prepend(h("option", { value: id }, id.length > 60 ? `${id.slice(0, 59)}…` : id));
  select.value = id;
}

/** Returns the id of an initial puzzle that's small enough to follow. @param {any[]} kinds */
export const firstId = (kinds) => kinds[0].examples.find((/** @type {any} */ { id }) => id.length <= 40).id;

/** Shows an error, or hides the last one. @param {HTMLElement} place @param {unknown} [error]
 * @param {...Node} more a way out, such as a link */
export function trouble(place, error, ...more) {
  if (error instanceof DOMException && error.name === "AbortError") return;
  const words = error instanceof Error ? capital(error.message) : "";
  place.replaceChildren(words && !/[.!?…]$/.test(words) ? `${words}.` : words, " ", ...more);
  place.hidden = !error;
}

/** Builds the link to the gallery that goes with a bad address. */
export const toGallery = () => h("a", { href: "./" }, "Choose a puzzle from the gallery");

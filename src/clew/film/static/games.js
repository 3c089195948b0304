// @ts-check
/** The values of game trees, all seen by MAX: the player who moves at the start. */
import { LEAST, plain } from "./words.js";

/** @typedef {import("./story.js").Story} Told */

/** Returns whether MAX is to move at a node. @param {Told} story @param {number} node */
export const isMax = (story, node) => story.stateOf(node).level % 2 === 0;

/** Returns the player to move at a node. @param {Told} story @param {number} node */
export const mover = (story, node) => (isMax(story, node) ? "MAX" : "MIN");

/** Returns a value, given for the player to move at a node, as MAX sees it. @param {Told} story
 * @param {number} node @param {number} value */
export const seen = (story, node, value) => (isMax(story, node) ? value : -value) + 0;

/** Returns a window, given for the player to move at a node, as MAX sees it. @param {Told} story
 * @param {number} node @param {any[]} window @returns {[number, number]} */
export function seenWindow(story, node, [alpha, beta]) {
  const [low, high] = [alpha ?? -Infinity, beta ?? Infinity];
  return isMax(story, node) ? [low, high] : [-high + 0, -low + 0];
}

/** A value with its sign. @param {number} value */
export function signed(value) {
  if (value === -Infinity) return LEAST;
  return value > 0 ? `+${plain(value === Infinity ? null : value)}`.replace("+∞", "∞") : plain(value);
}

/** What is known about a position after a number of steps, as MAX sees it: its window and the best value so
 * far. The window is null in a search that doesn't prune. @param {Told} story @param {number} node
 * @param {number} at @returns {{window: [number, number] | null, best: number | null}} */
export function standing(story, node, at) {
  const { window, level, parent } = story.stateOf(node);
  const max = isMax(story, node);
  let best = null;
  for (const child of story.childrenOf(node)) {
    const { valued, value } = story.stateOf(child);
    if (story.stateOf(child).level !== level + 1 || valued >= at) continue;
    const worth = seen(story, child, value);
    best = best === null ? worth : max ? Math.max(best, worth) : Math.min(best, worth);
  }
  if (!window) return { window: null, best };
  const [alpha, beta] = seenWindow(story, node, window);
  if (best === null) return { window: [alpha, beta], best };
  // at the start, the search wants every best move, so a move that's only as good still matters
  if (parent < 0) return { window: [Math.max(alpha, best - 1), beta], best };
  return { window: max ? [Math.max(alpha, best), beta] : [alpha, Math.min(beta, best)], best };
}

/** Returns "at least" or "at most" if a node's value is only a bound, as MAX sees it.
 * @param {Told} story @param {number} node @param {number} value for the player to move there */
export function bound(story, node, value) {
  const { window, root } = story.stateOf(node);
  if (!window) return "";
  const most = story.stateOf(root).window?.[1] ?? null;
  if (most !== null && Math.abs(value) >= most) return "";
  const [alpha, beta] = seenWindow(story, node, window);
  const worth = seen(story, node, value);
  return worth >= beta ? "at least " : worth <= alpha ? "at most " : "";
}

/** Returns a node's value in words, such as "+1: MAX wins". @param {Told} story @param {number} node
 * @param {number} value for the player to move there */
export function worthWords(story, node, value) {
  const [about, worth] = [bound(story, node, value), seen(story, node, value)];
  const number = `${about}${signed(worth)}`;
  if (story.head.face === "impartial" || Math.abs(worth) > 1 || about) return number;
  return `${number}: ${worth > 0 ? "MAX wins" : worth < 0 ? "MIN wins" : "a draw"}`;
}

/** Describes a cut. @param {Told} story @param {number} step */
export function cutWords(story, step) {
  const node = story.subject(step);
  const max = isMax(story, node);
  const [best, limit] = [story.value(step), story.why(step)[0]].map((each) => seen(story, node, each));
  const has = `${mover(story, node)} has ${signed(best)} here, ${max ? "at least β" : "at most α"} = ${signed(limit)}`;
  const saved = story.also.get(step);
  if (saved === 0) return `${has}, but no other move is left to cut.`;
  const rest = saved === undefined ? "" : saved === 1 ? " 1 other move isn't looked at." : ` ${saved} other moves aren't looked at.`;
  return `Cut: ${has}, so ${max ? "MIN" : "MAX"} won't come here.${rest}`;
}

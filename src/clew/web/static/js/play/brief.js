// What is wanted, where the board alone does not say it.

import { h } from "../dom.js";

const TAGS = { done: "s", next: "strong" };

/** The pieces of a sentence, those that are done or next marked. @param {string[][]} pieces */
export const brief = (pieces) =>
  pieces.map(([text, style]) => (style in TAGS ? h(TAGS[/** @type {keyof typeof TAGS} */ (style)], {}, text) : text));

// The task, if the board alone doesn't show it.

import { h } from "../dom.js";

const TAGS = { done: "s", next: "strong" };

/** Builds a sentence with its done and next parts marked, or a list of rules. @param {string[][]} pieces */
export function brief(pieces) {
  const rules = pieces.filter(([, style]) => style === "rule").map(([text]) => h("li", {}, text));
  if (rules.length) return [h("ul", { class: "rules", "aria-label": "The rules" }, ...rules)];
  return pieces.map(([text, style]) => (style in TAGS ? h(TAGS[/** @type {keyof typeof TAGS} */ (style)], {}, text) : text));
}

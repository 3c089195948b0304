// The hint, in four degrees: each press of the button says more.

import { h, icon, ICONS } from "../dom.js";

export const DEGREES = ["vague", "technique", "cells", "full"];
const NAMES = {
  fill: ["Where", "Technique", "Cells", "Full step"],
  walk: ["A nudge", "How", "Where", "Move"],
  game: ["Outlook", "Why", "Where", "Move"],
};

/** The degree after the one that is shown; the first if none is. @param {{degree: string} | null} hint */
export function nextDegree(hint) {
  const at = hint ? DEGREES.indexOf(hint.degree) : -1;
  return DEGREES[Math.min(at + 1, DEGREES.length - 1)];
}

/** Words that begin with a capital and end with a stop. @param {string} text */
export function sentence(text) {
  const words = /^r\d+c\d+/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(words) || !words ? words : `${words}.`;
}

/**
 * The board with a hint on it: where a cell's candidates have a part in the step they are shown,
 * all other cells are as the player has them.
 * @param {import("../board.js").Board} own
 * @param {any} hint
 */
export function hinted(own, hint) {
  if (!hint?.board || hint.degree !== "full" || hint.board.cells.length !== own.cells.length) return own;
  const cells = own.cells.map((cell, at) => {
    const told = hint.board.cells[at];
    const part = (told.notes || []).some((/** @type {any} */ note) => note.tone && note.tone !== "plain");
    return part ? told : cell;
  });
  return { ...own, cells };
}

/**
 * Which cells are the reason of a step, and which it changes: where the picture tells these apart.
 * @param {any} hint
 * @param {Set<number>} cells
 * @returns {{cause: Set<number>, effect: Set<number>}}
 */
export function parts(hint, cells) {
  const tones = (/** @type {number} */ at) =>
    (hint?.board?.cells[at]?.notes || []).map((/** @type {any} */ note) => note.tone);
  const all = [...(hint?.board?.cells || []).keys()];
  const changed = all.filter((at) => tones(at).includes("struck") || tones(at).includes("placed"));
  if (hint?.degree !== "full" || !changed.length) return { cause: new Set(), effect: cells };
  const effect = new Set(changed);
  return { cause: new Set([...cells].filter((at) => !effect.has(at))), effect };
}

/**
 * Shows the hint in its card.
 * @param {HTMLElement} host
 * @param {import("./table.js").Table} table
 * @param {{ask: (degree: string) => void, make: (text: string) => void, leave: () => void}} acts
 */
export function showHint(host, table, acts) {
  const { hint, view } = table;
  const inside = host.contains(document.activeElement);
  if (!hint) {
    if (inside) acts.leave();
    host.hidden = true;
    return host.replaceChildren();
  }
  host.hidden = false;
  const names = NAMES[/** @type {keyof NAMES} */ (view.kind)] || NAMES.fill;
  const degrees = DEGREES.map((degree, at) =>
    h("button", { type: "button", "aria-pressed": String(degree === hint.degree), onclick: () => acts.ask(degree) }, names[at]));
  const last = hint.degree === "full";
  host.replaceChildren(...[
    h("div", { class: "row" }, h("h2", {}, "Hint"),
      h("button", { class: "icon quiet", type: "button", "aria-label": "Put the hint away", onclick: () => table.dismiss() }, icon(ICONS.close))),
    h("p", { class: "words" }, sentence(hint.text)),
    h("div", { class: "degrees", role: "group", "aria-label": "How much the hint says" }, ...degrees),
    last && hint.move && h("div", { class: "row end" },
      h("button", { class: "primary", type: "button", onclick: () => acts.make(/** @type {string} */ (hint.move)) }, "Do it")),
  ].filter((part) => part instanceof Node));
  if (inside) degrees[DEGREES.indexOf(hint.degree)].focus();
}

// The hint, in four degrees: each press of the button reveals more.

import { h, icon, ICONS } from "../dom.js";

export const DEGREES = ["vague", "technique", "cells", "full"];
const NAMES = {
  fill: ["Where", "Technique", "Cells", "Full step"],
  walk: ["Nudge", "How", "Where", "Move"],
  game: ["Outlook", "Why", "Where", "Move"],
};

/** Returns the degree after the one shown, or the first. @param {{degree: string} | null} hint */
export function nextDegree(hint) {
  const at = hint ? DEGREES.indexOf(hint.degree) : -1;
  return DEGREES[Math.min(at + 1, DEGREES.length - 1)];
}

/** Adds a capital letter and a full stop. Names of cells stay in lower case. @param {string} text */
export function sentence(text) {
  const words = /^r\d+c\d+/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(words) || !words ? words : `${words}.`;
}

/** Returns the part of a hint on display: a branch of its net, or all of it. @param {any} hint */
const shownPart = (hint) => hint?.branches?.[hint.branch] ?? hint;

/**
 * Draws a hint on the board: its marks and lines, and the candidates of the cells that are part of the step.
 * All other cells stay as the player has them.
 * @param {import("../board.js").Board} own
 * @param {any} hint
 * @returns {import("../board.js").Board}
 */
export function hinted(own, hint) {
  if (!hint) return own;
  const { marks = [], links = [] } = shownPart(hint);
  const full = hint.degree === "full" && hint.board?.cells.length === own.cells.length;
  if (!full) return { ...own, marks: [...(own.marks ?? []), ...marks] };
  const linked = links.flatMap((/** @type {any} */ link) => link.places.flatMap((/** @type {any} */ place) => (Array.isArray(place) ? place[1] : [])));
  const cells = own.cells.map((cell, at) => {
    const told = hint.board.cells[at];
    const part = (told.notes || []).some((/** @type {any} */ note) => note.tone && note.tone !== "plain");
    return part || (linked.includes(at) && told.notes) ? told : cell;
  });
  return { ...own, cells, values: hint.board.values ?? own.values,
    marks: [...(own.marks ?? []), ...marks], links: [...(own.links ?? []), ...links] };
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
  const names = NAMES[/** @type {keyof typeof NAMES} */ (view.kind)] || NAMES.fill;
  const degrees = DEGREES.map((degree, at) =>
    h("button", { type: "button", "aria-pressed": String(degree === hint.degree), onclick: () => acts.ask(degree) }, names[at]));
  const last = hint.degree === "full";
  host.replaceChildren(...[
    h("div", { class: "row" }, h("h2", {}, "Hint"),
      h("button", { class: "icon quiet", type: "button", "aria-label": "Close the hint", onclick: () => table.dismiss() }, icon(ICONS.close))),
    h("p", { class: "words" }, sentence(shownPart(hint).text)),
    last && branchButtons(table),
    h("div", { class: "degrees", role: "group", "aria-label": "Hint detail" }, ...degrees),
    last && hint.move && h("div", { class: "row end" },
      h("button", { class: "primary", type: "button", onclick: () => acts.make(/** @type {string} */ (hint.move)) }, "Apply")),
  ].filter((part) => part instanceof Node));
  if (inside) degrees[DEGREES.indexOf(hint.degree)].focus();
}

/** Builds a button for each branch of a net. @param {import("./table.js").Table} table */
function branchButtons(table) {
  const hint = /** @type {any} */ (table.hint);
  if (!hint.branches?.length) return null;
  const look = (/** @type {number} */ branch) => table.look(branch);
  const names = ["All branches", ...hint.branches.map((/** @type {any} */ _, /** @type {number} */ at) => `Branch ${at + 1}`)];
  return h("div", { class: "branches", role: "group", "aria-label": "Branches of the net" },
    ...names.map((name, at) => h("button", { type: "button", "aria-pressed": String((hint.branch ?? -1) === at - 1),
      onclick: () => look(at - 1) }, name)));
}

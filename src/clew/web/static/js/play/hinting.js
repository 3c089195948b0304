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
 * @param {string} [mode]  the input mode. Where cells are shaded or hold a piece, the step shows what goes into them.
 * @returns {import("../board.js").Board}
 */
export function hinted(own, hint, mode = "") {
  if (!hint) return own;
  const { marks = [], links = [] } = shownPart(hint);
  if (hint.degree === "full" && ["shade", "place"].includes(mode)) {
    return { ...own, cells: withMove(own, hint.move ?? ""), marks: [...(own.marks ?? []), ...marks], links };
  }
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

/** Names what a hint's move does, for its button. @param {string} move @param {string} kind */
function named(move, kind) {
  if (kind !== "fill") return "Make this move";
  const parts = move.split(" ");
  const all = (/** @type {RegExp} */ look) => parts.every((part) => look.test(part));
  const many = parts.length > 1;
  if (all(/=line$/)) return many ? `Draw the ${parts.length} lines` : "Draw the line";
  if (all(/=cross$/)) return many ? `Rule out ${parts.length} edges` : "Rule out the edge";
  if (all(/^[^\s=]+=$/)) return "Clear it";
  if (all(/^[^\s=]+=[^=\s]+$/)) return many ? `Enter ${parts.length} values` : `Enter ${move.split("=")[1]}`;
  if (all(/^[^\s-]+-[^-\s]+$/) && /^(r\d+c\d+|\w+)-\w+$/.test(parts[0])) return many ? `Strike ${parts.length} candidates` : `Strike the ${move.split("-").pop()}`;
  return "Make this move";
}

/** Returns the cells of a board after a hint's entries. @param {import("../board.js").Board} own @param {string} move */
function withMove({ cells, cols }, move) {
  const entered = new Map([...move.matchAll(/r(\d+)c(\d+)=(\S+)/g)].map(([, row, col, value]) =>
    [(Number(row) - 1) * cols + Number(col) - 1, value]));
  return cells.map((cell, at) => (entered.has(at) ? { ...cell, text: /** @type {string} */ (entered.get(at)), ink: "answer" } : cell));
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
      h("button", { class: "primary", type: "button", onclick: () => acts.make(/** @type {string} */ (hint.move)) }, named(hint.move, view.kind))),
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

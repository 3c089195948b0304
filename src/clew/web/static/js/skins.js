// How each kind is drawn. A kind that is not named here gets the plain grid of cells.

import { s } from "./dom.js";
import { COINS, CHOMP, GRAPH, PILES, SIDES, STRIP, XO } from "./skins-games.js";
import { FROG, KNIGHT, LIGHTS, TRIANGLE } from "./skins-walks.js";
import { GRID } from "./skins-grid.js";

const QUEEN =
  "M8 31h24M9.5 27l-3-15 6.5 7 1-11 6 9.5L26 8l1 11 6.5-7-3 15z";

const QUEENS = {
  ...GRID,
  name: "queens",
  /** @type {typeof GRID.draw} */
  draw(group, cell, box) {
    if (cell.text === "Q") {
      const ink = cell.ink === "given" ? "given" : "answer";
      return group.append(s("path", { class: `queen ${ink}`, d: QUEEN }));
    }
    for (const note of cell.notes || []) {
      const tone = note.tone && note.tone !== "plain" ? note.tone : "maybe";
      group.append(s("circle", { class: `mark ${tone}`, cx: box.w / 2, cy: box.h / 2, r: 4 }));
      if (tone === "struck") group.append(s("path", { class: "strike", d: "M14 26 26 14" }));
    }
  },
  /** @type {typeof GRID.say} */
  say(cell) {
    if (cell.text === "Q") return "queen";
    const note = (cell.notes || [])[0];
    if (!note) return "empty";
    return note.tone === "struck" ? "empty, a queen is ruled out" : "empty, a queen may be here";
  },
};

const PILE_GAMES = [
  "nim", "lasker", "wythoff", "dynamic", "subtraction", "kayles", "dawson", "octal", "grundy",
  "empty-divide", "staircase",
];

/** @type {Record<string, any>} */
const BY_KIND = {
  ...Object.fromEntries(PILE_GAMES.map((kind) => [kind, PILES])),
  queens: QUEENS,
  "lights-out": LIGHTS,
  knight: KNIGHT,
  frog: FROG,
  triangle: TRIANGLE,
  noughts: XO,
  sos: STRIP,
  chomp: CHOMP,
  nimble: COINS,
  turtles: COINS,
  northcott: SIDES,
  digraph: GRAPH,
};

/**
 * The skin for a board of that kind.
 * @param {string} kind
 * @param {import("./board.js").Board} board
 */
export function skinFor(kind, board) {
  const special = BY_KIND[kind];
  if (special && (special.suits?.(board) ?? true)) return special;
  const counters = board.cells.every((cell) => ["", "o"].includes(cell.text));
  return counters && board.cells.some((cell) => cell.text === "o") ? PILES : GRID;
}

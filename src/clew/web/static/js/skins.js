// How each kind is drawn. A kind that is not named here gets the plain grid of cells.

import { s } from "./dom.js";
import { COINS, CHOMP, GRAPH, PILES, SIDES, STRIP, XO } from "./skins-games.js";
import { FROG, KNIGHT, LIGHTS, TRIANGLE } from "./skins-walks.js";
import { GRID, write } from "./skins-grid.js";

const QUEEN =
  "M8 31h24M9.5 27l-3-15 6.5 7 1-11 6 9.5L26 8l1 11 6.5-7-3 15z";

const QUEENS = {
  ...GRID,
  name: "queens",
  /** @type {typeof GRID.draw} */
  draw(group, cell, box, board) {
    if (cell.text === "Q") {
      const ink = cell.ink === "given" ? "given" : "answer";
      return group.append(s("path", { class: `queen ${ink}`, d: QUEEN }));
    }
    write(group, cell, box, board);
  },
  /** @type {typeof GRID.say} */
  say: (cell, index, board) =>
    cell.text === "Q" ? "queen" : GRID.say(cell, index, board),
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

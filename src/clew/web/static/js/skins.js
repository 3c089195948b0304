// How a board is drawn, by the shape that its kind names. Without one it is the plain grid of cells.

import { s } from "./dom.js";
import { BAR, COINS, GRAPH, MARKS, PILES, SIDES, STRIP } from "./skins-games.js";
import { GRID } from "./skins-grid.js";
import { LAMPS, PADS, PYRAMID, TOUR } from "./skins-walks.js";

const QUEEN =
  "M8 31h24M9.5 27l-3-15 6.5 7 1-11 6 9.5L26 8l1 11 6.5-7-3 15z";

const PIECES = {
  ...GRID,
  name: "pieces",
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
  say(cell, index, board, piece) {
    if (cell.text === "Q") return piece;
    const note = (cell.notes || [])[0];
    if (!note) return "empty";
    return `empty, a ${piece} ${note.tone === "struck" ? "is ruled out" : "may be here"}`;
  },
};

/** @type {Record<string, any>} */
const SKINS = Object.fromEntries(
  [GRID, PIECES, LAMPS, TOUR, PADS, PYRAMID, PILES, MARKS, STRIP, BAR, COINS, SIDES, GRAPH].map((skin) => [skin.name, skin]));

/**
 * The skin for a board of that shape.
 * @param {string} shape
 * @param {import("./board.js").Board} board
 */
export function skinFor(shape, board) {
  const special = shape === "grid" ? null : SKINS[shape];
  if (special && (special.suits?.(board) ?? true)) return special;
  const counters = board.cells.every((cell) => ["", "o"].includes(cell.text));
  return counters && board.cells.some((cell) => cell.text === "o") ? PILES : GRID;
}

// Vessels: the table of amounts becomes water.

import { h, s } from "./dom.js";

/** @typedef {import("./board.js").Board} Board */

const TALL = 150;

/** Capacities and amounts now: the first and the last row of the table. @param {Board} board */
export function amounts(board) {
  const row = (/** @type {number} */ at) =>
    board.cells.slice(at * board.cols, (at + 1) * board.cols).map((cell) => Number(cell.text));
  const last = board.cells.slice(-board.cols);
  return { holds: row(0), now: row(board.rows - 1), wanted: last.map((cell) => cell.shaded) };
}

/** One vessel. @param {number} holds @param {number} now @param {number} most @param {boolean} wanted */
export function vessel(holds, now, most, wanted) {
  const tall = 34 + (TALL - 34) * (holds / most);
  const wide = 44 + 36 * Math.sqrt(holds / most);
  const top = TALL - tall;
  const level = TALL - (tall - 6) * (holds ? now / holds : 0);
  const water = `M2 ${level}H${wide - 2}V${TALL - 4}a4 4 0 0 1 -4 4H6a4 4 0 0 1 -4 -4z`;
  const glass = `M1 ${top}V${TALL - 6}a6 6 0 0 0 6 6H${wide - 7}a6 6 0 0 0 6 -6V${top}l4 -5`;
  const handle = `M1 ${top + 8}h-4a7 7 0 0 0 -7 7v${Math.max(2, tall - 44)}a7 7 0 0 0 7 7h4`;
  const marks = [];
  for (let mark = 1; mark < holds && holds <= 24; mark++) {
    const y = TALL - (tall - 6) * (mark / holds);
    marks.push(`M${wide - 1} ${y}h${mark % 5 ? -5 : -9}`);
  }
  return s("svg", { class: "vessel", viewBox: `-12 -8 ${wide + 20} ${TALL + 12}`, "aria-hidden": "true" },
    now > 0 && s("path", { class: "water", d: water }),
    s("path", { class: "scale", d: marks.join("") }),
    s("path", { class: "glass", d: glass + handle }),
    s("text", { class: wanted ? "amount wanted" : "amount", x: wide / 2, y: TALL - 12, "font-size": 20 },
      String(now)));
}

/** All the vessels of a board, to look at. @param {Board} board */
export function vesselPicture(board) {
  const { holds, now, wanted } = amounts(board);
  const most = Math.max(...holds);
  return h("div", { class: "vessels still", role: "img", "aria-label": board.title },
    ...holds.map((size, at) => vessel(size, now[at], most, wanted[at])));
}

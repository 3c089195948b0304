// The boards of puzzles with moves: lamps, a tour, pads in a row, a pyramid.

import { s } from "./dom.js";
import { CELL, GRID, write } from "./skins-grid.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {import("./board.js").Box} Box */

/** Lamps: # is on, o is to be pressed, @ is both. */
export const LAMPS = {
  ...GRID,
  name: "lamps",
  ownShade: true,
  round: 8,
  /** @param {number} index @param {Board} board */
  box(index, board) {
    const box = GRID.box(index, board);
    return { x: box.x + 1.5, y: box.y + 1.5, w: CELL - 3, h: CELL - 3 };
  },
  /** @type {typeof GRID.draw} */
  draw(group, cell, box) {
    const on = "#@".includes(cell.text) && cell.text !== "";
    group.classList.add(on ? "on" : "off");
    const middle = { cx: box.w / 2, cy: box.h / 2 };
    group.append(s("circle", { class: "lamp", ...middle, r: on ? 12 : 10 }));
    if (on) group.append(s("path", { class: "glow", d: rays(box.w / 2) }));
    if ("o@".includes(cell.text) && cell.text) {
      group.append(s("circle", { class: "press", ...middle, r: 5 }));
    }
  },
  /** @param {Cell} cell */
  say(cell) {
    const on = cell.text === "#" || cell.text === "@" ? "on" : "off";
    return "o@".includes(cell.text) && cell.text ? `${on}, to be pressed` : on;
  },
};

/** Eight short rays around the middle of a lamp. @param {number} m */
function rays(m) {
  const parts = [];
  for (let turn = 0; turn < 8; turn++) {
    const x = Math.cos((turn * Math.PI) / 4);
    const y = Math.sin((turn * Math.PI) / 4);
    const at = (/** @type {number} */ r) => `${(m + x * r).toFixed(1)} ${(m + y * r).toFixed(1)}`;
    parts.push(`M${at(14)}L${at(16.5)}`);
  }
  return parts.join("");
}

/** The way on each board, found once. @type {WeakMap<Board, {index: number, number: number}[]>} */
const WAYS = new WeakMap();

/** The cells that hold numbers, in the order of these. @param {Board} board @param {number} from */
function visits(board, from = 0) {
  const known = WAYS.get(board);
  if (known) return known;
  const way = board.cells
    .map((cell, index) => ({ index, number: Number.parseInt(cell.text, 10) }))
    .filter(({ index, number }) => index >= from && Number.isFinite(number))
    .sort((a, b) => a.number - b.number);
  WAYS.set(board, way);
  return way;
}

/** When a cell was visited, and whether the piece is there now. @param {Cell} cell @param {number} index @param {{index: number}[]} way @param {string} piece */
function visited(cell, index, way, piece) {
  if (!cell.text.trim()) return "not visited";
  return `${way.at(-1)?.index === index ? `the ${piece} is here, ` : ""}visited as number ${cell.text}`;
}

const HORSE =
  "M11 32h19M13 32c0-7 5-8 5-13-2 1.5-4 3-6.5 4.5-2 1-4-1.5-2.5-3.5l5-8 .5-4.5 3 2.5c8-1 13.5 4 13.5 12V32";

/** Where the walk has come to: other cells look different when it moves on. @param {Board} board @param {number} from */
const here = (board, from = 0) => String(visits(board, from).at(-1)?.index);

/** A tour: the squares by number, the way between them, a horse on the last. */
export const TOUR = {
  ...GRID,
  name: "tour",
  showsOpen: true,
  /** @param {Board} board */
  context: (board) => here(board),
  /** @type {typeof GRID.draw} */
  draw(group, cell, box, board, index) {
    const way = visits(board);
    const last = way[way.length - 1];
    if (last?.index === index) {
      group.append(s("path", { class: "horse", d: HORSE }));
      group.append(s("text", { class: "corner", x: 3, y: 10, "font-size": 9 }, cell.text));
    } else write(group, cell, box, board);
  },
  /** @param {SVGElement} layer @param {Board} board */
  over(layer, board) {
    const points = visits(board).map(({ index }) => {
      const box = GRID.box(index, board);
      return `${box.x + CELL / 2},${box.y + CELL / 2}`;
    });
    if (points.length > 1) layer.append(s("polyline", { class: "way", points: points.join(" ") }));
  },
  /** @param {Cell} cell @param {number} index @param {Board} board @param {string} piece */
  say: (cell, index, board, piece) => visited(cell, index, visits(board), piece),
};

const PAD = 52;

/** Pads in a row: the upper row of the board names them, the lower says when each is visited. */
export const PADS = {
  ...GRID,
  name: "pads",
  showsOpen: true,
  /** @param {Board} board */
  context: (board) => here(board, board.cols),
  round: 26,
  /** @param {Board} board */
  suits: (board) => board.rows === 2,
  /** @param {Board} board */
  size: (board) => ({ width: board.cols * PAD + 8, height: 66 + board.cols * 9 }),
  /** @param {number} index @param {Board} board */
  box(index, board) {
    const y = board.cols * 9;
    return { x: 4 + (index % board.cols) * PAD + 3, y, w: PAD - 6, h: PAD - 6 };
  },
  /** @param {Cell} cell @param {number} index @param {Board} board */
  isVoid: (cell, index, board) => index < board.cols,
  /** @type {typeof GRID.draw} */
  draw(group, cell, box, board, index) {
    const middle = { cx: box.w / 2, cy: box.h / 2 };
    const seen = cell.text.trim() !== "";
    group.append(s("circle", { class: seen ? "pad seen" : "pad", ...middle, r: box.w / 2 - 1 }));
    group.append(s("text", {
      class: "given", x: box.w / 2, y: box.h / 2, dy: ".35em", "font-size": 19,
    }, board.cells[index - board.cols].text));
    if (seen) {
      group.append(s("text", {
        class: "when", x: box.w / 2, y: box.h + 13, "font-size": 11,
      }, `${cell.text}.`));
    }
    const way = visits(board, board.cols);
    if (way[way.length - 1]?.index === index) {
      group.append(s("circle", { class: "here", ...middle, r: box.w / 2 + 1.5 }));
    }
  },
  /** The jumps as arcs above the pads. @param {SVGElement} layer @param {Board} board */
  over(layer, board) {
    const way = visits(board, board.cols);
    for (let jump = 1; jump < way.length; jump++) {
      const from = PADS.box(way[jump - 1].index, board);
      const to = PADS.box(way[jump].index, board);
      const high = Math.abs(to.x - from.x) / 6;
      const [a, b] = [from.x + from.w / 2, to.x + to.w / 2];
      const d = `M${a} ${from.y - 2}C${a} ${from.y - high - 6} ${b} ${to.y - high - 6} ${b} ${to.y - 2}`;
      layer.append(s("path", { class: jump === way.length - 1 ? "way last" : "way", d }));
    }
  },
  /** @param {number} index @param {Board} board */
  where: (index, board) => `pad ${board.cells[index - board.cols]?.text}`,
  /** @param {Cell} cell @param {number} index @param {Board} board @param {string} piece */
  say: (cell, index, board, piece) => visited(cell, index, visits(board, board.cols), piece),
};

/** A pyramid of numbers; the path is in brackets. */
export const PYRAMID = {
  ...GRID,
  name: "pyramid",
  showsOpen: true,
  ownShade: true,
  round: 20,
  /** @param {Board} board */
  suits: (board) => board.rows === board.cols,
  /** @param {Board} board */
  size: (board) => ({ width: board.cols * 46 + 8, height: board.rows * 42 + 8 }),
  /** @param {number} index @param {Board} board */
  box(index, board) {
    const row = Math.floor(index / board.cols);
    const col = index % board.cols;
    const x = 4 + (board.cols - row - 1) * 23 + col * 46;
    return { x: x + 3, y: 4 + row * 42, w: CELL, h: CELL };
  },
  /** @param {Cell} cell @param {number} index @param {Board} board */
  isVoid: (cell, index, board) => index % board.cols > Math.floor(index / board.cols),
  /** @type {typeof GRID.draw} */
  draw(group, cell, box, board) {
    if (cell.text.startsWith("[")) group.classList.add("on-path");
    write(group, { ...cell, text: cell.text.replace(/[[\]\s]/g, "") }, box, board);
  },
  /** @param {SVGElement} layer @param {Board} board */
  over(layer, board) {
    const on = board.cells.flatMap((cell, index) => (cell.text.startsWith("[") ? [index] : []));
    for (let row = 1; row < on.length; row++) {
      const [from, to] = [PYRAMID.box(on[row - 1], board), PYRAMID.box(on[row], board)];
      const reach = Math.hypot(to.x - from.x, to.y - from.y);
      const [x, y] = [(to.x - from.x) / reach, (to.y - from.y) / reach];
      const [cx, cy] = [from.x + CELL / 2, from.y + CELL / 2];
      const d = `M${cx + x * 20} ${cy + y * 20}L${cx + x * (reach - 20)} ${cy + y * (reach - 20)}`;
      layer.append(s("path", { class: "way", d }));
    }
  },
  /** @param {number} index @param {Board} board */
  where: (index, board) =>
    `row ${Math.floor(index / board.cols) + 1} place ${(index % board.cols) + 1}`,
  /** @param {Cell} cell */
  say(cell) {
    const number = cell.text.replace(/[[\]\s]/g, "");
    return cell.text.startsWith("[") ? `${number}, on the path` : number;
  },
};

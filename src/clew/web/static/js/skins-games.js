// The boards of the games: crosses and rings, piles of counters, strips of coins, a graph.

import { s } from "./dom.js";
import { CELL, GRID, write } from "./skins-grid.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {import("./board.js").Box} Box */

const SIGNS = { X: "M11 11l18 18M29 11 11 29", O: "M20 10a10 10 0 1 0 .01 0z" };

/** Crosses and rings. */
export const MARKS = {
  ...GRID,
  name: "marks",
  /** @type {typeof GRID.draw} */
  draw(group, cell, box, board) {
    const d = SIGNS[/** @type {keyof SIGNS} */ (cell.text)];
    if (d) group.append(s("path", { class: cell.text === "X" ? "cross" : "nought", d }));
    else write(group, cell, box, board);
  },
  /** @param {Cell} cell */
  say: (cell) => ({ X: "cross", O: "nought" })[cell.text] || cell.text || "empty",
};

/** Letters on a strip. */
export const STRIP = { ...GRID, name: "strip" };

/** Piles of counters, one a row; ! is the poisoned one. */
export const PILES = {
  ...GRID,
  name: "piles",
  round: 20,
  still: 0.9,
  /** @type {typeof GRID.draw} */
  draw(group, cell, box, board) {
    const middle = { cx: box.w / 2, cy: box.h / 2 };
    if (cell.text === "o") group.append(s("circle", { class: "counter", ...middle, r: 15 }));
    else if (cell.text) write(group, cell, box, board);
    else group.append(s("circle", { class: "gone", ...middle, r: 2 }));
  },
  /** @param {number} index @param {Board} board */
  where: (index, board) =>
    board.rows > 1
      ? `pile ${Math.floor(index / board.cols) + 1}, place ${(index % board.cols) + 1}`
      : `place ${index + 1}`,
  /** @param {Cell} cell */
  say: (cell) => (cell.text === "o" ? "a counter" : cell.text || "nothing"),
};

/** A bar of chocolate. */
export const BAR = {
  ...GRID,
  name: "bar",
  round: 5,
  /** @param {number} index @param {Board} board */
  box(index, board) {
    const box = GRID.box(index, board);
    return { x: box.x + 1, y: box.y + 1, w: CELL - 2, h: CELL - 2 };
  },
  /** @type {typeof GRID.draw} */
  draw(group, cell, box) {
    const size = { x: 6, y: 6, width: box.w - 12, height: box.h - 12, rx: 3 };
    if (!cell.text) return group.classList.add("eaten");
    group.classList.add("piece");
    group.append(s("rect", { class: "bump", ...size }));
    if (cell.text === "!") {
      const at = { x: box.w / 2, y: box.h / 2, dy: ".36em", "font-size": 20 };
      group.append(s("text", { class: "poison", ...at }, "☠"));
    }
  },
  /** @param {Cell} cell */
  say: (cell) => (cell.text === "!" ? "the poisoned piece" : cell.text ? "a piece" : "eaten"),
};

/** Coins on a strip: how many in a place, or which side is up. */
export const COINS = {
  ...GRID,
  name: "coins",
  still: 0.9,
  /** @type {typeof GRID.draw} */
  draw(group, cell, box) {
    const at = { x: box.w / 2, y: box.h / 2 };
    if (!cell.text.trim()) return;
    const tail = cell.text === "T";
    group.append(s("circle", { class: tail ? "coin tail" : "coin", cx: at.x, cy: at.y, r: 16 }));
    group.append(s("text", {
      class: tail ? "on-tail" : "on-coin", ...at, dy: ".35em", "font-size": 17,
    }, cell.text));
  },
  /** @param {number} index @param {Board} board */
  where: (index, board) => (board.rows > 1 ? GRID.where(index, board) : `place ${index + 1}`),
  /** @param {Cell} cell */
  say: (cell) =>
    ({ H: "head", T: "tail", "": "no coin", 1: "one coin" })[cell.text.trim()] || `${cell.text} coins`,
};

/** Light and dark counters in rows. */
export const SIDES = {
  ...GRID,
  name: "sides",
  showsOpen: true,
  /** @type {typeof GRID.draw} */
  draw(group, cell, box) {
    const at = { x: box.w / 2, y: box.h / 2 };
    if (!cell.text.trim()) return;
    const side = cell.text === "W" ? "white" : "black";
    group.append(s("circle", { class: `man ${side}`, cx: at.x, cy: at.y, r: 15 }));
    group.append(s("text", { class: `on-${side}`, ...at, dy: ".35em", "font-size": 15 }, cell.text));
  },
  /** @param {Cell} cell */
  say: (cell) => ({ W: "white counter", B: "black counter" })[cell.text.trim()] || "empty",
};

const ROUND = 90;

/** The lines of the board's table: where the token is, a name, and where its edges go. @param {Board} board */
function edges(board) {
  const rows = [];
  for (let row = 0; row < board.rows; row++) {
    const words = board.cells.slice(row * board.cols, (row + 1) * board.cols).map((cell) => cell.text.trim());
    rows.push({ name: words[1], to: words.slice(2).filter(Boolean), here: words[0] === ">" });
  }
  return rows;
}

/** Where a node is: they stand in a circle. @param {number} at @param {number} of */
function node(at, of) {
  const turn = (2 * Math.PI * at) / Math.max(1, of) - Math.PI / 2;
  return { x: ROUND + 30 + ROUND * Math.cos(turn), y: ROUND + 30 + ROUND * Math.sin(turn) };
}

/** A token on a graph: the second column of the table names the nodes. */
export const GRAPH = {
  ...GRID,
  name: "graph",
  showsOpen: true,
  /** @param {Board} board */
  context: (board) => String(edges(board).findIndex((row) => row.here)),
  round: 20,
  large: 3.2,
  /** @param {Board} board */
  suits: (board) => board.cols > 1 && board.rows < 25,
  size: () => ({ width: 2 * ROUND + 60, height: 2 * ROUND + 60 }),
  /** @param {number} index @param {Board} board */
  box(index, board) {
    const { x, y } = node(Math.floor(index / board.cols), board.rows);
    return { x: x - CELL / 2, y: y - CELL / 2, w: CELL, h: CELL };
  },
  /** @param {Cell} cell @param {number} index @param {Board} board */
  isVoid: (cell, index, board) => index % board.cols !== 1,
  /** @type {typeof GRID.draw} */
  draw(group, cell, box, board, index) {
    const middle = { cx: box.w / 2, cy: box.h / 2 };
    group.append(s("circle", { class: "node", ...middle, r: 18 }));
    if (board.cells[index - 1].text === ">") {
      group.append(s("circle", { class: "token", ...middle, r: 18 }));
    }
    write(group, { ...cell, ink: "given" }, box, board);
  },
  /** @param {SVGElement} layer @param {Board} board */
  over(layer, board) {
    const rows = edges(board);
    rows.forEach((row, from) => {
      for (const name of row.to) {
        const to = rows.findIndex((other) => other.name === name);
        if (to >= 0) layer.append(arrow(node(from, rows.length), node(to, rows.length)));
      }
    });
  },
  /** @param {number} index @param {Board} board */
  where: (index, board) => `node ${board.cells[index].text.trim()}`,
  /** @param {Cell} cell @param {number} index @param {Board} board */
  say(cell, index, board) {
    const row = edges(board)[Math.floor(index / board.cols)];
    const to = row.to.length ? `edges to ${row.to.join(" ")}` : "no edges from it";
    return row.here ? `the token is here, ${to}` : to;
  },
};

/** An edge with a head, bent a little so that there and back are two. @param {{x: number, y: number}} a @param {{x: number, y: number}} b */
function arrow(a, b) {
  const reach = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / reach, (b.y - a.y) / reach];
  const [fx, fy] = [a.x + ux * 20, a.y + uy * 20];
  const [tx, ty] = [b.x - ux * 22, b.y - uy * 22];
  const [mx, my] = [(fx + tx) / 2 - uy * 8, (fy + ty) / 2 + ux * 8];
  const head = `M${tx - ux * 8 - uy * 5} ${ty - uy * 8 + ux * 5}L${tx} ${ty}L${tx - ux * 8 + uy * 5} ${ty - uy * 8 - ux * 5}`;
  return s("path", { class: "edge", d: `M${fx} ${fy}Q${mx} ${my} ${tx} ${ty}${head}` });
}

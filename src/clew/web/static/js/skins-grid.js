// The plain grid of cells, for whatever has no skin of its own.

import { s } from "./dom.js";

export const CELL = 40;
const GAP = 18;
const EDGE = 4;
const INSET = 2.5;

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {import("./board.js").Box} Box */

/** @param {Board} board */
const stepOf = (board) => CELL + (board.signs.length ? GAP : 0);

/** The text of a cell, or its notes. @param {SVGElement} group @param {Cell} cell @param {Box} box @param {Board} board */
export function write(group, cell, box, board) {
  const words = cell.text.trim();
  if (words) {
    const size = words.length < 3 ? 24 : words.length < 5 ? 15 : Math.max(6, 64 / words.length);
    const ink = cell.ink === "none" ? "note" : cell.ink;
    group.append(s("text", {
      class: ink, x: box.w / 2, y: box.h / 2, dy: ".35em", "font-size": size,
    }, words));
  }
  notes(group, cell, board);
}

/** The candidates, each in its place of a small square. @param {SVGElement} group @param {Cell} cell @param {Board} board */
function notes(group, cell, board) {
  const side = Math.ceil(Math.sqrt(board.cols));
  for (const note of cell.notes || []) {
    const step = (CELL - 2 * INSET) / side;
    const x = INSET + step * ((note.place % side) + 0.5);
    const y = INSET + step * (Math.floor(note.place / side) + 0.5);
    const tone = !note.tone || note.tone === "plain" ? "note" : note.tone;
    if (tone === "placed" || tone === "cause") {
      const class_ = `blob ${tone}`;
      group.append(s("circle", { class: class_, cx: x, cy: y, r: step / 2 + 0.4 }));
    }
    const size = Math.min(11, 32 / side);
    group.append(s("text", { class: tone, x, y, dy: ".35em", "font-size": size }, note.text));
    if (tone === "struck") {
      const r = step / 2 - 0.8;
      group.append(s("path", { class: "strike", d: `M${x - r} ${y + r}L${x + r} ${y - r}` }));
    }
  }
}

/** @param {SVGElement} layer @param {Board} board */
function walls(layer, board) {
  if (!board.walls.length) return;
  const right = EDGE + board.cols * CELL;
  const bottom = EDGE + board.rows * CELL;
  let d = `M${EDGE} ${EDGE}H${right}V${bottom}H${EDGE}z`;
  for (const [first, second] of board.walls) {
    const row = Math.floor(second / board.cols);
    const x = EDGE + (second % board.cols) * CELL;
    const y = EDGE + row * CELL;
    d += Math.floor(first / board.cols) === row ? `M${x} ${y}v${CELL}` : `M${x} ${y}h${CELL}`;
  }
  layer.append(s("path", { class: "wall", d }));
}

/** @param {SVGElement} layer @param {Board} board */
function signs(layer, board) {
  const step = stepOf(board);
  for (const sign of board.signs) {
    const x = EDGE + (sign.first % board.cols) * step + CELL / 2;
    const y = EDGE + Math.floor(sign.first / board.cols) * step + CELL / 2;
    const across = sign.second - sign.first === 1;
    const turn = { "<": 0, "^": 90, ">": 180, v: 270 }[sign.text];
    const middle = `translate(${x + (across ? step / 2 : 0)} ${y + (across ? 0 : step / 2)})`;
    layer.append(
      turn === undefined
        ? s("text", { class: "sign", transform: middle, dy: ".35em", "font-size": 14 }, sign.text)
        : s("path", { class: "sign", d: "M3.5-6L-3.5 0 3.5 6",
            transform: `${middle} rotate(${turn})` }),
    );
  }
}

/** What the signs around a cell say. @param {number} index @param {Board} board */
function signWords(index, board) {
  const lesser = { "<": true, "^": true };
  const words = [];
  for (const { first, second, text } of board.signs) {
    if (first !== index && second !== index) continue;
    const other = first === index ? second : first;
    const way = { [-1]: "left", 1: "right", [-board.cols]: "above", [board.cols]: "below" }[other - index];
    const less = (text in lesser) === (first === index);
    words.push(`${less ? "less" : "greater"} than ${way}`);
  }
  return words.join(", ");
}

export const GRID = {
  name: "grid",
  /** @param {Board} board */
  size(board) {
    const step = stepOf(board);
    return {
      width: board.cols * step - (step - CELL) + 2 * EDGE,
      height: board.rows * step - (step - CELL) + 2 * EDGE,
    };
  },
  /** @param {number} index @param {Board} board @returns {Box} */
  box(index, board) {
    const step = stepOf(board);
    const row = Math.floor(index / board.cols);
    return { x: EDGE + (index % board.cols) * step, y: EDGE + row * step, w: CELL, h: CELL };
  },
  /** @param {Cell} cell @param {number} index @param {Board} board */
  isVoid: (cell, index, board) => cell.text === " ",
  /** @param {SVGElement} group @param {Cell} cell @param {Box} box @param {Board} board @param {number} index */
  draw(group, cell, box, board, index) {
    write(group, cell, box, board);
  },
  /** @param {SVGElement} layer @param {Board} board */
  over(layer, board) {
    walls(layer, board);
    signs(layer, board);
  },
  /** @param {number} index @param {Board} board */
  where: (index, board) =>
    `row ${Math.floor(index / board.cols) + 1} column ${(index % board.cols) + 1}`,
  /** @param {Cell} cell @param {number} index @param {Board} board @param {string} piece what stands on the board */
  say(cell, index, board, piece) {
    const marks = (cell.notes || []).filter((note) => note.tone !== "struck");
    const struck = (cell.notes || []).filter((note) => note.tone === "struck");
    const parts = [cell.text.trim() || "empty"];
    if (marks.length) parts.push(`candidates ${marks.map((note) => note.text).join(" ")}`);
    if (struck.length) parts.push(`ruled out ${struck.map((note) => note.text).join(" ")}`);
    return [...parts, signWords(index, board)].filter(Boolean).join(", ");
  },
};

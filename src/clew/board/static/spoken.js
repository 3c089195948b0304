// @ts-check
// Describes the cells of a board for screen readers.

import { shapeOf } from "./drawing.js";
import { isBetween, isEdge, textsAt } from "./places.js";
import { SHAPES } from "./shapes.js";

/** @typedef {import("./places.js").Board} Board */

/** Describes where a cell is. @param {Board} board @param {number} index */
export function whereIs(board, index) {
  if (board.layout === "edges") return onEdges(board, index);
  const layout = board.spots ? "named" : board.layout ?? "grid";
  const words = /** @type {Record<string, string>} */ (SHAPES.where)[layout];
  const [row, col] = [Math.floor(index / board.cols) + 1, (index % board.cols) + 1];
  if (board.layout === "piles" && board.rows === 1) return `place ${col}`;
  return words.replace("{row}", String(row)).replace("{col}", String(col)).replace("{text}", board.cells[index].text)
    .replace("{name}", nameOf(board, index) || `cell ${index + 1}`);
}

/** Returns the name above a cell. @param {Board} board @param {number} index */
const nameOf = (board, index) => textsAt(board, "name").get(index) ?? "";

/** Describes the contents of a cell. @param {Board} board @param {number} index @param {string} [piece] */
export function whatIsIn(board, index, piece = "") {
  if (board.layout === "edges" && !isEdge(board, index)) return aroundDot(board, index);
  const cell = board.cells[index];
  const shape = /** @type {Record<string, any>} */ (SHAPES.shapes)[shapeOf(board, cell)];
  const said = shape ? shape.say.replace("{text}", cell.text).replace("{of}", String(cell.of)) : cell.text.trim();
  const maybe = (cell.notes ?? []).find(({ text }) => text === "•");
  if (maybe) return `empty, a ${piece || "piece"} ${maybe.tone === "struck" ? "is ruled out" : "may be here"}`;
  const parts = [said || (shape ? "" : "empty")];
  const notes = (cell.notes ?? []).filter(({ tone }) => tone !== "struck").map(({ text }) => text);
  const struck = (cell.notes ?? []).filter(({ tone }) => tone === "struck").map(({ text }) => text);
  if (cell.order && !shape) parts[0] = `visited as number ${cell.text}`;
  const corner = textsAt(board, "corner").get(index);
  if (corner && !shape) parts.push(`corner ${corner}`);
  if (notes.length) parts.push(`candidates ${notes.join(" ")}`);
  if (struck.length) parts.push(`ruled out ${struck.join(" ")}`);
  if (cell.tint) parts.push(`colour ${cell.tint}`);
  return [...parts, ...(board.drawing ?? []).map((each) => shapeAt(each, board, index)), edgesFrom(board, index)]
    .concat(isEdge(board, index) ? cluesBeside(board, index) : []).filter(Boolean).join(", ");
}

/** Describes where an edge, a dot or a box is. @param {Board} board @param {number} index */
function onEdges(board, index) {
  const [row, col] = [Math.floor(index / board.cols), index % board.cols];
  const [r, c] = [Math.floor(row / 2) + 1, Math.floor(col / 2) + 1];
  if (row % 2 === col % 2) return row % 2 ? `row ${r} column ${c}` : `dot ${r}, ${c}`;
  if (row % 2) return col + 1 < board.cols ? `edge left of row ${r} column ${c}` : `edge right of row ${r} column ${c - 1}`;
  return row + 1 < board.rows ? `edge above row ${r} column ${c}` : `edge below row ${r - 1} column ${c}`;
}

/** Describes the edges that meet at a dot. @param {Board} board @param {number} index */
function aroundDot(board, index) {
  if (Math.floor(index / board.cols) % 2) return board.cells[index].text;
  const [row, col] = [Math.floor(index / board.cols), index % board.cols];
  /** @type {[string, number, boolean][]} */
  const ways = [["up", index - board.cols, row > 0], ["right", index + 1, col + 1 < board.cols],
    ["down", index + board.cols, row + 1 < board.rows], ["left", index - 1, col > 0]];
  const said = (/** @type {string} */ kind) => ways.filter(([, edge, there]) => there && shapeOf(board, board.cells[edge]).startsWith(kind))
    .map(([way]) => way).join(" and ");
  return [said("line") && `lines ${said("line")}`, said("cross") && `no line ${said("cross")}`, said("open") && `open ${said("open")}`]
    .filter(Boolean).join(", ");
}

/** Describes the clues beside an edge, and how many lines they have. @param {Board} board @param {number} index */
function cluesBeside(board, index) {
  const step = Math.floor(index / board.cols) % 2 ? 1 : board.cols;
  return [index - step, index + step].filter((box) => /^\d+$/.test(board.cells[box]?.text ?? "")).map((box) => {
    const lines = [-1, 1, -board.cols, board.cols].filter((by) => shapeOf(board, board.cells[box + by]).startsWith("line"));
    return `the ${board.cells[box].text} in ${onEdges(board, box)} has ${lines.length}`;
  });
}

/** Describes a shape as part of a cell. The result is empty if the shape doesn't touch the cell.
 * @param {import("./places.js").Shape} each @param {Board} board @param {number} index */
function shapeAt(each, board, index) {
  const place = each.shape === "dot" || each.shape === "text" ? each.place : null;
  if (place !== null && isBetween(place)) return betweenAt(each, /** @type {number[]} */ (place), board, index);
  switch (each.shape) {
    case "text": return sideOf(each, board, index);
    case "dot": return place === index ? each.words ?? "circle" : "";
    case "outline": return each.cells.includes(index) ? `${each.words ?? "group"} of ${each.cells.length}` : "";
    case "fill": return each.cells.includes(index) ? each.words ?? (each.colour ?? "shade").replace("-", " ") : "";
    case "line": {
      const at = board.layout === "graph" || each.role === "win" ? -1 : each.places.indexOf(index);
      return at < 0 || Array.isArray(each.places[0]) ? "" : `${each.words ?? "line"}, cell ${at + 1} of ${each.places.length}`;
    }
  }
}

/** Describes a dot or a sign between cells, seen from one of them. @param {import("./places.js").Shape} each @param {number[]} cells
 * @param {Board} board @param {number} index */
function betweenAt(each, cells, board, index) {
  const { cols } = board;
  if (!cells.includes(index) || board.layout === "graph") return "";
  const [first, second] = cells;
  const other = first === index ? second : first;
  const way = { [-1]: "left", 1: "right", [-cols]: "above", [cols]: "below" }[other - index] ?? "at a corner";
  const text = each.shape === "text" ? each.text : "";
  if (text && "<>^v".includes(text)) return `${"<^".includes(text) === (first === index) ? "less" : "greater"} than ${way}`;
  const said = each.words ?? (each.shape === "dot" ? `${each.fill ?? "white"} dot` : text);
  return cells.length > 2 ? `${said} at a corner` : way === "left" || way === "right" ? `${said} to the ${way}` : `${said} ${way}`;
}

/** Describes text in a cell, or next to its row or column. @param {import("./places.js").Text} each @param {Board} board @param {number} index */
function sideOf({ place, text, words = text }, { cols }, index) {
  if (!Array.isArray(place)) return place === index ? words : "";
  const [side, line] = place;
  const here = side === "left" || side === "right" ? Math.floor(index / cols) : side === "top" || side === "bottom" ? index % cols : -1;
  return line === here ? `${side}: ${words}` : "";
}

/** Lists the edges from a node of a graph. @param {Board} board @param {number} index */
function edgesFrom(board, index) {
  if (board.layout !== "graph") return "";
  if (board.spots) return bordersOf(board, index);
  const to = endsOf(board).filter(([first]) => first === index).map(([, second]) => board.cells[second].text);
  return to.length ? `edges to ${to.join(" ")}` : "no edges from it";
}

/** Returns the two nodes of each line of a graph. @param {Board} board */
const endsOf = ({ drawing = [] }) => drawing.flatMap((each) => (each.shape === "line" ? [each.places.map(Number)] : []));

/** Lists the neighbours of a region. @param {Board} board @param {number} index */
function bordersOf(board, index) {
  const lines = (board.drawing ?? []).flatMap((each) => (each.shape === "line" && each.places.includes(index) ? [each] : []));
  const to = lines.map(({ places: [one, two], words }) => nameOf(board, Number(one === index ? two : one)) + (words ? ` ${words}` : ""));
  if (lines.some(({ words }) => words)) return `roads to ${to.join(", ")}`;
  return to.length ? `borders ${to.join(" ")}` : "no borders";
}

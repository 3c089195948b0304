// @ts-check
// Draws a Board: `drawBoard`, for pages and films alike.

import { cellParts, element, shapeOf } from "./drawing.js";
import { noteSquare, placesOf, textsAt } from "./places.js";
import { SHAPES } from "./shapes.js";
import { markParts, overParts, underParts } from "./strokes.js";

/** @typedef {import("./places.js").Board} Board */

/**
 * The drawing in an SVG element, so that the next board changes only the parts that differ.
 * If shapes lie under the contents of the cells, the contents have separate groups.
 * @typedef {{board: Board, frame: string, places: import("./places.js").Places, groups: Element[], contents: Element[],
 *            corners: Map<number, string>, keys: string[], marks: Element, marked: string}} Drawn
 */

/** @type {WeakMap<Element, Drawn>} */
const DRAWN = new WeakMap();

/**
 * Draws a board, given as JSON from `clew.board.json`, into an SVG element. If the element already shows
 * a board, only cells that have changed are updated. A cell that's the same object as before costs one
 * comparison. The groups of the cells are the first children, in the order of the cells.
 * @param {Board} board
 * @param {Element} [svg]
 * @returns {SVGSVGElement}
 */
export function drawBoard(board, svg = element("svg", "", { role: "img" })) {
  let drawn = DRAWN.get(svg);
  if (!drawn || !sameFrame(drawn, board)) drawn = framed(svg, board);
  if (drawn.board.title !== board.title || !svg.hasAttribute("aria-label")) svg.setAttribute("aria-label", board.title);
  const kinds = kindsOf(board);
  const square = noteSquare(board);
  for (let i = 0; i < board.cells.length; i++) paint(drawn, board, i, kinds.get(i) ?? "", square);
  const marked = markedIn(board);
  if (marked !== drawn.marked) {
    drawn.marked = marked;
    drawn.marks.replaceChildren(...markParts(board, drawn.places));
  }
  drawn.board = board;
  return /** @type {SVGSVGElement} */ (svg);
}

/** @param {Drawn} drawn @param {Board} board */
function sameFrame(drawn, board) {
  const { board: old } = drawn;
  if (old.rows !== board.rows || old.cols !== board.cols) return false;
  if (board.cells.some((cell, i) => (cell.text === " ") !== (old.cells[i].text === " "))) return false;
  const same = old.walls === board.walls && old.drawing === board.drawing && old.layout === board.layout && board.layout !== "vessels";
  return same || drawn.frame === frameOf(board);
}

/** Returns the parts of a board that must stay the same for its elements to be reused. @param {Board} board */
const frameOf = (board) => JSON.stringify([
  board.rows, board.cols, board.layout, board.walls, board.drawing, board.values, board.shapes,
  board.layout === "vessels" && board.cells.map((cell) => cell.of), board.spots,
]);

/** Builds the picture from scratch. @param {Element} svg @param {Board} board @returns {Drawn} */
function framed(svg, board) {
  const places = placesOf(board);
  const grouped = () => places.boxes.map((box, i) => (box
    ? element("g", "at", { transform: `translate(${rounded(box.x)} ${rounded(box.y)})`, "data-at": String(i) })
    : element("g", "")));
  const [groups, under] = [grouped(), underParts(board, places)];
  const contents = under.length ? grouped() : [];
  const over = element("g", "over", {}, overParts(board, places));
  const marks = element("g", "marks");
  const others = [...svg.classList].filter((name) => name !== "clew" && !(name in SHAPES.where));
  svg.setAttribute("class", ["clew", board.layout ?? "grid", ...others].join(" "));
  svg.setAttribute("viewBox", `0 0 ${rounded(places.width)} ${rounded(places.height)}`);
  svg.replaceChildren(...groups, ...(under.length ? [element("g", "under", {}, under), ...contents] : []), over, marks);
  const corners = textsAt(board, "corner");
  const drawn = { board, frame: frameOf(board), places, groups, contents, corners, keys: [], marks, marked: "" };
  DRAWN.set(svg, drawn);
  return drawn;
}

/** @param {number} value */
const rounded = (value) => String(Math.round(value * 100) / 100);

/** Returns the kinds of marks on each cell. @param {Board} board */
function kindsOf(board) {
  /** @type {Map<number, string>} */
  const kinds = new Map();
  for (const { kind, cells } of board.marks ?? []) {
    for (const cell of cells) kinds.set(cell, `${kinds.get(cell) ?? ""} ${kind}`);
  }
  return kinds;
}

/** @param {Drawn} drawn @param {Board} board @param {number} index @param {string} kinds @param {import("./places.js").NoteSquare} square */
function paint(drawn, board, index, kinds, square) {
  const cell = board.cells[index];
  const group = drawn.groups[index];
  const content = drawn.contents[index] ?? group;
  const box = drawn.places.boxes[index];
  if (!box) return;
  const name = `at${kinds}${cell.tint ? ` tint-${cell.tint}` : ""}`;
  if (group.getAttribute("class") !== name) group.setAttribute("class", name), content.setAttribute("class", name);
  if (cell === drawn.board.cells[index] && drawn.keys[index] !== undefined) return;
  const key = JSON.stringify(cell);
  if (drawn.keys[index] === key) return;
  drawn.keys[index] = key;
  const parts = cellParts(cell, shapeOf(board, cell), box, square, drawn.corners.get(index) ?? "");
  content.replaceChildren(...parts);
  if (content !== group) group.replaceChildren(...parts.filter((part) => part.classList.contains("cell")));
}

/** Returns a key for the layer of marks, to detect changes. @param {Board} board */
function markedIn(board) {
  const way = board.cells.map((cell) => cell.order ?? 0);
  return JSON.stringify([board.marks ?? [], board.links ?? [], way.some(Boolean) && way]);
}

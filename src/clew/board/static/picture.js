// @ts-check
// The one way in which the pages and films draw a Board: `drawBoard`.

import { cellParts, element, shapeOf } from "./drawing.js";
import { isBetween, noteSquare, placesOf, textsAt } from "./places.js";
import { SHAPES } from "./shapes.js";
import { markParts, overParts, underParts } from "./strokes.js";

/** @typedef {import("./places.js").Board} Board */

/**
 * What was drawn into an SVG element, so that the next board changes only what differs.
 * Where shapes lie under the contents of the cells, the contents have groups of their own.
 * @typedef {{board: Board, frame: string, places: import("./places.js").Places, groups: Element[], contents: Element[],
 *            corners: Map<number, string>, keys: string[], marks: Element, marked: string}} Drawn
 */

/** @type {WeakMap<Element, Drawn>} */
const DRAWN = new WeakMap();

/**
 * Draws a board, as JSON from `clew.board.json`, into an SVG element: a new one, or one that it drew
 * before, in which it then touches only the cells that changed. A cell that is the same object as before
 * costs one comparison. The groups of the cells are the first children, in their order.
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

/** What a screen reader says of a cell: where it is. @param {Board} board @param {number} index */
export function whereIs(board, index) {
  const layout = board.spots ? "named" : board.layout ?? "grid";
  const words = /** @type {Record<string, string>} */ (SHAPES.where)[layout];
  const [row, col] = [Math.floor(index / board.cols) + 1, (index % board.cols) + 1];
  if (board.layout === "piles" && board.rows === 1) return `place ${col}`;
  return words.replace("{row}", String(row)).replace("{col}", String(col)).replace("{text}", board.cells[index].text)
    .replace("{name}", nameOf(board, index) || `cell ${index + 1}`);
}

/** The name that stands above a cell. @param {Board} board @param {number} index */
const nameOf = (board, index) => textsAt(board, "name").get(index) ?? "";

/** What a screen reader says of a cell: what is in it. @param {Board} board @param {number} index @param {string} [piece] */
export function whatIsIn(board, index, piece = "") {
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
    .filter(Boolean).join(", ");
}

/** What a shape means for a cell; empty if nothing, or if it is said elsewhere.
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

/** What a dot or a sign between cells says of one of them. @param {import("./places.js").Shape} each @param {number[]} cells
 * @param {Board} board @param {number} index */
function betweenAt(each, cells, { cols }, index) {
  if (!cells.includes(index)) return "";
  const [first, second] = cells;
  const other = first === index ? second : first;
  const way = { [-1]: "left", 1: "right", [-cols]: "above", [cols]: "below" }[other - index] ?? "at a corner";
  const text = each.shape === "text" ? each.text : "";
  if (text && "<>^v".includes(text)) return `${"<^".includes(text) === (first === index) ? "less" : "greater"} than ${way}`;
  const said = each.words ?? (each.shape === "dot" ? `${each.fill ?? "white"} dot` : text);
  return cells.length > 2 ? `${said} at a corner` : way === "left" || way === "right" ? `${said} to the ${way}` : `${said} ${way}`;
}

/** A text in a cell, or next to its row or column. @param {import("./places.js").Text} each @param {Board} board @param {number} index */
function sideOf({ place, text, words = text }, { cols }, index) {
  if (!Array.isArray(place)) return place === index ? words : "";
  const [side, line] = place;
  const here = side === "left" || side === "right" ? Math.floor(index / cols) : side === "top" || side === "bottom" ? index % cols : -1;
  return line === here ? `${side}: ${words}` : "";
}

/** Where the edges of a graph go from a node. @param {Board} board @param {number} index */
function edgesFrom(board, index) {
  if (board.layout !== "graph") return "";
  if (board.spots) return bordersOf(board, index);
  const to = endsOf(board).filter(([first]) => first === index).map(([, second]) => board.cells[second].text);
  return to.length ? `edges to ${to.join(" ")}` : "no edges from it";
}

/** The nodes that each line of a graph joins. @param {Board} board */
const endsOf = ({ drawing = [] }) => drawing.flatMap((each) => (each.shape === "line" ? [each.places.map(Number)] : []));

/** The neighbours of a region. @param {Board} board @param {number} index */
function bordersOf(board, index) {
  const to = endsOf(board).filter((pair) => pair.includes(index)).map(([one, two]) => nameOf(board, one === index ? two : one));
  return to.length ? `borders ${to.join(" ")}` : "no borders";
}

/** @param {Drawn} drawn @param {Board} board */
function sameFrame(drawn, board) {
  const { board: old } = drawn;
  if (old.rows !== board.rows || old.cols !== board.cols) return false;
  if (board.cells.some((cell, i) => (cell.text === " ") !== (old.cells[i].text === " "))) return false;
  const same = old.walls === board.walls && old.drawing === board.drawing && old.layout === board.layout && board.layout !== "vessels";
  return same || drawn.frame === frameOf(board);
}

/** What a board must share with another for its elements to be used again. @param {Board} board */
const frameOf = (board) => JSON.stringify([
  board.rows, board.cols, board.layout, board.walls, board.drawing, board.values, board.shapes,
  board.layout === "vessels" && board.cells.map((cell) => cell.of), board.spots,
]);

/** Lays the picture out anew. @param {Element} svg @param {Board} board @returns {Drawn} */
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

/** The kinds of the marks of each cell. @param {Board} board */
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

/** What the layer of marks shows. @param {Board} board */
function markedIn(board) {
  const way = board.cells.map((cell) => cell.order ?? 0);
  return JSON.stringify([board.marks ?? [], board.links ?? [], way.some(Boolean) && way]);
}

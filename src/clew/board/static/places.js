// @ts-check
// Computes the position of each cell in a picture, depending on its layout. The twin of clew/board/places.py.

import { SHAPES } from "./shapes.js";

/**
 * @typedef {{place: number, text: string, tone?: string}} Note
 * @typedef {{text: string, ink: string, shaded: boolean, notes?: Note[], shape?: string,
 *            order?: number, of?: number, tint?: number}} Cell
 * @typedef {{kind: string, cells: number[]}} Mark
 * @typedef {number | (number | string)[]} Place  as clew/board/pen.py has it
 * @typedef {{shape: "line", places: Place[], start?: string, end?: string, role?: string, colour?: string, words?: string}} Line
 * @typedef {{shape: "dot", place: Place, fill?: string, words?: string}} Dot
 * @typedef {{shape: "text", place: Place, text: string, words?: string}} Text
 * @typedef {{shape: "outline", cells: number[], dashed?: boolean, words?: string}} Outline
 * @typedef {{shape: "fill", cells: number[], colour?: string, words?: string}} Fill
 * @typedef {Line | Dot | Text | Outline | Fill} Shape
 * @typedef {{rows: number, cols: number, cells: Cell[], title: string, walls: number[][],
 *            drawing?: Shape[], layout?: string, marks?: Mark[], links?: Line[],
 *            values?: number, shapes?: Record<string, string>, spots?: [number, number][]}} Board
 * @typedef {{x: number, y: number, w: number, h: number}} Box
 * @typedef {{width: number, height: number, boxes: (Box | null)[], left: number, top: number, step: number,
 *            across?: number}} Places
 */

const { cell: SIDE, edge: EDGE } = SHAPES;

/** @param {number} x @param {number} y @param {number} [w] @param {number} [h] @returns {Box} */
const box = (x, y, w = SIDE, h = SIDE) => ({ x, y, w, h });

/** @param {number} width @param {number} height @param {(Box | null)[]} boxes @returns {Places} */
const sized = (width, height, boxes) => ({ width, height, boxes, left: EDGE, top: EDGE, step: SIDE });

/** Returns the places of all cells. @param {Board} board @returns {Places} */
export function placesOf(board) {
  switch (board.layout) {
    case "pyramid": return inPyramid(board);
    case "pads": return onPads(board);
    case "vessels": return inVessels(board);
    case "graph": return inGraph(board);
    case "named": return inBlock(board);
    case "edges": return onEdges(board);
    default: return inGrid(board);
  }
}

/** @param {Board} board @param {(row: number, col: number) => Box} at */
function eachBox(board, at) {
  return board.cells.map(({ text }, i) =>
    text === " " ? null : at(Math.floor(i / board.cols), i % board.cols));
}

/** @param {Board} board */
function inGrid(board) {
  const step = SIDE + (isParted(board) ? SHAPES.gap : 0);
  const left = EDGE + roomFor(board, "left");
  const top = EDGE + roomFor(board, "top");
  return {
    width: left + (board.cols - 1) * step + SIDE + EDGE + roomFor(board, "right"),
    height: top + (board.rows - 1) * step + SIDE + EDGE + roomFor(board, "bottom"),
    boxes: eachBox(board, (row, col) => box(left + col * step, top + row * step)),
    left, top, step,
  };
}

/** Tests whether a place is a point between cells. @param {Place} place */
export const isBetween = (place) => Array.isArray(place) && typeof place[0] === "number";

/** Returns the text at cells' corners, above cells (name), or at a side, with the number as the key.
 * @param {Board} board @param {string} where */
export function textsAt({ drawing = [] }, where) {
  /** @type {Map<number, string>} */
  const found = new Map();
  for (const each of drawing) {
    if (each.shape !== "text" || !Array.isArray(each.place) || each.place[0] !== where) continue;
    const number = Number(each.place[1]);
    found.set(number, found.has(number) ? `${found.get(number)} ${each.text}` : each.text);
  }
  return found;
}

/** Tests whether the cells need gaps for text between them. Boards with walls don't have gaps. @param {Board} board */
const isParted = ({ walls, drawing = [] }) =>
  !walls.length && drawing.some((each) => each.shape === "text" && isBetween(each.place));

/** Returns the space needed for text at a side and at the corners of the grid. @param {Board} board @param {string} side */
function roomFor(board, side) {
  const texts = [...textsAt(board, side).values()];
  if (side === "top" || side === "bottom") return Math.max(0, ...texts.map((text) => text.match(/\S+/g)?.length ?? 0)) * SHAPES.clue;
  const last = side === "left" ? -1 : board.cols;
  const corners = ["top", "bottom"].map((each) => (textsAt(board, each).has(last) ? 1.4 * SHAPES.clue : 0));
  return Math.max(0, ...texts.map((text) => text.length * SHAPES.letter + EDGE), ...corners);
}

/** Arranges cells in a wide block with as few empty places as possible. @param {Board} board */
function inBlock(board) {
  const count = board.cells.length;
  const longest = Math.max(0, ...[...textsAt(board, "name").values()].map((name) => name.length));
  const wide = Math.max(SIDE, longest * SHAPES.named.letter) + SHAPES.named.gap;
  const tall = SIDE + SHAPES.clue + SHAPES.named.gap;
  const spare = (/** @type {number} */ across) => {
    const shape = (across * wide) / (Math.ceil(count / across) * tall);
    const leftOver = shape >= 0.75 && shape <= 2.5 ? (across - (count % across)) % across : count;
    return [leftOver, Math.abs(Math.log(shape / 1.5))];
  };
  let across = 1;
  for (let other = 2; other <= count; other++) {
    const [[a, b], [c, d]] = [spare(other), spare(across)];
    if (a < c || (a === c && b < d)) across = other;
  }
  const boxes = board.cells.map((_, i) => box(
    EDGE + (i % across) * wide + (wide - SIDE) / 2, EDGE + SHAPES.clue + Math.floor(i / across) * tall));
  return { ...sized(across * wide + 2 * EDGE, Math.ceil(count / across) * tall + 2 * EDGE, boxes), across };
}

/** @param {Board} board */
function inPyramid(board) {
  const { across, down } = SHAPES.pyramid;
  return sized(board.cols * across + 2 * EDGE, board.rows * down + 2 * EDGE, eachBox(board, (row, col) =>
    box(EDGE + ((board.cols - row - 1) * across) / 2 + col * across + (across - SIDE) / 2, EDGE + row * down)));
}

/** @param {Board} board */
function onPads(board) {
  const { across, rise, below } = SHAPES.pads;
  const top = EDGE + board.cols * rise;
  const boxes = board.cells.map((_, i) =>
    i < board.cols ? null : box(EDGE + (i - board.cols) * across + (across - SIDE) / 2, top));
  return sized(board.cols * across + 2 * EDGE, top + SIDE + below, boxes);
}

/** @param {Board} board */
function inVessels(board) {
  const { across, foot, least, narrow, widen, ...size } = SHAPES.vessels;
  const tall = board.rows <= 2 ? size.tall : size.low;
  const most = Math.max(1, ...board.cells.map((cell) => cell.of ?? 0));
  const boxes = board.cells.map((cell, i) => {
    if (i < board.cols) return null;
    const part = (cell.of ?? 0) / most;
    const [wide, high] = [narrow + widen * Math.sqrt(part), least + (tall - least) * part];
    const bottom = EDGE + Math.floor(i / board.cols) * (tall + foot);
    return box(EDGE + (i % board.cols) * across + (across - wide) / 2, bottom - high, wide, high);
  });
  return sized(board.cols * across + 2 * EDGE, (board.rows - 1) * (tall + foot) + 2 * EDGE, boxes);
}

/** @param {Board} board */
function inGraph(board) {
  const { apart } = SHAPES.graph;
  if (!board.spots) return inCircle(board);
  const boxes = board.spots.map(([x, y]) => box(EDGE + x * apart, EDGE + SHAPES.clue + y * apart));
  const most = (/** @type {"x" | "y"} */ way) => Math.max(...boxes.map((each) => each[way])) + SIDE + EDGE;
  return sized(most("x"), most("y"), boxes);
}

/** @param {Board} board */
function inCircle(board) {
  const { radius, edge } = SHAPES.graph;
  const middle = radius + edge;
  const boxes = board.cells.map((_, i) => {
    const turn = (2 * Math.PI * i) / board.cells.length - Math.PI / 2;
    return box(middle + radius * Math.cos(turn) - SIDE / 2, middle + radius * Math.sin(turn) - SIDE / 2);
  });
  return sized(2 * middle, 2 * middle, boxes);
}

/** Places dots where edges meet. Edges are thin, and boxes fill the space between them. @param {Board} board */
function onEdges(board) {
  const { thick } = SHAPES.edges;
  const rim = SHAPES.edges.rim + EDGE;
  const at = (/** @type {number} */ line) => (line % 2 ? [SIDE, 0] : [thick, thick / 2]);
  const boxes = eachBox(board, (row, col) => {
    const [[wide, left], [tall, up]] = [at(col), at(row)];
    return box(rim + Math.floor(col / 2) * SIDE - left, rim + Math.floor(row / 2) * SIDE - up, wide, tall);
  });
  const size = (/** @type {number} */ lines) => 2 * rim + Math.floor(lines / 2) * SIDE;
  return { ...sized(size(board.cols), size(board.rows), boxes), left: rim, top: rim };
}

/** Tests whether a cell of a board of dots, edges and boxes is an edge. @param {Board} board @param {number} cell */
export const isEdge = ({ layout, cols }, cell) =>
  layout === "edges" && (Math.floor(cell / cols) + (cell % cols)) % 2 === 1;

/**
 * The square for candidates in a cell: the number per row, and its distance from the top.
 * @typedef {{side: number, top: number}} NoteSquare
 */

/** Returns the square for candidates, below any labels in the corners of cells. @param {Board} board @returns {NoteSquare} */
export function noteSquare(board) {
  const labelled = [...textsAt(board, "corner").keys()].some((at) => !board.cells[at].shape);
  return { side: Math.ceil(Math.sqrt(board.values || board.cols)), top: labelled ? SHAPES.label : SHAPES.inset };
}

/** Returns the middle of a candidate in its cell, and its reach. @param {number} place @param {NoteSquare} square */
export function noteAt(place, { side, top }) {
  if (place < 0) return { x: SIDE / 2, y: SIDE / 2, reach: SIDE / 2 };
  const [wide, tall] = [(SIDE - 2 * SHAPES.inset) / side, (SIDE - SHAPES.inset - top) / side];
  return {
    x: SHAPES.inset + wide * ((place % side) + 0.5),
    y: top + tall * (Math.floor(place / side) + 0.5),
    reach: Math.min(wide, tall) / 2,
  };
}

/** @param {Box} box @returns {[number, number]} */
export const middleOf = (box) => [box.x + box.w / 2, box.y + box.h / 2];

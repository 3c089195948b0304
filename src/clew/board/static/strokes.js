// @ts-check
// Draws everything under and over the cells of a board: a pen's shapes, walls, ways and marks. Together with
// drawing.js, the twin of clew/board/scene.py.

import { element, num } from "./drawing.js";
import { isBetween, isEdge, middleOf, noteAt, noteSquare, textsAt } from "./places.js";
import { SHAPES } from "./shapes.js";

/** @typedef {import("./places.js").Board} Board */
/** @typedef {import("./places.js").Box} Box */
/** @typedef {import("./places.js").NoteSquare} NoteSquare */
/** @typedef {import("./places.js").Place} Place */
/** @typedef {import("./places.js").Places} Places */
/** @typedef {import("./places.js").Shape} Shape */
/** @typedef {[number, number]} Point */

const { cell: WIDE, edge: RIM } = SHAPES;
const TURNED = /** @type {Record<string, number>} */ ({ "<": 0, "^": 90, ">": 180, v: 270 });

/** @type {Record<string, {trim: number[], bend: number, head: number, under?: boolean}>} */
const LINES = SHAPES.lines;

/** Tests whether a shape lies under the contents of the cells. @param {Shape} each */
const isUnder = (each) => each.shape === "fill" || (each.shape === "line" && Boolean(LINES[each.role ?? "path"].under))
  || (each.shape === "dot" && !isBetween(each.place));

/** Draws the shapes under the contents of the cells: fills, then lines, then circles. @param {Board} board @param {Places} places */
export function underParts(board, places) {
  const order = ["fill", "line", "dot"];
  const under = (board.drawing ?? []).filter(isUnder).sort((a, b) => order.indexOf(a.shape) - order.indexOf(b.shape));
  return under.flatMap((each) => shapeParts(each, board, places));
}

/** Draws the walls and the shapes over the cells. They don't change while you play. @param {Board} board @param {Places} places */
export function overParts(board, places) {
  const over = (board.drawing ?? []).filter((each) => !isUnder(each));
  return [...wallParts(board, places), ...dotParts(board, places), ...over.flatMap((each) => shapeParts(each, board, places))];
}

/** @param {Shape} each @param {Board} board @param {Places} places @returns {Element[]} */
function shapeParts(each, board, places) {
  switch (each.shape) {
    case "line": return lineParts(each, board, places, { side: 1, top: 0 });
    case "text": return textParts(each, board, places);
    case "dot": {
      const [cx, cy] = pointOf(each.place, board, places);
      const [name, r] = isBetween(each.place) ? ["bead", SHAPES.bead] : ["disc", SHAPES.disc];
      return [element("circle", `${name} ${each.fill ?? "white"}`, { cx, cy, r })];
    }
    case "outline": {
      const [name, inset] = each.dashed ? /** @type {const} */ (["cage", SHAPES.cage]) : /** @type {const} */ (["wall", 0]);
      return [element("path", name, { d: outline(each.cells, board, places, inset) })];
    }
    case "fill": {
      const { colour = "shade" } = each;
      return each.cells.flatMap((cell) => {
        const box = places.boxes[cell];
        return box ? [element("g", `at ${colour}`, {}, [element("rect", colour === "shade" ? "cell dark" : "cell",
          { x: box.x, y: box.y, width: box.w, height: box.h })])] : [];
      });
    }
  }
}

/** Returns the position of a place in the picture. @param {Place} place @param {Board} board @param {Places} places
 * @param {NoteSquare} [square] @returns {Point} */
function pointOf(place, board, places, square) {
  const boxOf = (/** @type {number | string} */ cell) => places.boxes[Number(cell)] ?? { x: 0, y: 0, w: WIDE, h: WIDE };
  if (Array.isArray(place) && place[0] === "note") {
    const { x, y } = noteAt(Number(place[2]), square ?? noteSquare(board));
    return [boxOf(place[1]).x + x, boxOf(place[1]).y + y];
  }
  if (Array.isArray(place) && !isBetween(place)) return outside(String(place[0]), Number(place[1]), board, places);
  const middles = (Array.isArray(place) ? place : [place]).map((cell) => middleOf(boxOf(cell)));
  const mean = (/** @type {0 | 1} */ way) => middles.reduce((sum, middle) => sum + middle[way], 0) / middles.length;
  return [mean(0), mean(1)];
}

/** Returns the middle of text next to the grid, or farther away.
 * @param {string} side @param {number} line @param {Board} board @param {Places} places @returns {Point} */
function outside(side, line, board, { left, top, step }, away = 0) {
  const out = (away + 0.5) * SHAPES.clue + 1;
  const right = left + (board.cols - 1) * step + WIDE;
  const bottom = top + (board.rows - 1) * step + WIDE;
  const along = line * step + WIDE / 2;
  if (side === "left" || side === "right") return [side === "left" ? left - out : right + out, top + along];
  const beyond = SHAPES.clue * 0.8;
  return [Math.min(Math.max(left + along, left - beyond), right + beyond), side === "top" ? top - out : bottom + out];
}

/** Draws text between cells, around the grid or above a cell. Text in corners is drawn with the cells.
 * @param {import("./places.js").Text} each @param {Board} board @param {Places} places */
function textParts({ place, text }, board, places) {
  const clue = (/** @type {string} */ side, /** @type {number} */ x, /** @type {number} */ y, words = text) =>
    element("text", `clue ${side}`, { x, y, dy: ".35em", "font-size": 13 }, [words]);
  if (Array.isArray(place) && !isBetween(place)) {
    const [side, line] = [String(place[0]), Number(place[1])];
    if (side === "corner") return [];
    if (side === "name") {
      const box = places.boxes[line];
      return box ? [clue("top", middleOf(box)[0], box.y - SHAPES.clue / 2)] : [];
    }
    if (side === "top" || side === "bottom") {
      return (text.match(/\S+/g) ?? []).reverse().map((word, away) => clue(side, ...outside(side, line, board, places, away), word));
    }
    const x = side === "left" ? places.left - RIM : places.left + (board.cols - 1) * places.step + WIDE + RIM;
    return [clue(side, x, outside(side, line, board, places)[1])];
  }
  const middle = `translate(${pointOf(place, board, places).map(num).join(" ")})`;
  return [text in TURNED
    ? element("path", "sign", { d: "M3.5-6-3.5 0 3.5 6", transform: `${middle} rotate(${TURNED[text]})` })
    : element("text", "sign", { transform: middle, dy: ".35em", "font-size": 14 }, [text])];
}

/** @param {Board} board @param {Places} places */
function wallParts(board, { left, top, step }) {
  if (!board.walls.length || !["grid", "strip", "piles", "loop"].includes(board.layout ?? "grid")) return [];
  const half = (step - WIDE) / 2;
  const [right, bottom] = [left + board.cols * step - 2 * half, top + board.rows * step - 2 * half];
  let d = board.layout === "loop" ? "" : `M${num(left)} ${num(top)}H${num(right)}V${num(bottom)}H${num(left)}z`;
  for (const [first, second] of board.walls) {
    const row = Math.floor(second / board.cols) + Number(first === -3);
    const [x, y] = [left + ((second % board.cols) + Number(first === -2)) * step, top + row * step];
    const beside = first < 0 ? first % 2 === 0 : Math.floor(first / board.cols) === row;
    d += beside ? `M${num(x - half)} ${num(y)}v${WIDE}` : `M${num(x)} ${num(y - half)}h${WIDE}`;
  }
  return [element("path", "wall", { d })];
}

/** Draws dots at the corners of the cells of a loop. @param {Board} board @param {Places} places */
function dotParts(board, { left, top, step }) {
  if (board.layout !== "loop") return [];
  const across = board.cols + 1;
  return Array.from({ length: (board.rows + 1) * across }, (_, at) =>
    element("circle", "knot", { cx: left + (at % across) * step, cy: top + Math.floor(at / across) * step, r: 2.6 }));
}

/** Outlines a group of cells, inset, with room for labels in corners.
 * @param {number[]} cage @param {Board} board @param {Places} places @param {number} inset */
function outline(cage, board, { left, top, step }, inset) {
  const { cols } = board;
  const labels = inset ? textsAt(board, "corner") : new Map();
  const cells = [...cage].sort((a, b) => a - b).map((cell) => [Math.floor(cell / cols), cell % cols]);
  const held = (/** @type {number} */ row, /** @type {number} */ col) => cells.some(([r, c]) => r === row && c === col);
  let d = "";
  for (const [row, col] of cells) {
    const label = labels.get(row * cols + col)?.length ?? 0;
    for (const [down, right] of [[-1, 0], [0, 1], [1, 0], [0, -1]]) {
      if (held(row + down, col + right)) continue;
      const ends = [-1, 1].map((way) => {
        const [r, c] = [row + way * Math.abs(right), col + way * Math.abs(down)];
        const turns = held(r + down, c + right);
        const cut = label && way + down + right === -2 ? (down ? SHAPES.letter * label : SHAPES.label - inset) : 0;
        const reach = !held(r, c) ? WIDE / 2 - inset - cut : turns ? step - WIDE / 2 + inset : step / 2;
        const out = WIDE / 2 - inset;
        const x = left + col * step + WIDE / 2 + right * out + way * Math.abs(down) * reach;
        const y = top + row * step + WIDE / 2 + down * out + way * Math.abs(right) * reach;
        return `${num(x)} ${num(y)}`;
      });
      d += `M${ends.join("L")}`;
    }
  }
  return d;
}

/** Draws ways, links and marks, which change at each step. @param {Board} board @param {Places} places */
export function markParts(board, places) {
  const square = noteSquare(board);
  const links = (board.links ?? []).flatMap((link) => lineParts(link, board, places, square));
  const marks = (board.marks ?? []).flatMap(({ kind, cells }) => {
    if (kind === "house" && (board.layout ?? "grid") === "grid") {
      return [element("path", "house-line", { d: outline(cells, board, places, SHAPES.cage) })];
    }
    return cells.flatMap((cell) => {
      const box = places.boxes[cell];
      const onEdge = isEdge(board, cell);
      /** @type {any[]} */
      const parts = /** @type {any} */ (onEdge ? SHAPES.edgeMarks : SHAPES.marks)[kind] ?? [];
      if (!box || !parts.length) return [];
      return [element("g", `mark ${kind}`, { transform: moved(box, onEdge) },
        parts.map(([tag, name, at]) => element(tag, name, at)))];
    });
  });
  return [...wayParts(board, places), ...links, ...marks];
}

/** Returns a transform for a mark: onto the middle of an edge, or so that it fills a cell. @param {Box} box @param {boolean} onEdge */
function moved(box, onEdge) {
  if (onEdge) return `translate(${middleOf(box).map((at) => num(at - WIDE / 2)).join(" ")})`;
  const odd = box.w !== WIDE || box.h !== WIDE;
  return `translate(${num(box.x)} ${num(box.y)})${odd ? ` scale(${num(box.w / WIDE)} ${num(box.h / WIDE)})` : ""}`;
}

/** Draws the way of a walk, from each cell to the next. @param {Board} board @param {Places} places */
function wayParts(board, places) {
  const numbered = board.cells.flatMap(({ order }, i) => (order && places.boxes[i] ? [{ order, i }] : []));
  const boxes = numbered.sort((a, b) => a.order - b.order).map(({ i }) => /** @type {Box} */ (places.boxes[i]));
  if (boxes.length < 2) return [];
  const pairs = boxes.slice(1).map((box, i) => /** @type {const} */ ([boxes[i], box]));
  if (board.layout === "pads") {
    const arcs = pairs.map(([one, two]) => arc(one, two));
    const last = element("path", "way last", { d: /** @type {string} */ (arcs.pop()) });
    return arcs.length ? [element("path", "way", { d: arcs.join("") }), last] : [last];
  }
  const d = board.layout === "pyramid"
    ? pairs.map(([one, two]) => alongPath([middleOf(one), middleOf(two)], [WIDE / 2, WIDE / 2])).join("")
    : `M${boxes.map((box) => middleOf(box).map(num).join(" ")).join("L")}`;
  return [element("path", "way", { d })];
}

/** @param {Box} one @param {Box} two */
function arc(one, two) {
  const [a, b, top] = [one.x + one.w / 2, two.x + two.w / 2, one.y - 2];
  const high = num(top - Math.abs(b - a) / 6 - 4);
  return `M${num(a)} ${num(top)}C${num(a)} ${high} ${num(b)} ${high} ${num(b)} ${num(top)}`;
}

/** @param {import("./places.js").Line} line @param {Board} board @param {Places} places @param {NoteSquare} square */
function lineParts({ places: through, start, end, role = "path", colour }, board, places, square) {
  const look = LINES[role];
  const points = through.map((place) => pointOf(place, board, places, square));
  const [one, two] = points.slice(-2);
  let { trim } = look;
  if (role === "border") trim = toEdges(one, two);
  else if (Array.isArray(through[0]) && !isBetween(through[0]) && through[0][0] !== "note") {
    trim = [SHAPES.clue * 0.6, within(one, two)];
  }
  const name = ["line", role, colour].filter(Boolean).join(" ");
  const heads = [start, end].map((each) => (each === "arrow" ? look.head : 0));
  const bulbs = [start === "bulb" && points[0], end === "bulb" && two].filter((each) => each !== false);
  return [element("path", name, { d: alongPath(points, trim, look.bend, heads) }),
    ...bulbs.map((at) => element("path", `${name} bulb`, { d: `M${spot(at)}h0` }))];
}

/** Returns how far a line between the middles of two cells runs inside each cell. @param {Point} one @param {Point} two */
function toEdges(one, two) {
  const [across, down] = [Math.abs(two[0] - one[0]), Math.abs(two[1] - one[1])];
  const inside = ((WIDE / 2) * Math.hypot(across, down)) / (Math.max(across, down) || 1);
  return [inside, inside];
}

/** Returns how far a line from outside the grid runs inside its cell, minus the tip. @param {Point} one @param {Point} two */
function within(one, two) {
  const sides = [Math.abs(two[0] - one[0]), Math.abs(two[1] - one[1])];
  return Math.min(...sides.filter(Boolean).map((each) => WIDE / 2 / each)) * Math.hypot(...sides) - SHAPES.tip;
}

/** @param {Point} point */
const spot = ([x, y]) => `${num(x)} ${num(y)}`;

/** Draws a line with trimmed ends, which may be bent and have arrow heads.
 * @param {Point[]} points @param {number[]} trim @param {number} bend @param {number[]} heads */
function alongPath(points, trim, bend = 0, heads = [0, 0]) {
  const [one, two] = [points[0], points[points.length - 1]];
  const [a, b] = [off(one, points[1], trim[0]), off(two, points[points.length - 2], trim[1])];
  let way = [a, ...points.slice(1, -1), b];
  let d = `M${spot(a)}`;
  if (bend) {
    way = [a, [(a[0] + b[0]) / 2 - (two[1] - one[1]) * bend, (a[1] + b[1]) / 2 + (two[0] - one[0]) * bend], b];
    d += `Q${spot(way[1])} ${spot(b)}`;
  } else d += way.slice(1).map((each) => `L${spot(each)}`).join("");
  return d + (heads[0] ? headOf(a, way[1], heads[0]) : "") + (heads[1] ? headOf(b, way[way.length - 2], heads[1]) : "");
}

/** Returns the point at a distance from one point towards another. @param {Point} one @param {Point} two @param {number} far @returns {Point} */
function off(one, two, far) {
  const reach = Math.hypot(two[0] - one[0], two[1] - one[1]) || 1;
  return [one[0] + ((two[0] - one[0]) / reach) * far, one[1] + ((two[1] - one[1]) / reach) * far];
}

/** Draws the head of an arrow. @param {Point} tip @param {Point} before @param {number} head */
function headOf(tip, before, head) {
  const reach = Math.hypot(tip[0] - before[0], tip[1] - before[1]) || 1;
  const [u, v, wide] = [(tip[0] - before[0]) / reach, (tip[1] - before[1]) / reach, head * 0.6];
  const left = spot([tip[0] - u * head - v * wide, tip[1] - v * head + u * wide]);
  return `M${left}L${spot(tip)}L${spot([tip[0] - u * head + v * wide, tip[1] - v * head - u * wide])}`;
}

// @ts-check
// A board as SVG: the elements of a cell, and what is over the cells. The twin of clew/board/scene.py.

import { middleOf, noteAt, noteSquare } from "./places.js";
import { SHAPES } from "./shapes.js";

/** @typedef {import("./places.js").Board} Board */
/** @typedef {import("./places.js").Box} Box */
/** @typedef {import("./places.js").Cell} Cell */
/** @typedef {import("./places.js").NoteSquare} NoteSquare */
/** @typedef {import("./places.js").Places} Places */
/** @typedef {[number, number]} Point */

const { cell: WIDE, edge: RIM } = SHAPES;
const TURNED = /** @type {Record<string, number>} */ ({ "<": 0, "^": 90, ">": 180, v: 270 });

/** A number as it stands in the picture. @param {number} value */
const num = (value) => String(Math.round(value * 100) / 100);

/**
 * One element of a picture.
 * @param {string} tag @param {string} name @param {Record<string, any>} attributes @param {(Node | string)[]} inside
 */
export function element(tag, name, attributes = {}, inside = []) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  if (name) made.setAttribute("class", name);
  for (const at in attributes) {
    const value = attributes[at];
    made.setAttribute(at, typeof value === "number" ? num(value) : value);
  }
  if (inside.length) made.append(...inside);
  return made;
}

/** @type {Record<string, any>} */
const NAMED = SHAPES.shapes;

/** The name of the shape that a cell is drawn as; empty if its text is written. @param {Board} board @param {Cell} cell */
export const shapeOf = (board, cell) => cell.shape || (board.shapes?.[cell.text] ?? "");

/** What is in a cell. @param {Cell} cell @param {string} named @param {Box} box @param {NoteSquare} square @returns {Element[]} */
export function cellParts(cell, named, box, square) {
  if (named === "vessel") return vesselParts(cell, box);
  const shape = NAMED[named] ?? {};
  const drawn = shape.base === null ? [] : [basePart(cell, box, shape.base ?? {})];
  for (const [tag, name, at] of shape.parts ?? []) drawn.push(element(tag, `${name} ${cell.ink}`, at));
  const words = cell.text.trim();
  const where = NAMED[named] ? shape.text : "middle";
  if (words && where === "corner") drawn.push(cornerPart(words, box, ""));
  else if (words && where === "below") {
    drawn.push(element("text", "when", { x: box.w / 2, y: box.h + 14, "font-size": 11 }, [`${words}.`]));
  } else if (words && where) {
    const fits = words.length <= SHAPES.longest ? words : `${words.slice(0, SHAPES.longest - 1)}…`;
    drawn.push(middlePart(fits, cell.ink === "none" ? "note" : cell.ink, box, shape.size || sizeOf(fits)));
  }
  if (cell.corner) drawn.push(cornerPart(cell.corner, box, shape.corner ?? ""));
  return cell.notes ? [...drawn, ...noteParts(cell.notes, box, square)] : drawn;
}

/** @param {Cell} cell @param {Box} box @param {{inset?: number, round?: number, class?: string}} base */
function basePart(cell, box, { inset = 0, round = 0, class: name = "" }) {
  const classes = ["cell", cell.shaded && "dark", name].filter(Boolean).join(" ");
  const at = { x: inset, y: inset, width: box.w - 2 * inset, height: box.h - 2 * inset };
  return element("rect", classes, round ? { ...at, rx: round } : at);
}

/** @param {string} words @param {string} name @param {Box} box @param {number} size */
const middlePart = (words, name, box, size) =>
  element("text", name, { x: box.w / 2, y: box.h / 2, dy: ".35em", "font-size": size }, [words]);

/** @param {string} words */
const sizeOf = ({ length }) => (length < 3 ? 24 : length < 4 ? 15 : 54 / length);

/** @param {string} words @param {Box} box @param {string} where */
function cornerPart(words, box, where) {
  if (where === "middle") return middlePart(words, "given", box, 18);
  const size = words.length < 7 ? 10 : Math.max(5, 62 / words.length);
  return element("text", "corner", { x: 3, y: 11, "font-size": size }, [words]);
}

/** @param {import("./places.js").Note[]} notes @param {Box} box @param {NoteSquare} square */
function noteParts(notes, box, square) {
  const drawn = [];
  for (const { place, text, tone: said } of notes) {
    const { x, y, reach } = noteAt(place, square);
    const tone = !said || said === "plain" ? "note" : said;
    if (text === "•") drawn.push(element("circle", `maybe ${tone}`, { cx: x, cy: y, r: 4 }));
    else if (place >= 0) {
      if (tone === "cause" || tone === "placed") {
        drawn.push(element("circle", `blob ${tone}`, { cx: x, cy: y, r: reach + 0.4 }));
      }
      drawn.push(element("text", tone, { x, y, dy: ".35em", "font-size": Math.min(11, (reach * 64) / 35) }, [text]));
    }
    if (tone === "struck") {
      const r = Math.min(reach, 6) - 0.8;
      drawn.push(element("path", "strike", { d: `M${num(x - r)} ${num(y + r)}L${num(x + r)} ${num(y - r)}` }));
    }
  }
  const middle = notes.filter(({ place, text }) => place < 0 && text !== "•").map(({ text }) => text).join("");
  if (middle) drawn.push(middlePart(middle, "note", box, Math.min(13, 56 / middle.length)));
  return drawn;
}

/** A jug with its scale, and as much in it as the text says. @param {Cell} cell @param {Box} box */
function vesselParts(cell, { w: wide, h: tall }) {
  const of = Math.max(cell.of ?? 0, 1);
  const now = Number(cell.text);
  const level = (/** @type {number} */ amount) => num(tall - ((tall - 6) * amount) / of);
  const drawn = [];
  if (now) {
    const d = `M2 ${level(now)}H${num(wide - 2)}V${num(tall - 4)}a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4z`;
    drawn.push(element("path", "water", { d }));
  }
  let scale = "";
  for (let mark = 1; mark < of && of <= 24; mark++) {
    scale += `M${num(wide - 1)} ${level(mark)}h${mark % 5 ? -5 : -9}`;
  }
  let glass = `M1 0V${num(tall - 6)}a6 6 0 0 0 6 6H${num(wide - 7)}a6 6 0 0 0 6-6V0l4-3`;
  if (tall > 50) glass += `M1 8h-4a7 7 0 0 0-7 7v${num(tall - 44)}a7 7 0 0 0 7 7h4`;
  drawn.push(element("path", "scale", { d: scale }), element("path", "glass", { d: glass }));
  const at = { x: wide / 2, y: tall - 9, "font-size": 17 };
  return [...drawn, element("text", cell.shaded ? "amount wanted" : "amount", at, [`${now}/${cell.of}`])];
}

/** Whether a link is part of the board: names stand over it. @param {import("./places.js").Link} link */
const isBorder = ({ kind }) => kind === "border";

/** Walls, cages, signs and clues: what does not change while a puzzle is played.
 * @param {Board} board @param {Places} places */
export function overParts(board, places) {
  const cages = (board.cages ?? []).map((cage) => element("path", "cage", { d: outline(cage, board, places) }));
  const signs = board.signs.map((sign) => signPart(sign, board, places));
  const borders = (board.links ?? []).filter(isBorder).map((link) => linkPart(link, places, { side: 1, top: 0 }));
  return [...wallParts(board, places), ...cages, ...signs, ...borders, ...clueParts(board, places)];
}

/** @param {Board} board @param {Places} places */
function wallParts(board, { left, top, step }) {
  if (!board.walls.length || !["grid", "strip", "piles"].includes(board.layout ?? "grid")) return [];
  const half = (step - WIDE) / 2;
  const [right, bottom] = [left + board.cols * step - 2 * half, top + board.rows * step - 2 * half];
  let d = `M${num(left)} ${num(top)}H${num(right)}V${num(bottom)}H${num(left)}z`;
  for (const [first, second] of board.walls) {
    const row = Math.floor(second / board.cols);
    const [x, y] = [left + (second % board.cols) * step, top + row * step];
    const beside = Math.floor(first / board.cols) === row;
    d += beside ? `M${num(x - half)} ${num(y)}v${WIDE}` : `M${num(x)} ${num(y - half)}h${WIDE}`;
  }
  return [element("path", "wall", { d })];
}

/** A line within the cells of a cage, with room for a label in a corner. @param {number[]} cage @param {Board} board @param {Places} places */
function outline(cage, { cols, cells: every }, { left, top, step }) {
  const cells = [...cage].sort((a, b) => a - b).map((cell) => [Math.floor(cell / cols), cell % cols]);
  const held = (/** @type {number} */ row, /** @type {number} */ col) => cells.some(([r, c]) => r === row && c === col);
  let d = "";
  for (const [row, col] of cells) {
    const label = every[row * cols + col].corner?.length ?? 0;
    for (const [down, right] of [[-1, 0], [0, 1], [1, 0], [0, -1]]) {
      if (held(row + down, col + right)) continue;
      const ends = [-1, 1].map((way) => {
        const [r, c] = [row + way * Math.abs(right), col + way * Math.abs(down)];
        const turns = held(r + down, c + right);
        const cut = label && way + down + right === -2 ? (down ? SHAPES.letter * label : SHAPES.label - SHAPES.cage) : 0;
        const reach = !held(r, c) ? WIDE / 2 - SHAPES.cage - cut : turns ? step - WIDE / 2 + SHAPES.cage : step / 2;
        const out = WIDE / 2 - SHAPES.cage;
        const x = left + col * step + WIDE / 2 + right * out + way * Math.abs(down) * reach;
        const y = top + row * step + WIDE / 2 + down * out + way * Math.abs(right) * reach;
        return `${num(x)} ${num(y)}`;
      });
      d += `M${ends.join("L")}`;
    }
  }
  return d;
}

/** @param {import("./places.js").Sign} sign @param {Board} board @param {Places} places */
function signPart({ first, second, text }, { cols }, { left, top, step }) {
  const beside = Math.floor(second / cols) === Math.floor(first / cols);
  const x = left + (first % cols) * step + WIDE / 2 + (beside ? step / 2 : 0);
  const y = top + Math.floor(first / cols) * step + WIDE / 2 + (beside ? 0 : step / 2);
  const middle = `translate(${num(x)} ${num(y)})`;
  return text in TURNED
    ? element("path", "sign", { d: "M3.5-6-3.5 0 3.5 6", transform: `${middle} rotate(${TURNED[text]})` })
    : element("text", "sign", { transform: middle, dy: ".35em", "font-size": 14 }, [text]);
}

/** The clues around the board, from the outside inward. @param {Board} board @param {Places} places */
function clueParts(board, { left, top, step, boxes }) {
  const right = left + (board.cols - 1) * step + WIDE;
  const bottom = top + (board.rows - 1) * step + WIDE;
  const clue = (/** @type {string} */ side, /** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ words) =>
    element("text", `clue ${side}`, { x, y, dy: ".35em", "font-size": 13 }, [words]);
  if (board.layout === "named" || board.layout === "graph") return (board.clues ?? []).map(({ line: at, numbers }) => {
    const [x, y] = middleOf(/** @type {Box} */ (boxes[at]));
    return clue("top", x, y - (WIDE + SHAPES.clue) / 2, numbers.join(" "));
  });
  return (board.clues ?? []).flatMap(({ side, line, numbers }) => {
    const along = line * step + WIDE / 2;
    if (side === "left" || side === "right") {
      return [clue(side, side === "left" ? left - RIM : right + RIM, top + along, numbers.join(" "))];
    }
    return [...numbers].reverse().map((words, away) => {
      const out = (away + 0.5) * SHAPES.clue + 1;
      return clue(side, left + along, side === "top" ? top - out : bottom + out, words);
    });
  });
}

/** Ways, links and marks: what changes at each step. @param {Board} board @param {Places} places */
export function markParts(board, places) {
  const square = noteSquare(board);
  const links = (board.links ?? []).filter((link) => !isBorder(link)).map((link) => linkPart(link, places, square));
  const marks = (board.marks ?? []).flatMap(({ kind, cells }) => {
    if (kind === "house" && (board.layout ?? "grid") === "grid") {
      return [element("path", "house-line", { d: outline(cells, board, places) })];
    }
    /** @type {any[]} */
    const parts = /** @type {any} */ (SHAPES.marks)[kind] ?? [];
    if (!parts.length) return [];
    return cells.flatMap((cell) => {
      const box = places.boxes[cell];
      if (!box) return [];
      const odd = box.w !== WIDE || box.h !== WIDE;
      const size = odd ? ` scale(${num(box.w / WIDE)} ${num(box.h / WIDE)})` : "";
      return [element("g", `mark ${kind}`, { transform: `translate(${num(box.x)} ${num(box.y)})${size}` },
        parts.map(([tag, name, at]) => element(tag, name, at)))];
    });
  });
  return [...wayParts(board, places), ...links, ...marks];
}

/** The way of a walk, from each cell to the next. @param {Board} board @param {Places} places */
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
    ? pairs.map(([one, two]) => line(middleOf(one), middleOf(two), [WIDE / 2, WIDE / 2], 0, 0)).join("")
    : `M${boxes.map((box) => middleOf(box).map(num).join(" ")).join("L")}`;
  return [element("path", "way", { d })];
}

/** @param {Box} one @param {Box} two */
function arc(one, two) {
  const [a, b, top] = [one.x + one.w / 2, two.x + two.w / 2, one.y - 2];
  const high = num(top - Math.abs(b - a) / 6 - 4);
  return `M${num(a)} ${num(top)}C${num(a)} ${high} ${num(b)} ${high} ${num(b)} ${num(top)}`;
}

/** @param {import("./places.js").Link} link @param {Places} places @param {NoteSquare} square */
function linkPart(link, places, square) {
  const { trim, bend, head } = /** @type {Record<string, any>} */ (SHAPES.links)[link.kind];
  const end = (/** @type {number} */ cell, place = -1) => {
    const box = places.boxes[cell] ?? { x: 0, y: 0, w: WIDE, h: WIDE };
    const { x, y } = noteAt(place, square);
    return place < 0 ? middleOf(box) : /** @type {Point} */ ([box.x + x, box.y + y]);
  };
  const [one, two] = [end(link.first, link.first_note), end(link.second, link.second_note)];
  const d = line(one, two, isBorder(link) ? toEdges(one, two) : trim, bend, head);
  return element("path", `link ${link.kind}`, { d });
}

/** How far a line between the middles of two cells runs within each. @param {Point} one @param {Point} two */
function toEdges(one, two) {
  const [across, down] = [Math.abs(two[0] - one[0]), Math.abs(two[1] - one[1])];
  const inside = ((WIDE / 2) * Math.hypot(across, down)) / (Math.max(across, down) || 1);
  return [inside, inside];
}

/** A line that begins and ends a little off, perhaps bent, perhaps with a head.
 * @param {Point} one @param {Point} two @param {number[]} trim @param {number} bend @param {number} head */
function line(one, two, trim, bend, head) {
  const reach = Math.hypot(two[0] - one[0], two[1] - one[1]) || 1;
  let [u, v] = [(two[0] - one[0]) / reach, (two[1] - one[1]) / reach];
  const a = [one[0] + u * trim[0], one[1] + v * trim[0]];
  const b = [two[0] - u * trim[1], two[1] - v * trim[1]];
  let d = `M${num(a[0])} ${num(a[1])}`;
  if (bend) {
    const [x, y] = [(a[0] + b[0]) / 2 - v * reach * bend, (a[1] + b[1]) / 2 + u * reach * bend];
    d += `Q${num(x)} ${num(y)} ${num(b[0])} ${num(b[1])}`;
    const near = Math.hypot(b[0] - x, b[1] - y) || 1;
    [u, v] = [(b[0] - x) / near, (b[1] - y) / near];
  } else d += `L${num(b[0])} ${num(b[1])}`;
  if (head) {
    const wide = head * 0.6;
    const [lx, ly] = [b[0] - u * head - v * wide, b[1] - v * head + u * wide];
    const [rx, ry] = [b[0] - u * head + v * wide, b[1] - v * head - u * wide];
    d += `M${num(lx)} ${num(ly)}L${num(b[0])} ${num(b[1])}L${num(rx)} ${num(ry)}`;
  }
  return d;
}

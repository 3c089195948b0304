// @ts-check
// Draws a board as SVG: the elements of a cell. Together with strokes.js, the twin of clew/board/scene.py.

import { noteAt } from "./places.js";
import { SHAPES } from "./shapes.js";

/** @typedef {import("./places.js").Board} Board */
/** @typedef {import("./places.js").Box} Box */
/** @typedef {import("./places.js").Cell} Cell */
/** @typedef {import("./places.js").NoteSquare} NoteSquare */

/** Formats a number for the picture. @param {number} value */
export const num = (value) => String(Math.round(value * 100) / 100);

/**
 * Builds an element of a picture.
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

/** Returns the name of a cell's shape, or an empty string if its text is written instead. @param {Board} board @param {Cell} cell */
export const shapeOf = (board, cell) => cell.shape || (board.shapes?.[cell.text] ?? "");

/** Draws the contents of a cell. @param {Cell} cell @param {string} named @param {Box} box @param {NoteSquare} square
 * @param {string} corner @returns {Element[]} */
export function cellParts(cell, named, box, square, corner) {
  if (named === "vessel") return vesselParts(cell, box);
  if (named === "disk" || named === "pancake") return slabParts(cell, named, box);
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
  if (corner) drawn.push(cornerPart(corner, box, shape.corner ?? ""));
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

/** Draws a disk or a pancake, wider the larger the number in its text is. @param {Cell} cell @param {string} name @param {Box} box */
function slabParts(cell, name, box) {
  const wide = 14 + (24 * Number(cell.text)) / Math.max(cell.of ?? 0, 1);
  const rod = name === "disk" ? [element("path", "rod", { d: "M20 0v40" })] : [];
  const slab = element("rect", `slab ${name}`, { x: (box.w - wide) / 2, y: 4, width: wide, height: box.h - 8, rx: 8 });
  return [...rod, slab, middlePart(cell.text, cell.ink, box, 14)];
}

/** Draws a jug with its scale and its water. @param {Cell} cell @param {Box} box */
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

// The signs of a puzzle that is being entered: which cell is greater than its neighbour.

import { h } from "../dom.js";

const KEYS = { "<": ["right", "less"], ">": ["right", "greater"], "^": ["below", "less"], v: ["below", "greater"] };
const SHOWN = { "<": "< right", ">": "> right", "^": "∧ below", v: "∨ below" };

/** Signs between neighbours, by the smaller cell of the two; and the puzzle's text with them. */
export class Signs {
  /** @param {string} kind @param {number} order */
  constructor(kind, order) {
    this.kind = kind;
    this.order = order;
    /** The sign between a cell and the next one, and the one below. @type {Map<string, "less" | "greater">} */
    this.found = new Map();
  }

  /** Sets a sign, or takes it away if it is there. @param {number} cell @param {string} key @returns {boolean} whether there is such a place */
  toggle(cell, key) {
    const [way, which] = KEYS[/** @type {keyof typeof KEYS} */ (key)];
    const last = way === "right" ? cell % this.order === this.order - 1 : cell >= this.order * (this.order - 1);
    if (last) return false;
    const place = `${cell} ${way}`;
    if (this.found.get(place) === which) this.found.delete(place);
    else this.found.set(place, /** @type {"less" | "greater"} */ (which));
    return true;
  }

  /** The empty puzzle with these signs: each letter says on which side a cell is the greater. */
  text() {
    const letters = Array.from({ length: this.order ** 2 }, () => "");
    for (const [place, which] of this.found) {
      const [cell, way] = [Number.parseInt(place, 10), place.split(" ")[1]];
      const other = way === "right" ? cell + 1 : cell + this.order;
      if (which === "greater") letters[cell] += way === "right" ? "R" : "D";
      else letters[other] += way === "right" ? "L" : "U";
    }
    const order = (/** @type {string} */ each) => [...each].sort((a, b) => "URDL".indexOf(a) - "URDL".indexOf(b)).join("");
    return `${this.kind}:${this.order}:${letters.map((each) => `0${order(each)},`).join("")}`;
  }
}

/** Whether a key sets a sign. @param {string} key */
export const isSign = (key) => key in KEYS;

/** The buttons that do what the keys do. @param {(key: string) => void} press */
export const signButtons = (press) =>
  h("div", { class: "pad signs", role: "group", "aria-label": "Signs beside the chosen cell" },
    ...Object.entries(SHOWN).map(([key, words]) =>
      h("button", { type: "button", title: `Key ${key}`, onclick: () => press(key) }, words)));

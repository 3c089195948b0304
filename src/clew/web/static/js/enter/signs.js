// The signs of a puzzle in the editor: which cell is greater than its neighbour.

import { h } from "../dom.js";

const KEYS = { "<": ["right", "less"], ">": ["right", "greater"], "^": ["below", "less"], v: ["below", "greater"] };
const SHOWN = { "<": "< right", ">": "> right", "^": "∧ below", v: "∨ below" };

/** The signs between neighbouring cells, and the puzzle's text that includes them. */
export class Signs {
  /** @param {string} kind @param {number} order */
  constructor(kind, order) {
    this.kind = kind;
    this.order = order;
    /** The signs to the right of and below each cell. @type {Map<string, "less" | "greater">} */
    this.found = new Map();
  }

  /** Sets a sign, or removes it if it's set. @param {number} cell @param {string} key @returns {boolean} whether the cell has that neighbour */
  toggle(cell, key) {
    const [way, which] = KEYS[/** @type {keyof typeof KEYS} */ (key)];
    const last = way === "right" ? cell % this.order === this.order - 1 : cell >= this.order * (this.order - 1);
    if (last) return false;
    const place = `${cell} ${way}`;
    if (this.found.get(place) === which) this.found.delete(place);
    else this.found.set(place, /** @type {"less" | "greater"} */ (which));
    return true;
  }

  /** Returns the empty puzzle with these signs. Each letter is a side on which the cell is the greater one. */
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

/** Tests whether a key sets a sign. @param {string} key */
export const isSign = (key) => key in KEYS;

/** Builds the buttons for the signs. @param {(key: string) => void} press */
export const signButtons = (press) =>
  h("div", { class: "pad signs", role: "group", "aria-label": "Signs next to the selected cell" },
    ...Object.entries(SHOWN).map(([key, words]) =>
      h("button", { type: "button", title: `Press ${key}`, onclick: () => press(key) }, words)));

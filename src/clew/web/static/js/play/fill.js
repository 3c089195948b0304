// Filling cells: the number pad, pencil marks, and what the keys do.

import { h, icon, ICONS } from "../dom.js";
import { capital } from "../names.js";
import { choose, settings } from "../settings.js";
import { say } from "../shell.js";

const SLOW = 900;

/** Rows and columns as a move writes them. @param {number} cell @param {number} cols */
const name = (cell, cols) => `r${Math.floor(cell / cols) + 1}c${(cell % cols) + 1}`;

/** The regions between walls: a number for each cell. @param {import("../board.js").Board} board */
export function regions(board) {
  const walls = new Set(board.walls.map(([a, b]) => `${a},${b}`));
  const found = new Array(board.cells.length).fill(-1);
  let next = 0;
  for (let first = 0; first < found.length; first++) {
    if (found[first] >= 0) continue;
    const waiting = [first];
    found[first] = next;
    while (waiting.length) {
      const cell = /** @type {number} */ (waiting.pop());
      for (const other of around(cell, board)) {
        const pair = `${Math.min(cell, other)},${Math.max(cell, other)}`;
        if (found[other] < 0 && !walls.has(pair)) waiting.push(other), (found[other] = next);
      }
    }
    next++;
  }
  return found;
}

/** @param {number} cell @param {import("../board.js").Board} board */
function around(cell, board) {
  const col = cell % board.cols;
  return [
    col > 0 && cell - 1, col + 1 < board.cols && cell + 1,
    cell >= board.cols && cell - board.cols,
    cell + board.cols < board.cells.length && cell + board.cols,
  ].filter((other) => other !== false);
}

/** What the player does with the cells. */
export class Filling {
  /** @param {import("./table.js").Table} table @param {import("../board.js").BoardView} board @param {HTMLElement} pad */
  constructor(table, board, pad) {
    this.table = table;
    this.board = board;
    this.pad = pad;
    this.marking = false;
    this.typed = { text: "", cell: -1, at: 0 };
    this.regions = table.view.board.walls.length ? regions(table.view.board) : null;
    /** @type {HTMLElement[]} */
    this.buttons = [];
    this.marker = h("button");
    this.level = h("select");
    this.build();
  }

  get values() {
    return this.table.view.values;
  }

  get single() {
    return this.values.length === 1;
  }

  get cols() {
    return this.table.view.board.cols;
  }

  build() {
    const count = this.values.length;
    const cols = count <= 5 ? count + 1 : count === 6 ? 4 : count <= 10 ? 5 : count <= 16 ? 6 : 7;
    this.buttons = this.values.map((/** @type {string} */ value, /** @type {number} */ at) =>
      h("button", { type: "button", onclick: () => this.enter(at) }, this.single ? capital(this.table.view.piece) || value : value, h("small", {})));
    const erase = h("button", { type: "button", "aria-label": "Erase", title: "Delete", onclick: () => this.erase() }, icon(ICONS.erase));
    const keys = h("div", { class: count > 12 ? "pad many" : "pad", role: "group", "aria-label": "Values" }, ...this.buttons, erase);
    keys.style.setProperty("--pad-cols", String(this.single ? 2 : cols));
    this.marker = h("button", { type: "button", "aria-pressed": "false", onclick: () => this.toggle() },
      icon(ICONS.pencil), "Marks");
    this.marker.title = "Write small candidates (M, or Shift and the value)";
    this.level = h("select", { onchange: () => this.automate(this.level.value) },
      h("option", { value: "none" }, "Marks by hand"),
      h("option", { value: "clean" }, "Marks tidied"),
      h("option", { value: "full" }, "All marks"));
    this.pad.replaceChildren(keys,
      h("div", { class: "padmodes" }, !this.single && this.marker,
        h("label", { class: this.single ? "padlevel whole" : "padlevel" }, h("span", { class: "sr-only" }, "Pencil marks are"), this.level)));
  }

  /** Brings the pad up to date. */
  show() {
    const { entries, marks } = this.table.view;
    this.level.value = marks || "none";
    this.marker.setAttribute("aria-pressed", String(this.marking));
    const order = this.cols;
    this.buttons.forEach((/** @type {HTMLElement} */ button, /** @type {number} */ at) => {
      const left = order - entries.filter((/** @type {number} */ entry) => entry === at + 1).length;
      const small = /** @type {HTMLElement} */ (button.querySelector("small"));
      small.textContent = left > 0 ? `${left} left` : "done";
      button.classList.toggle("used", left <= 0);
    });
  }

  /** Which cells are how, beside what the view says. @returns {Record<string, Set<number>>} */
  look() {
    const { view } = this.table;
    const cell = this.board.cursor;
    const given = new Set(/** @type {number[]} */ (view.given));
    const look = { given, fixed: given, peer: new Set(), same: new Set() };
    if (cell < 0 || this.single) return look;
    view.board.cells.forEach((/** @type {any} */ _, /** @type {number} */ other) => {
      if (settings.peers && this.seen(cell, other)) look.peer.add(other);
      if (settings.same && view.entries[cell] && view.entries[cell] === view.entries[other]) {
        look.same.add(other);
      }
    });
    return look;
  }

  /** Whether two cells share a row, a column or a box. @param {number} one @param {number} other */
  seen(one, other) {
    const rowOf = (/** @type {number} */ cell) => Math.floor(cell / this.cols);
    return one % this.cols === other % this.cols || rowOf(one) === rowOf(other) ||
      (this.regions !== null && this.regions[one] === this.regions[other]);
  }

  toggle() {
    this.marking = !this.marking;
    this.show();
    say(this.marking ? "Pencil marks on" : "Pencil marks off");
  }

  /** How marks are kept: it is a move like others, and the next puzzle begins with it. @param {string} level */
  automate(level) {
    choose({ marks: level });
    return this.move(`marks=${level}`);
  }

  /** @param {string} text */
  async move(text) {
    this.table.tell("move", { text });
  }

  /** Writes a value or a mark into the cell with the cursor. @param {number} at @param {boolean} [mark] */
  enter(at, mark = this.marking) {
    const { view } = this.table;
    const cell = this.board.cursor;
    if (view.given.includes(cell)) return say("This cell is given");
    const here = name(cell, this.cols);
    const value = this.values[at];
    if (mark && !this.single) {
      if (view.entries[cell]) return say("This cell is filled");
      const has = (view.board.cells[cell].notes || []).some((/** @type {any} */ note) => note.text === value);
      return this.move(`${here}${has ? "-" : "+"}${value}`);
    }
    return this.move(view.entries[cell] === at + 1 ? `${here}=` : `${here}=${value}`);
  }

  erase() {
    const { view } = this.table;
    const cell = this.board.cursor;
    if (view.given.includes(cell)) return say("This cell is given");
    const notes = view.board.cells[cell].notes || [];
    const here = name(cell, this.cols);
    if (view.entries[cell]) this.move(`${here}=`);
    else if (notes.length && view.marks !== "full") {
      this.move(notes.map((/** @type {any} */ note) => `${here}-${note.text}`).join(" "));
    }
  }

  /** A click on a cell: chooses it; on a board of one piece it puts or takes that. @param {number} cell */
  click(cell) {
    if (this.single && !this.table.view.given.includes(cell)) this.enter(0);
  }

  /** A key on a cell; whether it was used. @param {KeyboardEvent} event @param {number} cell */
  key(event, cell) {
    if (event.ctrlKey || event.metaKey) return false;
    if (["Backspace", "Delete", "0", "."].includes(event.key) && !this.continues(event.key, cell)) {
      this.erase();
      return true;
    }
    if ((event.key === "m" || event.key === "M") && this.values.length < 23) {
      this.toggle();
      return true;
    }
    const at = this.meant(event, cell);
    if (at < 0) return false;
    this.enter(at, event.shiftKey || this.marking);
    return true;
  }

  /** Whether a key goes on with a value of two digits. @param {string} key @param {number} cell */
  continues(key, cell) {
    const { typed } = this;
    return typed.cell === cell && Date.now() - typed.at < SLOW && this.values.includes(typed.text + key);
  }

  /** Which value a key means; of two digits typed soon one after the other, both. @param {KeyboardEvent} event @param {number} cell */
  meant(event, cell) {
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code);
    const key = digit ? digit[1] : event.key.toUpperCase();
    if (this.single) return key === this.values[0].toUpperCase() ? 0 : -1;
    const long = this.continues(key, cell);
    const text = long ? this.typed.text + key : key;
    this.typed = { text: long ? "" : text, cell, at: Date.now() };
    const letter = /^[A-Z]$/.test(key) ? 9 + key.charCodeAt(0) - 65 : -1;
    const at = this.values.indexOf(text);
    return at >= 0 || letter < 0 || letter >= this.values.length ? at : letter;
  }
}

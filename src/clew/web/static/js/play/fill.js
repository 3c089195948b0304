// Filling cells: the number pad, pencil marks and keys.

import { drawBoard } from "../../../../board/static/picture.js";
import { whatIsIn } from "../../../../board/static/spoken.js";
import { h, icon, ICONS } from "../dom.js";
import { choose, settings } from "../settings.js";
import { say } from "../shell.js";
import { toast } from "./dialogs.js";
import { regions, seen } from "./regions.js";

const SLOW = 900;

const MODES = [["value", "Value"], ["mark", "Marks"], ["centre", "Centre"], ["colour", "Colour"]];
const TINTS = ["red", "orange", "yellow", "green", "cyan", "blue", "violet", "grey"];
const GIVEN = "This cell is given and can't be changed";

/** The player's controls for cells. */
export class Filling {
  static help = {
    how: "",
    keys: [[["1", "…", "9"], "enter a value (for 10 and up, type both digits quickly, or a letter)"],
      [["Shift+value", "M"], "enter a pencil mark; M turns mark mode on or off"], [["Delete", "0"], "erase"],
      [["Ctrl+click", "drag"], "select several cells"]],
  };

  /** @param {import("./table.js").Table} table @param {import("../board.js").BoardView} board @param {{pad: HTMLElement}} parts */
  constructor(table, board, { pad }) {
    this.table = table;
    this.board = board;
    this.pad = pad;
    this.mode = "value";
    /** The selected cells, in addition to the one with the cursor. @type {Set<number>} */
    this.chosen = new Set();
    /** The value that a click enters if values are picked first, or -1. */
    this.active = -1;
    this.typed = { text: "", cell: -1, at: 0 };
    /** The cells that the pointer has been dragged over. @type {number[]} */
    this.swept = [];
    this.regions = table.view.board.walls.length ? regions(table.view.board) : null;
    /** @type {HTMLElement[]} */
    this.buttons = [];
    /** @type {HTMLElement[]} */
    this.modes = [];
    this.level = h("select");
    this.build();
  }

  get values() {
    return this.table.view.values;
  }

  get cols() { return this.table.view.board.cols; }

  /** Returns the name of a cell in moves. @param {number} cell */
  name(cell) {
    const { cols } = this;
    return this.table.view.names[cell] ?? `r${Math.floor(cell / cols) + 1}c${(cell % cols) + 1}`;
  }

  /** All selected cells. */
  get cells() {
    return [...new Set([this.board.cursor, ...this.chosen])].filter((cell) => cell >= 0);
  }

  build() {
    const count = this.values.length;
    const cols = count <= 5 ? count + 1 : count === 6 ? 4 : count <= 10 ? 5 : count <= 16 ? 6 : 7;
    this.buttons = this.values.map((/** @type {string} */ value, /** @type {number} */ at) =>
      this.button(value, at));
    const erase = h("button", { type: "button", "aria-label": "Erase", title: "Delete", onclick: () => this.erase() }, icon(ICONS.erase));
    const keys = h("div", { class: count > 12 ? "pad many" : "pad", role: "group", "aria-label": "Values" }, ...this.buttons, erase);
    keys.style.setProperty("--pad-cols", String(cols));
    this.level = h("select", { onchange: () => this.automate(this.level.value) },
      h("option", { value: "none" }, "Manual marks"),
      h("option", { value: "clean" }, "Auto-cleaned marks"),
      h("option", { value: "full" }, "Automatic marks"));
    this.modes = MODES.map(([mode, name]) => h("button", { type: "button", "data-mode": mode,
      title: mode === "mark" ? "Enter pencil marks (M, or hold Shift while typing)" : "", onclick: () => this.toggle(mode) }, name));
    this.pad.replaceChildren(keys,
      h("div", { class: "modes", role: "group", "aria-label": "Entry mode" }, ...this.modes),
      h("div", { class: "padmodes" },
        h("label", { class: "padlevel whole" }, h("span", { class: "sr-only" }, "Pencil marks"), this.level)));
  }

  /** Builds the button of a value, written or drawn as on the board. @param {string} value @param {number} at */
  button(value, at) {
    const { shapes } = this.table.view.board;
    const named = shapes?.[value] ?? "";
    /** @type {import("../../../../board/static/places.js").Board} */
    const one = { rows: 1, cols: 1, cells: [{ text: value, ink: "given", shaded: false }], title: "", walls: [], shapes };
    const written = !named || named.startsWith("paint");
    const face = named && drawBoard(written ? { ...one, cells: [{ ...one.cells[0], text: "", shape: named }] } : one);
    if (face) face.setAttribute("aria-hidden", "true");
    if (face && written) face.classList.add("swatch");
    return h("button", { type: "button", "aria-label": written ? null : whatIsIn(one, 0), onclick: () => this.press(at) },
      face, written ? value : "", h("small", {}));
  }

  /** Updates the pad. */
  show() {
    const { entries, marks } = this.table.view;
    this.level.value = marks || "none";
    for (const button of this.modes) {
      button.setAttribute("aria-pressed", String((button.dataset.mode) === this.mode));
    }
    const order = this.cols;
    this.pad.querySelector(".pad")?.classList.toggle("tints", this.mode === "colour");
    const counted = order === this.buttons.length; // otherwise a value may occur any number of times
    this.buttons.forEach((/** @type {HTMLElement} */ button, /** @type {number} */ at) => {
      const left = order - entries.filter((/** @type {number} */ entry) => entry === at + 1).length;
      const small = /** @type {HTMLElement} */ (button.querySelector("small"));
      small.textContent = this.mode === "colour" ? TINTS[at] ?? "" : !counted ? "" : left > 0 ? `${left} left` : "done";
      button.dataset.tint = this.mode === "colour" ? String(at + 1) : "";
      button.classList.toggle("used", counted && left <= 0 && this.mode === "value");
      button.setAttribute("aria-pressed", String(settings.first && this.active === at));
    });
  }

  /** Returns sets of cells by their look. @returns {Record<string, Set<number>>} */
  look() {
    const { view } = this.table;
    const cell = this.board.cursor;
    const given = new Set(/** @type {number[]} */ (view.given));
    const look = { given, fixed: given, peer: new Set(), same: new Set(), chosen: new Set(this.chosen.size ? this.cells : []) };
    if (cell < 0 || this.table.hint || view.board.layout === "named") return look;
    const value = settings.first && this.active >= 0 ? this.active + 1 : view.entries[cell];
    view.board.cells.forEach((/** @type {any} */ _, /** @type {number} */ other) => {
      if (settings.peers && seen(view.board, this.regions, cell, other)) look.peer.add(other);
      if (settings.same && value && value === view.entries[other]) look.same.add(other);
    });
    return look;
  }

  /** @param {string} mode */
  toggle(mode) {
    this.mode = mode === this.mode && mode !== "value" ? "value" : mode;
    this.show();
    say({ value: "Values", mark: "Pencil marks", centre: "Centre marks", colour: "Colours" }[this.mode] ?? "");
  }

  /** Sets how pencil marks are kept. It's a move like others, and also the setting for new puzzles. @param {string} level */
  automate(level) {
    choose({ marks: level });
    return this.move(`marks=${level}`);
  }

  /** @param {string} text */
  async move(text) {
    this.table.tell("move", { text });
  }

  /** Enters the value of a button, or picks it if values are picked first. @param {number} at */
  press(at) {
    if (!settings.first) return this.enter(at);
    this.active = this.active === at ? -1 : at;
    this.show();
    this.table.tell("look");
  }

  /** Enters a value, a mark or a colour into the selected cells. @param {number} at @param {string} [mode] */
  enter(at, mode = this.mode) {
    if (mode === "colour") return this.paint(at < TINTS.length ? String(at + 1) : "");
    const { view } = this.table;
    const open = this.cells.filter((cell) => !view.given.includes(cell));
    if (!open.length) return toast(GIVEN);
    if (mode === "centre") return this.middle(open, this.values[at]);
    const value = this.values[at];
    if (mode === "mark") return this.marks(open.filter((cell) => !view.entries[cell]), value);
    const all = open.every((cell) => view.entries[cell] === at + 1);
    return this.move(open.map((cell) => `${this.name(cell)}=${all ? "" : value}`).join(" "));
  }

  /** @param {number[]} cells @param {string} value */
  marks(cells, value) {
    if (!cells.length) return toast("This cell already has a value");
    const has = (/** @type {number} */ cell) => this.notes(cell).some(({ place, text }) => place >= 0 && text === value);
    const sign = cells.every(has) ? "-" : "+";
    const changed = cells.filter((cell) => has(cell) === (sign === "-"));
    return this.move(changed.map((cell) => `${this.name(cell)}${sign}${value}`).join(" "));
  }

  /** Toggles a centre mark. @param {number[]} cells @param {string} value */
  middle(cells, value) {
    const sign = cells.every((cell) => this.centre(cell).includes(value)) ? "~" : "^";
    return this.move(cells.map((cell) => `${this.name(cell)}${sign}${value}`).join(" "));
  }

  /** Returns the centre marks of a cell. @param {number} cell @returns {string[]} */
  centre(cell) {
    return this.notes(cell).filter(({ place }) => place < 0).map(({ text }) => text);
  }

  /** @param {number} cell @returns {import("../../../../board/static/places.js").Note[]} */
  notes(cell) {
    return this.table.view.board.cells[cell].notes ?? [];
  }

  /** Toggles a colour or a cross. @param {string} paint */
  paint(paint) {
    const all = this.cells.every((cell) => this.painted(cell) === paint);
    return this.move(this.cells.map((cell) => `${this.name(cell)}#${all ? "" : paint}`).join(" "));
  }

  /** @param {number} cell */
  painted(cell) {
    const { tint, shape } = this.table.view.board.cells[cell];
    return shape === "x" ? "x" : String(tint || "");
  }

  erase() {
    const { view } = this.table;
    const edits = this.cells.flatMap((cell) => {
      const here = this.name(cell);
      const bare = this.painted(cell) ? [`${here}#`] : [];
      if (view.given.includes(cell)) return bare;
      if (view.entries[cell]) return [...bare, `${here}=`];
      bare.push(...this.centre(cell).map((text) => `${here}~${text}`));
      const marks = view.marks === "full" ? [] : this.notes(cell).filter(({ place }) => place >= 0);
      return [...bare, ...marks.map(({ text }) => `${here}-${text}`)];
    });
    if (edits.length) this.move(edits.join(" "));
    else if (this.cells.every((cell) => view.given.includes(cell))) toast(GIVEN);
  }

  /** Selects a clicked cell. @param {number} cell @param {Event} event */
  click(cell, event) {
    const { ctrlKey, metaKey, shiftKey } = /** @type {MouseEvent} */ (event);
    if (ctrlKey || metaKey || shiftKey) return this.table.tell("look");
    this.chosen.clear();
    if (settings.first && this.active >= 0) this.enter(this.active);
    else this.table.tell("look");
  }

  /** Updates the selection before the cursor moves. @param {number} cell @param {Event | null} event @param {number} before */
  moved(cell, event, before) {
    const { ctrlKey, metaKey, shiftKey } = /** @type {MouseEvent} */ (event ?? {});
    if (ctrlKey || metaKey || shiftKey) this.chosen.add(before).add(cell);
    else this.chosen.clear();
  }

  // ------------------------------------------------------------ the pointer: a drag selects cells

  /** Only a drag is a gesture of its own, so a press remains a click. @param {number} cell @param {PointerEvent} event */
  start(cell, event) {
    const { ctrlKey, metaKey, shiftKey, button } = event;
    if (cell < 0 || event.pointerType === "touch" || ctrlKey || metaKey || shiftKey || button) return false;
    this.swept = [cell];
    return true;
  }

  /** @param {number} cell */
  over(cell) {
    if (cell < 0 || this.swept.includes(cell)) return;
    this.swept.push(cell);
    this.board.go(cell, false);
    this.chosen = new Set(this.swept);
    this.table.tell("look");
  }

  /** @param {boolean} done */
  end(done) {
    if (done && this.swept.length === 1) this.click(this.swept[0], new Event("click"));
  }

  /** Handles a key, and returns whether it did. @param {KeyboardEvent} event @param {number} cell */
  key(event, cell) {
    if (event.key === "Escape" && this.chosen.size) return this.chosen.clear(), this.table.tell("look"), true;
    if (event.ctrlKey || event.metaKey) return false;
    if (["Backspace", "Delete", "0", "."].includes(event.key) && !this.values.includes(event.key) && !this.continues(event.key, cell)) {
      this.erase();
      return true;
    }
    const letter = event.key.toLowerCase();
    if (letter === "m" && this.values.length < 23) return this.toggle("mark"), true;
    const at = this.meant(event, cell);
    if (at < 0) return false;
    if (this.table.view.given.includes(cell) && this.mode !== "colour" && !this.chosen.size) toast(GIVEN);
    else this.enter(at, event.shiftKey ? "mark" : this.mode);
    return true;
  }

  /** Tests whether a key is the second digit of a value. @param {string} key @param {number} cell */
  continues(key, cell) {
    const { typed } = this;
    return typed.cell === cell && Date.now() - typed.at < SLOW && this.values.includes(typed.text + key);
  }

  /** Finds the value of a key, or of two digits typed quickly. @param {KeyboardEvent} event @param {number} cell */
  meant(event, cell) {
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code);
    const key = digit ? digit[1] : event.key.toUpperCase();
    const long = this.continues(key, cell);
    const text = long ? this.typed.text + key : key;
    this.typed = { text: long ? "" : text, cell, at: Date.now() };
    const letter = /^[A-Z]$/.test(key) ? 9 + key.charCodeAt(0) - 65 : -1;
    const at = this.values.indexOf(text);
    return at >= 0 || letter < 0 || letter >= this.values.length ? at : letter;
  }
}

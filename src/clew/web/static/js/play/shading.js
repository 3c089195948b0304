// Shading cells, or placing pieces in them: a click goes through the values, and a drag paints along one line.

import { h } from "../dom.js";
import { choose } from "../settings.js";
import { toast } from "./dialogs.js";
import { Switch } from "./switch.js";

const GIVEN = "This cell is given and can't be changed";
/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** The cross for a cell that's ruled out. It isn't a value of the puzzle. */
const CROSS = "x";

/** The player's controls for cells that are shaded, or that hold one kind of piece. */
export class Shading {
  static help = {
    how: "Click a cell to go through its values. Drag to paint along a row or column. The right button or a long press crosses it out.",
    keys: [[["Space"], "shade the cell, or place the piece"], [["X"], "cross it out"], [["Shift+arrow"], "paint the next cell too"],
      [["Delete"], "erase"]],
  };

  /** @param {import("./table.js").Table} table @param {import("../board.js").BoardView} board @param {{pad: HTMLElement}} parts */
  constructor(table, board, { pad }) {
    this.table = table;
    this.board = board;
    const [input] = table.view.inputs;
    this.input = input;
    const keys = h("div");
    this.switch = new Switch(keys, input);
    this.level = input.mode === "place" && h("select", { onchange: () => (choose({ marks: this.level.value }), this.move(`marks=${this.level.value}`)) },
      h("option", { value: "none" }, "Manual marks"),
      h("option", { value: "clean" }, "Auto-cleaned marks"),
      h("option", { value: "full" }, "Automatic marks"));
    pad.replaceChildren(keys, this.level ? h("label", { class: "padlevel" }, h("span", { class: "sr-only" }, "Pencil marks"), this.level) : "");
    /** The cells of the gesture, and the value that it paints. @type {number[]} */
    this.cells = [];
    this.value = "";
  }

  get view() {
    return this.table.view;
  }

  show() {
    if (this.level) this.level.value = this.view.marks || "none";
  }

  /** @returns {Record<string, Set<number>>} */
  look() {
    const given = new Set(/** @type {number[]} */ (this.view.given));
    return { given, fixed: given, draft: new Set(this.cells) };
  }

  touched() {
    return [];
  }

  /** @param {string} text */
  move(text) {
    this.table.tell("move", { text });
  }

  /** @param {number} cell */
  name(cell) {
    const { cols } = this.view.board;
    return this.view.names[cell] ?? `r${Math.floor(cell / cols) + 1}c${(cell % cols) + 1}`;
  }

  /** Returns the value of a cell. @param {number} cell @returns {string} */
  valueOf(cell) {
    const entry = this.view.entries[cell];
    return entry ? this.view.values[entry - 1] : this.view.board.cells[cell].shape === CROSS ? CROSS : "";
  }

  /** Enters a value into cells, in a single move. @param {number[]} cells @param {string} value */
  enter(cells, value) {
    const open = cells.filter((cell) => !this.view.given.includes(cell));
    if (!open.length) return toast(GIVEN);
    const text = open.flatMap((cell) => this.change(cell, value)).join(" ");
    if (text) this.move(text);
  }

  /** @param {number} cell @param {string} value */
  change(cell, value) {
    const [name, now] = [this.name(cell), this.valueOf(cell)];
    if (now === value) return [];
    const cleared = now === CROSS && CROSS !== value && !this.view.values.includes(CROSS) ? [`${name}#`] : [];
    if (value === CROSS && !this.view.values.includes(CROSS)) return [...(now ? [`${name}=`] : []), `${name}#x`];
    return now === CROSS && !value ? cleared : [...cleared, `${name}=${value}`];
  }

  /** @param {number} cell */
  click(cell) {
    this.enter([cell], this.switch.next(this.valueOf(cell)));
  }

  // ------------------------------------------------------------ the pointer

  /** @param {number} cell @param {PointerEvent} event */
  start(cell, event) {
    if (cell < 0 || this.view.given.includes(cell)) return false;
    this.cells = [cell];
    this.value = this.switch.next(this.valueOf(cell), event);
    this.table.tell("look");
    return true;
  }

  /** Extends the gesture along the row or column that it began in. @param {number} cell */
  over(cell) {
    if (cell < 0) return;
    const { cols } = this.view.board;
    const [first] = this.cells;
    const [down, right] = [Math.floor(cell / cols) - Math.floor(first / cols), (cell % cols) - (first % cols)];
    const step = Math.abs(down) > Math.abs(right) ? Math.sign(down) * cols : Math.sign(right);
    const count = Math.max(Math.abs(down), Math.abs(right));
    const cells = Array.from({ length: count + 1 }, (_, at) => first + at * step);
    if (cells.length === this.cells.length && cells.at(-1) === this.cells.at(-1)) return;
    this.cells = cells;
    this.table.tell("look");
  }

  /** A finger that rests crosses the cell out. @param {number} cell */
  hold(cell) {
    this.value = this.switch.next(this.valueOf(cell), { button: 2 });
    navigator.vibrate?.(10);
  }

  /** @param {boolean} done */
  end(done) {
    const { cells, value } = this;
    this.cells = [];
    this.table.tell("look");
    if (!done) return;
    // What's already crossed out stays so when a drag passes over it.
    const free = cells.filter((cell, at) => !at || !value || !this.valueOf(cell) || this.valueOf(cell) === this.valueOf(cells[0]));
    this.enter(free, value);
  }

  // ------------------------------------------------------------ the keyboard

  /** @param {KeyboardEvent} event @param {number} cell */
  key(event, cell) {
    if (event.ctrlKey || event.metaKey) return false;
    const [piece, cross] = this.switch.cycle;
    const now = this.valueOf(cell);
    if (event.shiftKey && event.key in WAYS) return this.paint(event, cell), true;
    const wanted = { " ": piece, x: cross, delete: "", backspace: "", [piece.toLowerCase()]: piece, [cross.toLowerCase()]: cross }[event.key.toLowerCase()];
    if (wanted === undefined) return false;
    this.enter([cell], wanted === now ? "" : wanted);
    return true;
  }

  /** Paints the next cell like this one. @param {KeyboardEvent} event @param {number} cell */
  paint(event, cell) {
    const { rows, cols } = this.view.board;
    const [down, right] = WAYS[event.key];
    const [row, col] = [Math.floor(cell / cols) + down, (cell % cols) + right];
    if (row < 0 || row >= rows || col < 0 || col >= cols) return;
    const next = row * cols + col;
    this.board.go(next, true, event);
    if (!this.view.given.includes(next)) this.enter([next], this.valueOf(cell) || this.switch.cycle[0]);
  }
}

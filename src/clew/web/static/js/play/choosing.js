// Moves that you choose on the board: a column, a neighbour, a letter, some counters, or the turn of a face.

import { Moving } from "./moving.js";

const OPEN = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Dropping a piece into a column: the whole column is its target. */
export class Dropping extends Moving {
  static help = { how: "Click anywhere in a column. The piece falls to the lowest empty place.",
    keys: [[["←", "→"], "choose a column"], [["Enter"], "drop"], [["1", "…", "9"], "drop into that column"]] };

  /** Returns the move of a column. @param {number} cell */
  inColumn(cell) {
    const { cols } = this.table.view.board;
    return this.moves.find((move) => move.cell % cols === cell % cols);
  }

  /** @param {number} cell */
  click(cell) {
    const move = this.inColumn(cell);
    if (move) this.make(move);
  }

  /** @param {number} cell @returns {number[]} */
  touched(cell) {
    return cell < 0 ? [] : this.inColumn(cell)?.cells ?? [];
  }

  /** @returns {Record<string, Set<number>>} */
  look() {
    return { open: new Set(), draft: new Set(this.board.host.contains(document.activeElement) ? this.touched(this.board.cursor) : []) };
  }

  /** @param {KeyboardEvent} event @param {number} cell */
  key(event, cell) {
    if (event.ctrlKey || event.metaKey) return false;
    const named = this.moves.find(({ text }) => text === event.key);
    if (named) return this.board.go(named.cell, true, event), this.make(named), true;
    if (event.key !== "Enter" && event.key !== " ") return false;
    this.click(cell);
    return true;
  }
}

/** Going to a neighbour: arrows choose among those that are lit. */
export class Going extends Moving {
  static help = { how: "Click a neighbour that's lit.",
    keys: [[["Arrows"], "choose the nearest neighbour in that direction"], [["Enter"], "go there"]] };

  /** @param {KeyboardEvent} event @param {number} cell */
  key(event, cell) {
    if (!(event.key in OPEN) || !this.byCell.size || event.ctrlKey || event.metaKey) return false;
    const [down, right] = OPEN[/** @type {keyof typeof OPEN} */ (event.key)];
    const from = this.byCell.has(cell) ? cell : this.here(cell);
    const to = this.board.nearest(from, down, right, (/** @type {number} */ at) => this.byCell.has(at));
    if (to !== from) this.board.go(to, true, event);
    return true;
  }

  /** Returns the cell of the traveller. @param {number} cell */
  here(cell) {
    const [, own] = this.moves[0]?.cells ?? [];
    const at = this.table.view.board.cells.findIndex((/** @type {any} */ { shape }) => shape === "token");
    return own ?? (at < 0 ? cell : at);
  }
}

/** Writing a letter into a cell: type it, or click the cell and choose. */
export class Lettering extends Moving {
  static help = { how: "Click a place and choose a letter, or type it.", keys: [[["letter"], "write it"]] };

  /** @param {KeyboardEvent} event @param {number} cell */
  key(event, cell) {
    if (event.ctrlKey || event.metaKey) return false;
    const letter = event.key.toUpperCase();
    const move = (this.table.view.inputs[0].values ?? []).includes(letter)
      && (this.byCell.get(cell) ?? []).find(({ text }) => text.startsWith(`${letter} `));
    if (!move) return false;
    this.make(move);
    return true;
  }
}

/** Taking counters: a click takes those that are marked, and a digit says how many. */
export class Taking extends Moving {
  pointer = "";
  marked = -1;

  static help = { how: "Point at a pile to see what goes, and click to take it. On a touch screen, tap twice.",
    keys: [[["1", "…", "9"], "take that many from this pile"], [["Enter"], "take what's marked"]] };

  /** Remembers the kind of pointer, and leaves the press to a click. @param {number} _ @param {PointerEvent} event */
  start(_, event) {
    this.pointer = event.pointerType;
    return false;
  }

  /** @param {number} cell */
  click(cell) {
    const moves = this.byCell.get(cell) ?? [];
    const first = this.pointer === "touch" && moves.length === 1 && this.marked !== cell;
    this.marked = first ? cell : -1;
    this.pointer = "";
    if (first) return this.parts.preview(moves[0].cells);
    super.click(cell);
  }

  /** @param {KeyboardEvent} event @param {number} cell */
  key(event, cell) {
    if (!/^[1-9]$/.test(event.key) || event.ctrlKey || event.metaKey) return false;
    const { cols, cells } = this.table.view.board;
    const inPile = (/** @type {number} */ at) => cells.length === cols || Math.floor(at / cols) === Math.floor(cell / cols);
    const found = this.moves.filter((move) => move.cells.length === Number(event.key) && move.cells.every(inPile));
    if (found.length === 1) this.make(found[0]);
    else if (found.length) this.choose(found);
    return found.length > 0;
  }
}

/** Turning faces: the first letter of a move turns it, and Shift turns it back. */
export class Turning extends Moving {
  static help = { how: "Choose a turn from the moves, or type its letter.",
    keys: [[["R", "U", "F"], "turn that face"], [["Shift+letter"], "turn it back"]] };

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey) return false;
    const name = event.key.toUpperCase() + (event.shiftKey ? "'" : "");
    const move = this.moves.find(({ text }) => text === name);
    if (move) this.make(move);
    return Boolean(move);
  }
}

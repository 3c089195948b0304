// Pieces to drag: a car, a disk, a peg or a knight. It follows the pointer, and stops where it's blocked.

import { middleOf } from "../../../../board/static/places.js";
import { say } from "../shell.js";
import { Moving } from "./moving.js";

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** The player's controls for pieces. A move's first cell is where the piece goes, and the others are the piece. */
export class Dragging extends Moving {
  static help = {
    how: "Drag a piece, or click it and then a place that's lit.",
    keys: [[["Tab"], "the next piece; after the last one, it leaves the board"], [["Enter"], "pick the piece up, or put it down"],
      [["A", "…", "Z"], "pick up the piece with that letter or number"], [["Arrows"], "choose where it goes"],
      [["Escape"], "put it back"]],
  };

  /** @param {import("./table.js").Table} table @param {any} board @param {any} parts */
  constructor(table, board, parts) {
    super(table, board, parts);
    /** The moves of the piece that's picked up. @type {any[]} */
    this.taken = [];
    /** The move that the keyboard or the pointer has chosen. @type {any} */
    this.chosen = null;
    /** Where the pointer picked the piece up, in the picture. @type {[number, number]} */
    this.grip = [0, 0];
    /** The view that the choices belong to. @type {any} */
    this.shown = null;
  }

  show() {
    if (this.shown !== this.table.view) {
      this.shown = this.table.view;
      this.taken = [];
      this.chosen = null;
      this.board.lift([]);
    }
    super.show();
  }

  /** Returns the cells of a move's piece. @param {any} move @returns {number[]} */
  pieceOf(move) {
    const own = move.cells.slice(1);
    return own.length ? own : this.alone;
  }

  /** The cell of the only piece, for moves that don't name theirs. */
  get alone() {
    const { board } = this.table.view;
    const last = Math.max(...board.cells.map((/** @type {any} */ cell) => cell.order ?? 0));
    return board.cells.flatMap((/** @type {any} */ cell, /** @type {number} */ at) => (last && cell.order === last ? [at] : []));
  }

  /** @param {number} cell @returns {any[]} the moves of the piece on a cell */
  movesFrom(cell) {
    return this.table.view.inputs[0].stays ? [] : this.moves.filter((move) => this.pieceOf(move).includes(cell));
  }

  /** @returns {Record<string, Set<number>>} */
  look() {
    const found = super.look();
    if (!this.taken.length) return found;
    return { open: new Set(this.taken.map((move) => move.cell)), chosen: new Set(this.pieceOf(this.taken[0])),
      draft: new Set(this.chosen ? [this.chosen.cell] : []) };
  }

  /** @param {any[]} moves */
  take(moves) {
    this.taken = moves;
    this.chosen = null;
    this.table.tell("look");
    const { piece } = this.table.view.inputs[0];
    if (moves.length) say(`${piece || "Piece"} picked up. ${moves.length === 1 ? "One place" : `${moves.length} places`} to go.`);
  }

  /** Picks up the piece on a cell, or puts the piece down there. @param {number} cell */
  click(cell) {
    const here = this.taken.filter((move) => move.cell === cell || move.alike?.includes(cell));
    if (here.length) return here.length === 1 ? this.make(here[0]) : this.choose(here);
    const own = this.movesFrom(cell);
    if (own.length && this.taken[0] && this.pieceOf(this.taken[0]).includes(cell)) return this.take([]);
    if (own.length) return this.take(own);
    this.take([]);
    super.click(cell);
  }

  // ------------------------------------------------------------ the pointer

  /** Returns how far a move takes its piece, in the picture. @param {any} move @returns {[number, number]} */
  way(move) {
    const at = (/** @type {number} */ cell) => middleOf(this.board.places.boxes[cell]);
    const [x, y] = at(move.cell);
    const far = (/** @type {number} */ cell) => Math.hypot(at(cell)[0] - x, at(cell)[1] - y);
    const [near] = this.pieceOf(move).slice().sort((one, two) => far(one) - far(two));
    return [x - at(near)[0], y - at(near)[1]];
  }

  /** @param {number} cell @param {PointerEvent} event */
  start(cell, event) {
    const own = cell < 0 || event.button ? [] : this.movesFrom(cell);
    const target = this.taken.some((move) => move.cell === cell || move.alike?.includes(cell));
    if (!own.length || target) return false;
    this.grip = this.board.pointOf(event);
    this.first = cell;
    this.held = own;
    this.dragged = false;
    return true;
  }

  /** @param {number} cell @param {PointerEvent} event */
  over(cell, event) {
    const [x, y] = this.board.pointOf(event);
    let [dx, dy] = [x - this.grip[0], y - this.grip[1]];
    if (!this.dragged && Math.hypot(dx, dy) < 6) return;
    if (!this.dragged) this.take(this.held);
    this.dragged = true;
    const ways = this.taken.map((move) => this.way(move));
    if (this.table.view.inputs[0].axis === "line") {
      const clamp = (/** @type {number} */ to, /** @type {number[]} */ all) => Math.min(Math.max(to, 0, ...all), Math.max(...all, 0));
      const bound = (/** @type {number} */ to, /** @type {0 | 1} */ axis) => {
        const all = [0, ...ways.map((way) => way[axis])];
        return Math.min(Math.max(to, Math.min(...all)), clamp(Math.max(...all), all));
      };
      [dx, dy] = [bound(dx, 0), bound(dy, 1)];
    }
    const far = ways.map(([u, v]) => Math.hypot(u - dx, v - dy));
    const best = far.indexOf(Math.min(...far));
    const under = this.taken.find((move) => move.cell === cell || move.alike?.includes(cell));
    const chosen = under ?? (far[best] < Math.hypot(dx, dy) ? this.taken[best] : null);
    if (chosen !== this.chosen) (this.chosen = chosen), this.table.tell("look");
    this.board.lift(this.pieceOf(this.taken[0]), dx, dy);
  }

  /** @param {boolean} done */
  end(done) {
    if (!this.dragged) return done && this.click(this.first);
    const { chosen } = this;
    this.board.lift([]);
    this.take([]);
    if (done && chosen) this.make(chosen);
  }

  // ------------------------------------------------------------ the keyboard

  /** @param {KeyboardEvent} event @param {number} cell */
  key(event, cell) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "Tab") return this.next(event.shiftKey ? -1 : 1, cell, event);
    if (event.key === "Escape") return this.taken.length > 0 && (this.take([]), true);
    if (event.key in WAYS && this.taken.length) return this.aim(WAYS[event.key]), true;
    if (event.key === "Enter" && this.chosen) return this.make(this.chosen), true;
    const named = event.key.length === 1 && event.key !== " " ? this.table.view.board.cells.findIndex(
      (/** @type {any} */ { text }, /** @type {number} */ at) => text === event.key.toUpperCase() && this.movesFrom(at).length > 0) : -1;
    if (named < 0) return false;
    this.board.go(named, true, event);
    this.take(this.movesFrom(named));
    return true;
  }

  /** Goes to the next piece that can move. After the last, the key leaves the board. @param {number} by @param {number} cell @param {Event} event */
  next(by, cell, event) {
    const heads = [...new Set(this.moves.map((move) => Math.min(...this.pieceOf(move))))].sort((a, b) => a - b);
    const to = by > 0 ? heads.find((head) => head > cell) : heads.reverse().find((head) => head < cell);
    if (to === undefined) return false;
    this.take([]);
    this.board.go(to, true, event);
    return true;
  }

  /** Chooses the nearest place in a direction from the one that's chosen. @param {[number, number]} way */
  aim([right, down]) {
    const from = this.chosen ? this.way(this.chosen) : [0, 0];
    let [best, least] = [this.chosen, Infinity];
    for (const move of this.taken) {
      const [x, y] = this.way(move).map((to, axis) => to - from[axis]);
      const [along, aside] = [x * right + y * down, Math.abs(x * down) + Math.abs(y * right)];
      if (along > 1 && along + 2 * aside < least) [best, least] = [move, along + 2 * aside];
    }
    const [u, v] = from;
    if (best === this.chosen && this.chosen && u * right + v * down < 0) best = null; // back to where it stood
    this.chosen = best;
    this.table.tell("look");
    if (best) say(best.text);
  }
}

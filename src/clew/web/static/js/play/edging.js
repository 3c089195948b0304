// Drawing lines along edges: click an edge, drag along dots, or walk from dot to dot with the keyboard.

import { isEdge, middleOf } from "../../../../board/static/places.js";
import { Moving } from "./moving.js";
import { Switch } from "./switch.js";

/** How near the pointer must come to a dot, as a part of a cell. */
const NEAR = 12;
/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** The player's controls for edges. */
export class Edging {
  static help = {
    how: "Click an edge for a line, again for no line. Drag along the dots to draw. The right button or a long press rules an edge out.",
    keys: [[["Arrows"], "walk from dot to dot"], [["Shift+arrow"], "draw a line to the next dot, or erase it"],
      [["X then arrow"], "rule that edge out"]],
  };

  /** @param {import("./table.js").Table} table @param {import("../board.js").BoardView} board
   * @param {{pad: HTMLElement, list: HTMLElement, chooser: HTMLElement, preview: (cells: number[]) => void}} parts */
  constructor(table, board, parts) {
    this.table = table;
    this.board = board;
    /** The list of moves, in a game. */
    this.moving = table.view.kind === "game" ? new Moving(table, board, parts) : null;
    this.switch = new Switch(parts.pad, table.view.inputs[0]);
    /** The edges of the gesture, the state that it draws, and the dot that it has reached. @type {number[]} */
    this.edges = [];
    this.state = "";
    this.dot = -1;
    /** What a drag draws, and whether there has been one. */
    this.trace = "";
    this.dragged = false;
    /** True after X, until an arrow or until it's released after one. */
    this.crossing = false;
  }

  get view() {
    return this.table.view;
  }

  get byCell() {
    return this.moving?.byCell ?? new Map();
  }

  show() {
    this.moving?.show();
  }

  /** Returns the state of an edge: line, cross or nothing. @param {number} edge */
  stateOf(edge) {
    const [state] = (this.view.board.cells[edge].shape ?? "").split("-");
    return state === "open" ? "" : state;
  }

  /** @returns {Record<string, Set<number>>} */
  look() {
    return { draft: new Set(this.edges) };
  }

  touched() {
    return [];
  }

  /** Draws on edges in a single move. @param {number[]} edges @param {string} state */
  draw(edges, state) {
    const { view } = this;
    const changed = edges.filter((edge) => this.stateOf(edge) !== state);
    if (!changed.length) return;
    if (!this.moving) return this.table.tell("move", { text: changed.map((edge) => `${view.names[edge]}=${state}`).join(" ") });
    const move = view.moves.find((/** @type {any} */ each) => each.cell === changed[0]);
    if (move) this.moving.make(move);
  }

  /** @param {number} cell */
  click(cell) {
    if (isEdge(this.view.board, cell)) this.draw([cell], this.switch.next(this.stateOf(cell)));
  }

  // ------------------------------------------------------------ the pointer

  /** @param {number} cell @param {PointerEvent} event */
  start(cell, event) {
    const isOn = isEdge(this.view.board, cell);
    this.dot = this.near(this.board.pointOf(event));
    if (this.view.over || (!isOn && this.dot < 0)) return false;
    this.edges = isOn ? [cell] : [];
    this.state = isOn ? this.switch.next(this.stateOf(cell), event) : "";
    this.trace = this.switch.next("", event);
    this.dragged = false;
    this.table.tell("look");
    return true;
  }

  /** Follows the pointer from dot to dot. @param {number} _ @param {PointerEvent} event */
  over(_, event) {
    const dot = this.near(this.board.pointOf(event));
    if (dot < 0 || dot === this.dot || this.moving) return;
    const gap = Math.abs(dot - this.dot);
    const between = gap === 2 || gap === 2 * this.view.board.cols ? (dot + this.dot) / 2 : -1;
    // A drag that begins at a dot draws only what it passes. Another one also draws the edge it began on.
    if (!this.dragged && this.dot >= 0) this.edges = [];
    if (this.dot >= 0 && between >= 0) {
      if (this.edges.at(-1) === between) this.edges.pop();
      else if (!this.edges.includes(between)) this.edges.push(between);
    }
    this.dot = dot;
    this.dragged = true;
    this.table.tell("look");
  }

  /** Returns the dot at a point, or -1. @param {[number, number]} point */
  near([x, y]) {
    const { boxes } = this.board.places;
    const { cols } = this.view.board;
    return boxes.findIndex((box, at) => {
      if (!box || Math.floor(at / cols) % 2 || (at % cols) % 2) return false;
      const [u, v] = middleOf(box);
      return Math.hypot(u - x, v - y) < NEAR;
    });
  }

  /** A finger that rests rules the edge out. */
  hold() {
    if (this.dragged || !this.edges.length || this.switch.cycle.length < 2) return;
    this.state = this.switch.next(this.stateOf(this.edges[0]), { button: 2 });
    navigator.vibrate?.(10);
  }

  /** A drag draws the same on all edges, or clears them if the first has that already. @param {boolean} done */
  end(done) {
    const { edges, dragged, trace, state } = this;
    this.edges = [];
    this.table.tell("look");
    if (!done || !edges.length) return;
    this.draw(edges, !dragged ? state : this.stateOf(edges[0]) === trace ? "" : trace);
  }

  // ------------------------------------------------------------ the keyboard

  /** @param {KeyboardEvent} event @param {number} cell */
  key(event, cell) {
    if (event.ctrlKey || event.metaKey) return false;
    if (event.key.toLowerCase() === "x" && this.switch.cycle.length > 1) return (this.crossing = true);
    if (!(event.key in WAYS)) return false;
    const wanted = this.crossing ? this.switch.cycle[1] : event.shiftKey ? this.switch.cycle[0] : null;
    this.crossing = false;
    if (wanted === null) return false;
    const { cols } = this.view.board;
    const [down, right] = WAYS[event.key];
    const to = this.board.beyond(down, right);
    if (to !== cell) {
      const edge = cell + down * cols + right;
      this.draw([edge], this.stateOf(edge) === wanted ? "" : wanted);
      this.board.go(to, true, event);
    }
    return true;
  }
}

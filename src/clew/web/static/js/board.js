// An interactive board: the picture, and a layer over it for pointer, keyboard and screen reader.

import { placesOf } from "../../../board/static/places.js";
import { drawBoard } from "../../../board/static/picture.js";
import { whatIsIn, whereIs } from "../../../board/static/spoken.js";
import { s } from "./dom.js";

/**
 * @typedef {import("../../../board/static/places.js").Board} Board
 * @typedef {import("../../../board/static/places.js").Cell} Cell
 * @typedef {import("../../../board/static/places.js").Box} Box
 * @typedef {Record<string, Set<number>>} Look  sets of cells by the name of their mark
 * @typedef {object} Handlers
 * @property {(cell: number, event: Event) => void} [act]     a click, Enter or the space bar
 * @property {(event: KeyboardEvent, cell: number) => boolean} [key]  another key; returns true if it's used
 * @property {(cell: number, event: Event | null, before: number) => void} [move]  the cursor moved to this cell
 * @property {(cell: number) => void} [hover]                 the mouse is over this cell, -1 for none
 * @property {(cells: number[]) => void} [sweep]              these cells were dragged over
 */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** Words for the marks, for screen readers. @type {Record<string, string>} */
const WORDS = {
  given: "given", wrong: "breaks a rule", mistake: "doesn't match the solution", cause: "a reason for the hint",
  effect: "the hint is about this cell", open: "can be selected", chosen: "selected", pivot: "the pivot of the hint",
  wing: "a wing of the hint", won: "a winning move", drawn: "a drawing move", lost: "a losing move",
};

/** @type {Board} */
const NOTHING = { rows: 0, cols: 0, cells: [], title: "", walls: [] };

/** Returns the largest size of a cell in rem. Small boards have larger cells. @param {Board} board */
const cellSize = (board) =>
  board.layout === "graph" ? (board.spots ? 5 : 3.2) : Math.max(5.2, Math.min(6.5, 30 / Math.max(board.rows, board.cols)));

/** An interactive board. */
export class BoardView {
  /** @param {HTMLElement} host @param {string} piece the word for a piece @param {Handlers} handlers */
  constructor(host, piece, handlers = {}) {
    this.host = host;
    this.piece = piece;
    this.handlers = handlers;
    /** @type {Board} */
    this.board = NOTHING;
    this.places = placesOf(NOTHING);
    this.svg = s("svg");
    /** @type {Element} */
    this.drawing = s("svg");
    this.layer = s("g");
    this.ring = s("rect");
    this.cursor = -1;
    /** The cells that the pointer has been dragged over. @type {number[]} */
    this.swept = [];
    /** @type {(SVGElement | null)[]} */
    this.hits = [];
    /** The pointer event that may have moved the focus. @type {PointerEvent | null} */
    this.pressed = null;
    this.frame = "";
  }

  /** Shows a board with marks. @param {Board} board @param {Look} look */
  show(board, look = {}) {
    this.board = board;
    this.places = placesOf(board);
    const frame = JSON.stringify(this.places);
    if (frame !== this.frame) this.build(frame);
    this.svg.setAttribute("aria-label", board.title);
    const marks = [...(board.marks ?? []),
      ...Object.entries(look).filter(([, cells]) => cells.size).map(([kind, cells]) => ({ kind, cells: [...cells] }))];
    drawBoard({ ...board, marks }, this.drawing);
    /** @type {Map<number, string[]>} */
    const kinds = new Map();
    for (const { kind, cells } of marks) for (const cell of cells) kinds.set(cell, [...(kinds.get(cell) ?? []), kind]);
    this.hits.forEach((hit, index) => hit && this.describe(hit, index, kinds.get(index) ?? []));
  }

  /** @param {SVGElement} hit @param {number} index @param {string[]} kinds */
  describe(hit, index, kinds) {
    const name = ["place", ...kinds].join(" ");
    if (hit.getAttribute("class") !== name) hit.setAttribute("class", name);
    const said = [whereIs(this.board, index), whatIsIn(this.board, index, this.piece), ...kinds.map((kind) => WORDS[kind])];
    const label = [...new Set(said)].filter(Boolean).join(", ");
    if (hit.getAttribute("aria-label") !== label) hit.setAttribute("aria-label", label);
  }

  /** @param {string} frame */
  build(frame) {
    const { board, places } = this;
    this.frame = frame;
    this.drawing = drawBoard(board);
    this.drawing.setAttribute("aria-hidden", "true");
    this.drawing.removeAttribute("role");
    this.svg = s("svg", {
      class: "board", role: "grid", viewBox: `0 0 ${places.width} ${places.height}`,
      "aria-rowcount": board.rows, "aria-colcount": board.cols,
    });
    this.svg.style.maxWidth = `${(places.width / 40) * cellSize(board)}rem`;
    this.svg.style.setProperty("--ratio", String(places.width / places.height));
    this.ring = s("rect", { class: "ring", rx: 2, "aria-hidden": "true" });
    this.svg.append(this.drawing, ...this.buildRows(), this.ring);
    this.listen();
    this.host.replaceChildren(this.svg);
    const kept = this.hits[this.cursor] ? this.cursor : this.hits.findIndex(Boolean);
    this.cursor = -1;
    this.go(kept, false);
  }

  buildRows() {
    const { board, places } = this;
    this.hits = [];
    const rows = [];
    for (let row = 0; row < board.rows; row++) {
      const line = s("g", { role: "row", "aria-rowindex": row + 1 });
      for (let col = 0; col < board.cols; col++) {
        const index = row * board.cols + col;
        const box = places.boxes[index];
        const hit = box && s("rect", {
          class: "place", role: "gridcell", "data-cell": index, "aria-colindex": col + 1, tabindex: -1,
          x: box.x, y: box.y, width: box.w, height: box.h,
        });
        this.hits.push(hit);
        if (hit) line.append(hit);
      }
      if (line.firstChild) rows.push(line);
    }
    return rows;
  }

  listen() {
    this.svg.addEventListener("click", (event) => {
      const index = this.at(event);
      const swept = this.swept.length > 1;
      this.swept = [];
      this.pressed = null;
      if (index < 0 || swept) return;
      this.go(index, true, event);
      this.handlers.act?.(index, event);
    });
    this.svg.addEventListener("pointerdown", (event) => {
      this.pressed = event;
      this.swept = [this.at(event)].filter((cell) => cell >= 0);
    });
    this.svg.addEventListener("pointermove", (event) => this.sweep(event));
    this.svg.addEventListener("pointerover", (event) =>
      event.pointerType === "mouse" && this.handlers.hover?.(this.at(event)));
    this.svg.addEventListener("pointerleave", () => this.handlers.hover?.(-1));
    this.svg.addEventListener("keydown", (event) => this.typed(event));
    this.svg.addEventListener("focusin", (event) => {
      const index = this.at(event);
      if (index >= 0 && index !== this.cursor) this.go(index, false, this.pressed);
    });
  }

  /** Handles dragging over cells. @param {PointerEvent} event */
  sweep(event) {
    if (!event.buttons || !this.swept.length || !this.handlers.sweep) return;
    const cell = this.at({ target: document.elementFromPoint(event.clientX, event.clientY) });
    if (cell < 0 || this.swept.includes(cell)) return;
    this.swept.push(cell);
    this.handlers.sweep(this.swept);
  }

  /** @param {{target: any}} event */
  at(event) {
    const place = event.target?.closest?.("[data-cell]");
    return place && this.svg.contains(place) ? Number(place.getAttribute("data-cell")) : -1;
  }

  /** @param {KeyboardEvent} event */
  typed(event) {
    if (event.altKey || (this.handlers.key?.(event, this.cursor) ?? false)) {
      if (!event.altKey) event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey) return;
    const { board } = this;
    const row = Math.floor(this.cursor / board.cols);
    if (event.key in STEPS) this.step(STEPS[event.key], event);
    else if (event.key === "Home") this.go(this.along(row * board.cols, 1), true, event);
    else if (event.key === "End") this.go(this.along((row + 1) * board.cols - 1, -1), true, event);
    else if (event.key === "Enter" || event.key === " ") this.handlers.act?.(this.cursor, event);
    else return;
    event.preventDefault();
  }

  /** Finds the first existing cell, starting from a position. @param {number} from @param {number} by */
  along(from, by) {
    let cell = from;
    while (cell >= 0 && cell < this.hits.length && !this.hits[cell]) cell += by;
    return cell;
  }

  /** Moves the cursor. It skips gaps, and wraps around at the edges.
   * @param {[number, number]} by @param {Event | null} [event] */
  step([down, right], event = null) {
    if (this.board.layout === "graph") return this.go(this.towards(down, right), true, event);
    const cols = this.places.across ?? this.board.cols;
    const rows = Math.ceil(this.board.cells.length / cols);
    let row = Math.floor(this.cursor / cols);
    let col = this.cursor % cols;
    for (let tries = 0; tries < rows + cols; tries++) {
      row = (row + down + rows) % rows;
      col = (col + right + cols) % cols;
      const cell = row * cols + col;
      if (this.hits[cell]) return this.go(cell, true, event);
    }
  }

  /** Finds the nearest node in a direction, preferring nodes straight ahead.
   * @param {number} down @param {number} right */
  towards(down, right) {
    const from = /** @type {Box} */ (this.places.boxes[this.cursor]);
    let [best, least] = [this.cursor, Infinity];
    this.places.boxes.forEach((box, cell) => {
      const [x, y] = [(box?.x ?? from.x) - from.x, (box?.y ?? from.y) - from.y];
      const [along, aside] = [x * right + y * down, Math.abs(x * down) + Math.abs(y * right)];
      const far = along > 1 ? along + 2 * aside : Infinity;
      if (far < least) [best, least] = [cell, far];
    });
    return best;
  }

  /** Moves the cursor to a cell. @param {number} cell @param {boolean} focus @param {Event | null} [event] */
  go(cell, focus, event = null) {
    const hit = this.hits[cell];
    const box = this.places.boxes[cell];
    if (!hit || !box) return;
    const before = this.cursor;
    this.hits[this.cursor]?.setAttribute("tabindex", "-1");
    this.hits[this.cursor]?.removeAttribute("aria-selected");
    this.cursor = cell;
    hit.setAttribute("tabindex", "0");
    hit.setAttribute("aria-selected", "true");
    for (const [name, value] of Object.entries({ x: box.x, y: box.y, width: box.w, height: box.h })) {
      this.ring.setAttribute(name, String(value));
    }
    if (focus && document.activeElement !== hit) hit.focus({ preventScroll: false });
    if (cell !== before) this.handlers.move?.(cell, event, before);
  }

  /** Focuses the cell with the cursor. */
  focus() {
    this.hits[this.cursor]?.focus({ preventScroll: true });
  }
}

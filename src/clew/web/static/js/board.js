// An interactive board: the picture, and a layer over it for pointer, keyboard and screen reader.

import { isEdge, middleOf, placesOf } from "../../../board/static/places.js";
import { drawBoard } from "../../../board/static/picture.js";
import { whatIsIn, whereIs } from "../../../board/static/spoken.js";
import { s } from "./dom.js";
import { follow } from "./gesture.js";

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
 * @property {import("./gesture.js").Gesture} [gesture]                            what a press, a drag and its end do
 */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** Words for the marks, for screen readers. @type {Record<string, string>} */
const WORDS = {
  given: "given", draft: "being drawn", struck: "can't be, says the hint", placed: "the hint puts something here", clue: "the clue of the hint", threat: "your opponent would win here", wrong: "breaks a rule", mistake: "doesn't match the solution", cause: "a reason for the hint",
  effect: "the hint is about this cell", open: "can be selected", chosen: "selected", pivot: "the pivot of the hint",
  wing: "a wing of the hint", won: "a winning move", drawn: "a drawing move", lost: "a losing move",
};

/** @type {Board} */
const NOTHING = { rows: 0, cols: 0, cells: [], title: "", walls: [] };

/** Returns the largest size of a cell in rem. Small boards have larger cells. @param {Board} board */
const cellSize = (board) =>
  board.layout === "edges" ? Math.max(3.6, Math.min(6.5, 40 / Math.max(board.rows / 2, board.cols / 2))) :
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
    /** True from a press that a gesture handles to the click after it. */
    this.handled = false;
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
        const hit = box && this.target(index, box, { class: "place", role: "gridcell", "data-cell": index,
          "aria-colindex": col + 1, tabindex: -1 });
        this.hits.push(hit);
        if (hit) line.append(hit);
      }
      if (line.firstChild) rows.push(line);
    }
    return rows;
  }

  /** Builds the target of a cell. An edge's is the diamond around it, and a box between edges has none.
   * @param {number} index @param {Box} box @param {Record<string, any>} attributes */
  target(index, box, attributes) {
    if (this.board.layout === "edges" && !isEdge(this.board, index)) {
      if (Math.floor(index / this.board.cols) % 2) return null;
      return s("rect", { ...attributes, x: box.x, y: box.y, width: box.w, height: box.h, "pointer-events": "none" });
    }
    if (!isEdge(this.board, index)) return s("rect", { ...attributes, x: box.x, y: box.y, width: box.w, height: box.h });
    const [x, y] = middleOf(box);
    return s("path", { ...attributes, d: `M${x - 20} ${y}L${x} ${y - 20}L${x + 20} ${y}L${x} ${y + 20}z` });
  }

  listen() {
    this.svg.addEventListener("click", (event) => {
      const index = this.at(event);
      const handled = this.handled && event.detail > 0; // a screen reader's click has no press before it
      this.handled = false;
      this.pressed = null;
      if (index < 0 || handled) return;
      this.go(index, true, event);
      this.handlers.act?.(index, event);
    });
    this.svg.addEventListener("pointerdown", (event) => this.press(event));
    this.svg.addEventListener("contextmenu", (event) => this.handlers.gesture && event.preventDefault());
    this.svg.addEventListener("pointerover", (event) =>
      event.pointerType === "mouse" && this.handlers.hover?.(this.at(event)));
    this.svg.addEventListener("pointerleave", () => this.handlers.hover?.(-1));
    this.svg.addEventListener("keydown", (event) => this.typed(event));
    this.svg.addEventListener("focusin", (event) => {
      const index = this.at(event);
      if (index >= 0 && index !== this.cursor) this.go(index, false, this.pressed);
    });
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.pressed = event;
    this.handled = false;
    const first = this.at(event);
    if (!event.isPrimary || !this.handlers.gesture?.start(first, event)) return;
    this.handled = true;
    if (first >= 0) this.go(first, true, event);
    event.preventDefault();
    const cellAt = (/** @type {PointerEvent} */ { clientX, clientY }) => this.at({ target: document.elementFromPoint(clientX, clientY) });
    follow(event, first, cellAt, this.handlers.gesture);
  }

  /** Returns where a pointer is in the picture. @param {{clientX: number, clientY: number}} event @returns {[number, number]} */
  pointOf({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(
      /** @type {SVGGraphicsElement} */ (this.svg).getScreenCTM()?.inverse());
    return [x, y];
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
    if (this.board.layout === "edges") return this.go(this.beyond(down, right), true, event);
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

  /** Returns the next dot in a direction, or this one at the rim. @param {number} down @param {number} right */
  beyond(down, right) {
    const { rows, cols } = this.board;
    const [row, col] = [Math.floor(this.cursor / cols) + 2 * down, (this.cursor % cols) + 2 * right];
    return row >= 0 && row < rows && col >= 0 && col < cols ? row * cols + col : this.cursor;
  }

  /** Moves cells in the picture, until the next call. @param {number[]} cells @param {number} [dx] @param {number} [dy] */
  lift(cells, dx = 0, dy = 0) {
    for (const each of this.drawing.querySelectorAll("[data-at]")) {
      const lifted = cells.includes(Number(each.getAttribute("data-at")));
      const box = lifted && this.places.boxes[Number(each.getAttribute("data-at"))];
      each.classList.toggle("lifted", lifted);
      /** @type {SVGElement} */ (each).style.transform = box ? `translate(${box.x + dx}px, ${box.y + dy}px)` : "";
    }
  }

  /** Finds the nearest node in a direction from the cursor. @param {number} down @param {number} right */
  towards(down, right) {
    return this.nearest(this.cursor, down, right);
  }

  /** Finds the nearest cell in a direction, preferring those straight ahead.
   * @param {number} start @param {number} down @param {number} right @param {(cell: number) => boolean} [wanted] */
  nearest(start, down, right, wanted = () => true) {
    const from = /** @type {Box} */ (this.places.boxes[start]);
    let [best, least] = [start, Infinity];
    this.places.boxes.forEach((box, cell) => {
      if (!wanted(cell)) return;
      const [x, y] = [(box?.x ?? from.x) - from.x, (box?.y ?? from.y) - from.y];
      const [along, aside] = [x * right + y * down, Math.abs(x * down) + Math.abs(y * right)];
      const far = along > 1 && aside <= 2 * along ? along + 2 * aside : Infinity;
      if (far < least) [best, least] = [cell, far];
    });
    return best;
  }

  /** Moves the cursor to a cell. @param {number} cell @param {boolean} focus @param {Event | null} [event] */
  go(cell, focus, event = null) {
    if (isEdge(this.board, cell)) return this.go(cell - (Math.floor(cell / this.board.cols) % 2 ? this.board.cols : 1), focus, event);
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

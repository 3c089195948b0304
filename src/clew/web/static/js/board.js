// One board: draws a Board as SVG, and makes it usable by pointer, keyboard and screen reader.

import { s } from "./dom.js";
import { skinFor } from "./skins.js";

/**
 * @typedef {{place: number, text: string, tone?: string}} Note
 * @typedef {{text: string, ink: string, shaded: boolean, notes?: Note[]}} Cell
 * @typedef {{first: number, second: number, text: string}} Sign
 * @typedef {{rows: number, cols: number, cells: Cell[], title: string,
 *            walls: number[][], signs: Sign[]}} Board
 * @typedef {Record<string, Set<number>>} Look  sets of cells by what they are: a class for each
 * @typedef {{x: number, y: number, w: number, h: number}} Box
 * @typedef {object} Handlers
 * @property {(cell: number, event: Event) => void} [act]     a click, Enter or the space bar
 * @property {(event: KeyboardEvent, cell: number) => boolean} [key]  another key; true if used
 * @property {(cell: number) => void} [move]                  the cursor went to this cell
 * @property {(cell: number) => void} [hover]                 the mouse is over this cell, -1 for none
 */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const WORDS = {
  wrong: "breaks a rule", mistake: "not as in the solution",
  cause: "reason of the hint", effect: "the hint is about this cell", open: "can be chosen",
};

/** @type {Board} */
const NOTHING = { rows: 0, cols: 0, cells: [], title: "", walls: [], signs: [] };

/** What a board must share with another for its elements to be used again. @param {Board} board */
const frameOf = (board) =>
  JSON.stringify([board.rows, board.cols, board.walls, board.signs, board.title.length > 0]);

/**
 * A picture that is only looked at.
 * @param {Board} board
 * @param {string} shape
 * @param {string} [title]
 * @returns {SVGElement}
 */
export function picture(board, shape, title = board.title) {
  const skin = skinFor(shape, board);
  const { width, height } = skin.size(board);
  const svg = s("svg", {
    class: `board skin-${skin.name} still`, role: "img", viewBox: `0 0 ${width} ${height}`,
    "aria-label": title,
  });
  svg.style.maxWidth = `${width * (skin.still || 1.5)}px`;
  skin.under?.(svg, board);
  board.cells.forEach((cell, index) => {
    if (skin.isVoid(cell, index, board)) return;
    const box = skin.box(index, board);
    const group = s("g", { transform: `translate(${box.x} ${box.y})` });
    group.append(base(cell, box, skin));
    skin.draw(group, cell, box, board, index);
    svg.append(group);
  });
  skin.over?.(svg, board);
  return svg;
}

/** @param {Cell} cell @param {Box} box @param {any} skin */
function base(cell, box, skin) {
  const shaded = cell.shaded && !skin.ownShade;
  return s("rect", {
    class: shaded ? "cell dark" : "cell", width: box.w, height: box.h, rx: skin.round || 0,
  });
}

/** How large a cell may be, in rem: larger where there are few. @param {Board} board @param {any} skin */
const cellSize = (board, skin) =>
  skin.large || Math.max(5.2, Math.min(6.5, 30 / Math.max(board.rows, board.cols)));

/** An interactive board. */
export class BoardView {
  /**
   * @param {HTMLElement} host
   * @param {{shape: string, piece: string}} look
   * @param {Handlers} handlers
   */
  constructor(host, { shape, piece }, handlers = {}) {
    this.host = host;
    this.shape = shape;
    this.piece = piece;
    this.handlers = handlers;
    /** @type {Board} */
    this.board = NOTHING;
    this.skin = skinFor(shape, this.board);
    this.svg = s("svg");
    this.under = s("g");
    this.over = s("g");
    this.ring = s("rect");
    this.around = "";
    this.cursor = -1;
    /** @type {SVGElement[]} */
    this.groups = [];
    /** @type {string[]} */
    this.drawn = [];
    this.frame = "";
  }

  /** Shows this board in that look. @param {Board} board @param {Look} look */
  show(board, look = {}) {
    this.board = board;
    this.skin = skinFor(this.shape, board);
    const now = this.skin.name + frameOf(board);
    if (now !== this.frame) this.build(now);
    this.svg.setAttribute("aria-label", board.title);
    this.around = this.skin.context?.(board) ?? "";
    board.cells.forEach((_, index) => this.update(index, look));
    this.layer("over", this.skin.over);
  }

  /** @param {string} now */
  build(now) {
    const { board, skin } = this;
    this.frame = now;
    this.drawn = [];
    this.groups = [];
    const { width, height } = skin.size(board);
    this.svg = s("svg", {
      class: `board skin-${skin.name}`, role: "grid", viewBox: `0 0 ${width} ${height}`,
      "aria-rowcount": board.rows, "aria-colcount": board.cols,
    });
    this.svg.style.maxWidth = `${(width / 40) * cellSize(board, skin)}rem`;
    this.svg.style.setProperty("--ratio", String(width / height));
    this.under = s("g", { class: "under", "aria-hidden": "true" });
    this.over = s("g", { class: "over", "aria-hidden": "true" });
    this.ring = s("rect", { class: "ring", rx: skin.round || 2, "aria-hidden": "true" });
    this.svg.append(this.under);
    skin.under?.(this.under, board);
    this.buildRows();
    this.svg.append(this.over, this.ring);
    this.listen();
    this.host.replaceChildren(this.svg);
    const usable = board.cells.findIndex((cell, i) => !skin.isVoid(cell, i, board));
    const kept = this.cursor >= 0 && this.cursor < board.cells.length ? this.cursor : usable;
    this.cursor = -1;
    this.go(kept, false);
  }

  buildRows() {
    const { board, skin } = this;
    for (let row = 0; row < board.rows; row++) {
      const line = s("g", { role: "row", "aria-rowindex": row + 1 });
      for (let col = 0; col < board.cols; col++) {
        const index = row * board.cols + col;
        const box = skin.box(index, board);
        const group = s("g", {
          class: "place", role: "gridcell", "data-cell": index, "aria-colindex": col + 1,
          transform: `translate(${box.x} ${box.y})`, tabindex: -1,
        }, s("g"), s("rect", { class: "hit", width: box.w, height: box.h }));
        this.groups.push(group);
        line.append(group);
      }
      this.svg.append(line);
    }
  }

  /** @param {number} index @param {Look} look */
  update(index, look) {
    const { board, skin } = this;
    const cell = board.cells[index];
    const classes = Object.keys(look).filter((name) => look[name]?.has(index));
    const sign = JSON.stringify([cell, classes, this.around]);
    if (sign === this.drawn[index]) return;
    this.drawn[index] = sign;
    const group = this.groups[index];
    const content = s("g", { class: "content" });
    // What is pressed stays in the page, so that a click begins and ends on the same element.
    group.replaceChild(content, /** @type {Element} */ (group.firstChild));
    if (skin.isVoid(cell, index, board)) {
      group.setAttribute("class", "place void");
      group.setAttribute("aria-label", "no cell");
      return;
    }
    const box = skin.box(index, board);
    group.setAttribute("class", ["place", ...classes].join(" "));
    content.append(base(cell, box, skin));
    skin.draw(content, cell, box, board, index);
    if (classes.includes("open")) {
      content.append(s("circle", { class: "dot", cx: box.w / 2, cy: box.h / 2, r: 5 }));
    }
    if (classes.includes("wrong") || classes.includes("mistake")) {
      content.append(s("path", { class: "flag", d: `M${box.w - 9} 1.5h7.5v7.5z` }));
    }
    if (classes.includes("effect") || classes.includes("cause")) {
      content.append(s("rect", {
        class: "frame", x: 2, y: 2, width: box.w - 4, height: box.h - 4, rx: skin.round || 2,
      }));
    }
    group.setAttribute("aria-label", this.label(index, classes));
  }

  /** @param {number} index @param {string[]} classes */
  label(index, classes) {
    const { board, skin } = this;
    const place = skin.where(index, board);
    const extra = classes.map((name) => WORDS[/** @type {keyof WORDS} */ (name)]).filter(Boolean);
    if (classes.includes("given")) extra.unshift("given");
    return [place, skin.say(board.cells[index], index, board, this.piece), ...extra].filter(Boolean).join(", ");
  }

  /** @param {"over"} name @param {Function | undefined} draw */
  layer(name, draw) {
    this[name].replaceChildren();
    draw?.call(this.skin, this[name], this.board);
  }

  listen() {
    this.svg.addEventListener("click", (event) => {
      const index = this.at(event);
      if (index < 0) return;
      this.go(index, true);
      this.handlers.act?.(index, event);
    });
    this.svg.addEventListener("pointerover", (event) =>
      event.pointerType === "mouse" && this.handlers.hover?.(this.at(event)));
    this.svg.addEventListener("pointerleave", () => this.handlers.hover?.(-1));
    this.svg.addEventListener("keydown", (event) => this.typed(event));
    this.svg.addEventListener("focusin", (event) => {
      const index = this.at(event);
      if (index >= 0) this.go(index, false);
    });
  }

  /** @param {Event} event */
  at(event) {
    const place = /** @type {Element} */ (event.target).closest?.("[data-cell]");
    if (!place || place.classList.contains("void")) return -1;
    return Number(place.getAttribute("data-cell"));
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
    if (event.key in STEPS) this.step(STEPS[event.key]);
    else if (event.key === "Home") this.go(this.along(row * board.cols, 1), true);
    else if (event.key === "End") this.go(this.along((row + 1) * board.cols - 1, -1), true);
    else if (event.key === "Enter" || event.key === " ") this.handlers.act?.(this.cursor, event);
    else return;
    event.preventDefault();
  }

  /** The first cell from here on that is one. @param {number} from @param {number} by */
  along(from, by) {
    const { board, skin } = this;
    let cell = from;
    while (cell >= 0 && cell < board.cells.length && skin.isVoid(board.cells[cell], cell, board)) {
      cell += by;
    }
    return cell;
  }

  /** Moves the cursor; past a gap to the next cell, past an edge to the other side. @param {[number, number]} by */
  step([down, right]) {
    const { board, skin } = this;
    let row = Math.floor(this.cursor / board.cols);
    let col = this.cursor % board.cols;
    for (let tries = 0; tries < board.rows + board.cols; tries++) {
      row = (row + down + board.rows) % board.rows;
      col = (col + right + board.cols) % board.cols;
      const cell = row * board.cols + col;
      if (!skin.isVoid(board.cells[cell], cell, board)) return this.go(cell, true);
    }
  }

  /** Puts the cursor on a cell. @param {number} cell @param {boolean} focus */
  go(cell, focus) {
    if (!this.groups[cell]) return;
    const moved = cell !== this.cursor;
    this.groups[this.cursor]?.setAttribute("tabindex", "-1");
    this.groups[this.cursor]?.removeAttribute("aria-selected");
    this.cursor = cell;
    const group = this.groups[cell];
    group.setAttribute("tabindex", "0");
    group.setAttribute("aria-selected", "true");
    if (focus && document.activeElement !== group) group.focus({ preventScroll: false });
    const box = this.skin.box(cell, this.board);
    for (const [name, value] of Object.entries({ x: box.x, y: box.y, width: box.w, height: box.h })) {
      this.ring.setAttribute(name, value);
    }
    if (moved) this.handlers.move?.(cell);
  }

  /** Gives the keyboard to the board. */
  focus() {
    this.groups[this.cursor]?.focus({ preventScroll: true });
  }
}

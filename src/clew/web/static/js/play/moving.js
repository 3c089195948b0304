// The moves in walks and games: on the board, in a list, and in a chooser if a cell has several.

import { h } from "../dom.js";

const MOST = 240;

/** The player's controls for moves. */
export class Moving {
  static help = { how: "", keys: [[["Enter", "Space"], "move to the cell, or press it"]] };

  /**
   * @param {import("./table.js").Table} table
   * @param {{focus(): void, cursor?: number}} board
   * @param {{list: HTMLElement, chooser: HTMLElement, preview: (cells: number[]) => void}} parts
   */
  constructor(table, board, parts) {
    this.table = table;
    this.board = board;
    this.parts = parts;
    this.filter = "";
    /** @type {any[]} */
    this.moves = [];
    /** @type {Map<number, any[]>} */
    this.byCell = new Map();
    this.first = true;
    this.items = h("ul", { class: "moves" });
    this.search = h("input", { type: "search", placeholder: "Find a move", "aria-label": "Find a move",
      oninput: () => ((this.filter = this.search.value.toLowerCase()), this.fill()) });
    this.count = h("span", { class: "soft small" });
    this.details = h("details", { class: "card" }, h("summary", {}, "Moves ", this.count),
      h("div", {}, this.search, this.items));
    this.parts.list.replaceChildren(this.details);
  }

  /** Updates the list and the cells of the board. */
  show() {
    const { view } = this.table;
    this.byCell = new Map();
    this.moves = view.moves;
    for (const move of this.moves) {
      for (const cell of clickable(move)) {
        this.byCell.set(cell, [...(this.byCell.get(cell) || []), move]);
      }
    }
    this.close();
    this.count.textContent = view.moves.length ? `(${view.moves.length}${view.more_moves ? "+" : ""})` : "";
    this.search.hidden = view.moves.length <= 24;
    if (this.search.hidden) this.filter = this.search.value = "";
    if (this.first) this.details.open = view.moves.length <= 24 && this.moves.some(spoken);
    this.first = false;
    this.fill();
    this.details.hidden = view.over || !view.moves.length;
  }

  /** Fills the list, and keeps the keyboard focus in it. */
  fill() {
    const place = [...this.items.querySelectorAll("button")].indexOf(document.activeElement);
    const text = place >= 0 ? document.activeElement?.textContent : "";
    const found = this.moves.filter((move) => move.text.toLowerCase().includes(this.filter));
    this.items.replaceChildren(...found.slice(0, MOST).map((/** @type {any} */ move) => h("li", {}, this.button(move))));
    if (found.length > MOST) this.items.append(h("li", { class: "soft" }, `… and ${found.length - MOST} more. Type to find one.`));
    if (place < 0) return;
    const buttons = [...this.items.querySelectorAll("button")];
    const next = buttons.find((each) => each.textContent === text) || buttons[Math.min(place, buttons.length - 1)];
    if (next) next.focus();
    else this.board.focus();
  }

  /** @param {any} move */
  button(move) {
    const show = () => this.parts.preview(move.cells || []);
    const hide = () => this.parts.preview([]);
    return h("button", {
      type: "button", onclick: () => this.make(move), onfocus: show, onblur: hide,
      onmouseenter: show, onmouseleave: hide,
    }, move.text, this.worth(move.text) && h("small", { class: "soft" }, ` ${this.worth(move.text)}`));
  }

  /** The coach's note on a move. @type {(text: string) => string} */
  worth = () => "";

  /** @param {any} move */
  make(move) {
    this.close();
    this.parts.preview([]);
    this.table.tell("move", { text: move.text });
  }

  /** Marks the cells that have a move, on boards that show them. @returns {Record<string, Set<number>>} */
  look() {
    const { view } = this.table;
    return { open: new Set(view.targets ? this.byCell.keys() : []) };
  }

  /** Returns the cells that a cell's only move affects. @param {number} cell */
  touched(cell) {
    const moves = this.byCell.get(cell) || [];
    return moves.length === 1 ? moves[0].cells || [] : [];
  }

  /** Makes the move of a clicked cell, or offers a choice if it has several. @param {number} cell */
  click(cell) {
    const moves = this.byCell.get(cell) || [];
    if (moves.length === 1) this.make(moves[0]);
    else if (moves.length > 1) this.choose(moves);
    else if (this.table.view.more_moves) this.make({ text: named(cell, this.table.view.board.cols) });
  }

  /** @param {any[]} moves */
  choose(moves) {
    const { chooser } = this.parts;
    const never = h("button", { type: "button", class: "quiet", onclick: () => (this.close(), this.board.focus()) }, "Cancel");
    chooser.replaceChildren(...moves.map((move) => this.button(move)), never);
    chooser.hidden = false;
    chooser.onkeydown = (event) => {
      if (event.key === "Escape") this.close(), this.board.focus();
    };
    /** @type {HTMLElement} */ (chooser.firstElementChild).focus();
  }

  close() {
    this.parts.chooser.hidden = true;
    this.parts.chooser.replaceChildren();
  }

  /** Leaves all keys to the board. @param {KeyboardEvent} _ @param {number} __ */
  key(_, __) {
    return false;
  }
}

/** Names a cell as a move does, for moves that the view doesn't list. @param {number} cell @param {number} cols */
const named = (cell, cols) => `r${Math.floor(cell / cols) + 1}c${(cell % cols) + 1}`;

/** Tests whether a move needs words because the board alone doesn't show it. @param {any} move */
const spoken = (move) => move.cell === null || !/^(r\d+c\d+|\d+|\w)$/.test(move.text);

/** Returns the cells to click for a move. @param {any} move @returns {number[]} */
const clickable = (move) => (move.cell === null || move.cell === undefined ? [] : [move.cell, ...(move.alike ?? [])]);

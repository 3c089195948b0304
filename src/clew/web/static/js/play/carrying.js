// Carrying people across: click those who get into the boat, then cross.

import { h } from "../dom.js";
import { say } from "../shell.js";
import { Moving } from "./moving.js";

export class Carrying extends Moving {
  static help = { how: "Click people to put them into the boat, then click the boat or press Cross.",
    keys: [[["letter"], "one more of these people into the boat"], [["Enter"], "cross"], [["Escape"], "everybody gets out"]] };

  /** @param {import("./table.js").Table} table @param {any} board @param {any} parts */
  constructor(table, board, parts) {
    super(table, board, parts);
    /** The cells of the people in the boat. @type {number[]} */
    this.aboard = [];
    /** The view that the people in the boat belong to. @type {any} */
    this.shown = null;
    this.go = h("button", { type: "button", class: "primary", onclick: () => this.cross() }, "Cross");
    parts.pad.replaceChildren(this.go);
  }

  show() {
    if (this.shown !== this.table.view) this.aboard = [];
    this.shown = this.table.view;
    super.show();
    this.tell();
  }

  /** @returns {Record<string, Set<number>>} */
  look() {
    return { chosen: new Set(this.aboard) };
  }

  /** Returns the text of a cell. @param {number} cell @returns {string} */
  who(cell) {
    return this.table.view.board.cells[cell].text;
  }

  /** The people in the boat, as moves name them. */
  get load() {
    return this.aboard.map((cell) => this.who(cell)).sort().reverse().join("");
  }

  /** The move with this load, if it's one. */
  get move() {
    return this.moves.find(({ text }) => [...text.split(" ")[0]].sort().reverse().join("") === this.load);
  }

  tell() {
    this.go.disabled = !this.move;
    this.go.textContent = this.load ? `Cross with ${this.load}` : "Cross";
  }

  /** The bank with the boat: the boards show it as the half of the row where the boat's letter is. @param {number} cell */
  isHere(cell) {
    const { board } = this.table.view;
    const half = (/** @type {number} */ at) => Number(at % board.cols >= board.cols / 2);
    const boat = board.cells.findIndex((/** @type {any} */ { text }) => text === "B");
    return half(cell) === half(boat);
  }

  /** @param {number} cell */
  click(cell) {
    if (this.who(cell) === "B") return this.cross();
    if (!this.who(cell).trim() || !this.isHere(cell)) return;
    this.aboard = this.aboard.includes(cell) ? this.aboard.filter((each) => each !== cell) : [...this.aboard, cell];
    this.tell();
    this.table.tell("look");
    say(this.load ? `In the boat: ${[...this.load].join(" ")}` : "The boat is empty");
  }

  cross() {
    const { move } = this;
    if (move) this.make(move);
    else say("They can't cross like this");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey) return false;
    if (event.key === "Enter" && this.aboard.length) return this.cross(), true;
    if (event.key === "Escape" && this.aboard.length) return (this.aboard = []), this.tell(), this.table.tell("look"), true;
    const letter = event.key.toUpperCase();
    const next = this.table.view.board.cells.findIndex((/** @type {any} */ { text }, /** @type {number} */ at) =>
      text === letter && letter !== "B" && this.isHere(at) && !this.aboard.includes(at));
    if (letter.length !== 1 || next < 0) return false;
    this.click(next);
    return true;
  }
}

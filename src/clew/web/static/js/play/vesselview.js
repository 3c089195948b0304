// Jugs to play with: choose one, then the one to pour it into. Buttons fill and empty them.

import { BoardView } from "../board.js";
import { h } from "../dom.js";

const WORDS = ["Fill", "Empty"];

export class VesselView {
  /** @param {HTMLElement} host @param {string} piece @param {(text: string) => void} make @param {() => Promise<void>} ready */
  constructor(host, piece, make, ready) {
    this.host = host;
    this.piece = piece;
    this.make = make;
    this.ready = ready;
    /** @type {any} */
    this.view = null;
    /** @type {Set<string>} */
    this.moves = new Set();
    /** @type {HTMLButtonElement[][]} */
    this.acts = [];
    this.source = 0;
    const glasses = h("div", { class: "glasses" });
    this.buttons = h("div", { class: "vesselbuttons" });
    host.replaceChildren(glasses, this.buttons);
    this.board = new BoardView(glasses, piece, {
      act: (cell) => this.pick((cell % this.view.board.cols) + 1),
      key: (event, cell) => this.key(event, (cell % this.view.board.cols) + 1),
      gesture: { start: (cell) => ((this.from = this.to = cell), cell >= 0), over: (cell) => (this.to = cell), end: (done) => done && this.pour() },
    });
    this.from = this.to = -1;
  }

  get cursor() {
    return this.board.cursor;
  }

  /** @param {any} view @param {Set<number>} hinted */
  show(view, hinted) {
    this.view = view;
    this.moves = new Set(view.moves.map((/** @type {any} */ move) => move.text));
    const { board } = view;
    if (!this.acts.length) this.build(board.cols);
    const last = board.cells.length - board.cols - 1;
    const chosen = new Set(this.source ? [last + this.source] : []);
    this.board.show(board, { chosen, effect: new Set([...hinted].map((at) => last + 1 + at)) });
    this.acts.forEach((pair, at) => pair.forEach((button, which) => {
      button.disabled = !this.moves.has(`${WORDS[which].toLowerCase()} ${at + 1}`);
    }));
  }

  /** @param {number} count */
  build(count) {
    this.buttons.style.setProperty("--vessels", String(count));
    this.acts = Array.from({ length: count }, (_, at) => WORDS.map((word) =>
      h("button", { type: "button", "aria-label": `${word} ${this.piece} ${at + 1}`,
        onclick: () => this.do(`${word.toLowerCase()} ${at + 1}`) }, word)));
    this.buttons.replaceChildren(...this.acts.map((pair) => h("div", {}, ...pair)));
  }

  /** Chooses a vessel or pours into it, after all pending moves. @param {number} at */
  async pick(at) {
    await this.ready();
    const text = `pour ${this.source} into ${at}`;
    if (this.source && this.moves.has(text)) return this.do(text);
    this.source = this.source === at ? 0 : at;
    this.show(this.view, new Set());
  }

  /** Pours from the jug where a gesture began into the one where it ended. Without a drag, it's a click. */
  async pour() {
    const [from, to] = [this.from, this.to].map((cell) => (cell % this.view.board.cols) + 1);
    if (this.to < 0) return;
    if (from !== to) this.source = from;
    await this.pick(to);
  }

  /** @param {KeyboardEvent} event @param {number} at */
  key(event, at) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const number = Number(event.key);
    const letter = event.key.toLowerCase();
    if (event.key === "Escape" && this.source > 0) this.pick(this.source);
    else if (number >= 1 && number <= this.view.board.cols) this.pick(number);
    else if (letter === "f" && this.moves.has(`fill ${at}`)) this.do(`fill ${at}`);
    else if (letter === "e" && this.moves.has(`empty ${at}`)) this.do(`empty ${at}`);
    else return false;
    return true;
  }

  /** @param {string} text */
  do(text) {
    this.source = 0;
    this.make(text);
  }

  focus() {
    this.board.focus();
  }
}

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
      key: (event) => event.key === "Escape" && this.source > 0 && (this.pick(this.source), true),
    });
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

  /** @param {string} text */
  do(text) {
    this.source = 0;
    this.make(text);
  }

  focus() {
    this.board.focus();
  }
}

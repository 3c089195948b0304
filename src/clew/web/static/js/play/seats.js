// Who plays a game: you against perfect play, or two at one board.

import { h } from "../dom.js";
import { choose } from "../settings.js";

const PAUSE = 350;
const LEVELS = [["easy", "Easy"], ["medium", "Medium"], ["perfect", "Perfect"]];
const CHOICES = [
  ["first", "You begin"],
  ["second", "Clew begins"],
  ["both", "Two players"],
];

export class Seats {
  /** @param {HTMLElement} host @param {import("./table.js").Table} table @param {(words: string) => void} trouble */
  constructor(host, table, trouble) {
    this.host = host;
    this.table = table;
    this.trouble = trouble;
    /** The round in which a reply is under way. */
    this.replying = 0;
  }

  /** Builds the choice for a game that was opened. */
  lay() {
    if (this.table.view.kind !== "game") return this.host.replaceChildren();
    const radios = CHOICES.map(([value, words]) =>
      h("label", { class: "tick" },
        h("input", { type: "radio", name: "seats", value, checked: this.table.seats === value,
          onchange: () => this.sit(value) }), words));
    const levels = LEVELS.map(([value, words]) =>
      h("label", { class: "tick" },
        h("input", { type: "radio", name: "level", value, checked: this.table.level === value,
          onchange: () => choose({ level: (this.table.level = value) }) }), words));
    this.host.replaceChildren(h("fieldset", {}, h("legend", {}, "Who plays"), h("div", { class: "row" }, ...radios)),
      h("fieldset", {}, h("legend", {}, "How well Clew plays"), h("div", { class: "row" }, ...levels)));
    this.next();
  }

  /** @param {string} seat */
  sit(seat) {
    this.table.seats = seat;
    this.table.dismiss();
  }

  show() {
    for (const each of this.host.querySelectorAll("input")) {
      const radio = /** @type {HTMLInputElement} */ (each);
      radio.checked = radio.value === (radio.name === "seats" ? this.table.seats : this.table.level);
    }
  }

  /** Lets the other side move, if it is its turn. */
  async next() {
    const { round } = this.table;
    if (!this.table.theirTurn || this.replying === round) return;
    this.replying = round;
    const quiet = matchMedia("(prefers-reduced-motion: reduce)").matches;
    await new Promise((done) => setTimeout(done, quiet ? 0 : PAUSE));
    try {
      if (round === this.table.round && this.table.theirTurn) await this.table.act("reply", { level: this.table.level });
    } catch (error) {
      this.table.seats = "both";
      this.trouble(`Clew found no best move in time: move for both. ${/** @type {Error} */ (error).message}`);
      this.show();
    }
    if (this.replying !== round) return;
    this.replying = 0;
    this.next();
  }

  /** How many moves to take back, so that it is your turn again; 0 if that cannot be. */
  back() {
    const { view, seats } = this.table;
    const made = view.played.length;
    if (view.kind !== "game" || seats === "both") return 1;
    const me = seats === "first" ? 0 : 1;
    let count = 1;
    while (count < made && (made - count) % 2 !== me) count++;
    return (made - count) % 2 === me ? count : 0;
  }

  /** How many moves to make again. */
  forth() {
    return this.table.view.kind === "game" && this.table.seats !== "both" ? 2 : 1;
  }

  /** How a game stands, from where you sit; empty to say what the view says. */
  message() {
    const { view, seats } = this.table;
    if (view.kind !== "game") return "";
    if (seats === "both") return "";
    const me = seats === "first" ? 0 : 1;
    if (view.over) {
      if (view.winner === null || view.winner === undefined) return "A draw";
      const much = Math.abs(view.payoff) > 1 ? ` ${Math.abs(view.payoff)}` : "";
      return (view.winner === me ? "You win" : "Clew wins") + much;
    }
    const turn = view.turn ? ` (${view.turn})` : "";
    const last = view.played.length ? view.played[view.played.length - 1] : "";
    if (view.mover !== me) return `Clew${turn} is thinking`;
    return last ? `Clew played ${last}. Your turn${turn}` : `Your turn${turn}`;
  }
}

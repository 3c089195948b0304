// The players of a game: you against Clew, or two people at one board.

import { h } from "../dom.js";
import { choose } from "../settings.js";
import { sentence } from "./hinting.js";

const PAUSE = 350;
const LEVELS = [["easy", "Easy"], ["medium", "Medium"], ["perfect", "Perfect"]];
const CHOICES = [
  ["first", "You go first"],
  ["second", "Clew goes first"],
  ["both", "Two players"],
];

export class Seats {
  /** @param {HTMLElement} host @param {import("./table.js").Table} table @param {(words: string) => void} trouble */
  constructor(host, table, trouble) {
    this.host = host;
    this.table = table;
    this.trouble = trouble;
    /** The round for which Clew is working out a reply. */
    this.replying = 0;
  }

  /** Builds the choices for a game that was just opened. */
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
    this.host.replaceChildren(h("fieldset", {}, h("legend", {}, "Players"), h("div", { class: "row" }, ...radios)),
      h("fieldset", {}, h("legend", {}, "Clew's level"), h("div", { class: "row" }, ...levels)));
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

  /** Lets Clew move if it's Clew's turn. */
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
      this.trouble(`Clew couldn't find a move, so you now play both sides. ${sentence(/** @type {Error} */ (error).message)}`);
      this.show();
    }
    if (this.replying !== round) return;
    this.replying = 0;
    this.next();
  }

  /** Counts the moves to take back until it's your turn again, or returns 0 if there's no such move. */
  back() {
    const { view, seats } = this.table;
    const made = view.played.length;
    if (view.kind !== "game" || seats === "both") return 1;
    const me = seats === "first" ? 0 : 1;
    let count = 1;
    while (count < made && (made - count) % 2 !== me) count++;
    return (made - count) % 2 === me ? count : 0;
  }

  /** Counts the moves to redo. */
  forth() {
    return this.table.view.kind === "game" && this.table.seats !== "both" ? 2 : 1;
  }

  /** Describes a game from your side, or returns "" if the view's own message will do. */
  message() {
    const { view, seats } = this.table;
    if (view.kind !== "game") return "";
    if (seats === "both") return "";
    const me = seats === "first" ? 0 : 1;
    if (view.over) {
      if (view.winner === null || view.winner === undefined) return "It's a draw";
      const much = Math.abs(view.payoff) > 1 ? ` ${Math.abs(view.payoff)}` : "";
      return (view.winner === me ? "You win" : "Clew wins") + much;
    }
    const turn = view.turn ? ` (${view.turn})` : "";
    const last = view.played.length ? view.played[view.played.length - 1] : "";
    if (view.mover !== me) return `Clew${turn} is thinking`;
    return last ? `Clew played ${last}. Your turn${turn}` : `Your turn${turn}`;
  }
}

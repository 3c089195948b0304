// The coach of a game: the value of each move, the strategy, and the move that lost.

import { h } from "../dom.js";
import { counted } from "../names.js";

/** Names a value from the view of the player to move. @param {number} value */
const worth = (value) => (value > 0 ? "won" : value < 0 ? "lost" : "drawn");

/** @param {any} move */
const outlook = ({ value, plies }) => {
  const much = Math.abs(value) > 1 ? ` ${Math.abs(value)}` : "";
  return `${{ won: "wins", lost: "loses", drawn: "draws" }[worth(value)]}${much} in ${counted(plies, "move")}`;
};

export class Coach {
  /** @param {HTMLElement} host @param {import("./table.js").Table} table */
  constructor(host, table) {
    this.host = host;
    this.table = table;
    this.on = false;
    this.plan = false;
    /** The values, and the position they belong to. @type {{at: string | null, values: any[]}} */
    this.known = { at: null, values: [] };
    this.review = "";
    this.reviewed = "";
  }

  /** Updates the coach. */
  show() {
    const { view } = this.table;
    this.host.hidden = view.kind !== "game";
    if (view.kind !== "game") return;
    if (this.on && this.known.at !== view.position_id && !view.over) this.ask();
    if (!view.over) this.review = this.reviewed = "";
    else if (this.lost() && this.reviewed !== view.position_id) this.look();
    const inside = this.host.contains(document.activeElement) ? document.activeElement?.id : "";
    this.host.replaceChildren(h("h2", {}, "Coach"),
      h("div", { class: "row" },
        this.button("coach-values", "Move values", this.on, () => (this.on = !this.on)),
        view.strategy && this.button("coach-plan", "Strategy", this.plan, () => (this.plan = !this.plan)),
        view.over && view.winner !== null && view.played.length > 0 &&
          this.button("coach-review", "Which move lost?", false, () => this.look())),
      ...(this.plan && view.strategy ? this.words(view.strategy) : []),
      ...(this.on && !view.over ? this.list() : []),
      this.review ? h("p", { class: "review" }, this.review) : "");
    if (inside) document.getElementById(inside)?.focus();
  }

  /** @param {string} id @param {string} name @param {boolean} pressed @param {() => void} act */
  button(id, name, pressed, act) {
    return h("button", { id, type: "button", "aria-pressed": String(pressed), onclick: () => (act(), this.table.tell("look"), this.show()) }, name);
  }

  /** Shows the strategy. Indented lines are a table. @param {string} text */
  words(text) {
    const lines = text.split("\n");
    const table = lines.filter((line) => line.startsWith("  "));
    return [h("p", {}, lines.filter((line) => !line.startsWith("  ")).join(" ")), table.length && h("pre", {}, table.join("\n"))].filter(Boolean);
  }

  /** Counts the moves that win, draw and lose. */
  list() {
    if (this.known.at !== this.table.view.position_id) return [h("p", { class: "soft" }, "Evaluating every move …")];
    const count = (/** @type {string} */ which) => this.known.values.filter(({ value }) => worth(value) === which).length;
    const parts = [["won", "win"], ["drawn", "draw"], ["lost", "lose"]].filter(([which]) => count(which))
      .map(([which, verb]) => h("li", { class: `worth ${which}` }, `${counted(count(which), "move")} ${count(which) === 1 ? `${verb}s` : verb}`));
    return [h("ul", { class: "worths" }, ...parts)];
  }

  async ask() {
    const { position_id: at } = this.table.view;
    this.known = { at: null, values: [] };
    const answer = await this.table.peek("values").catch(() => null);
    if (!answer || this.table.view.position_id !== at) return;
    this.known = { at, values: answer.values };
    this.table.tell("look");
    this.show();
  }

  /** Tests whether the player has lost to Clew. */
  lost() {
    const { view, seats } = this.table;
    return seats !== "both" && view.winner === (seats === "first" ? 1 : 0);
  }

  async look() {
    this.reviewed = this.table.view.position_id;
    const answer = await this.table.peek("review").catch(() => null);
    if (!answer) return;
    const { text } = answer.review;
    this.review = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
    this.show();
  }

  /** Marks cells by the value of their best move. @param {any} hands @returns {Record<string, Set<number>>} */
  marks(hands) {
    /** @type {Record<string, Set<number>>} */
    const found = { won: new Set(), drawn: new Set(), lost: new Set() };
    if (!this.on || !hands?.byCell || this.known.at !== this.table.view.position_id) return found;
    const values = new Map(this.known.values.map((move) => [move.text, move]));
    for (const [cell, moves] of hands.byCell) {
      const best = Math.max(...moves.map(({ text }) => values.get(text)?.value ?? -Infinity));
      if (Number.isFinite(best)) found[worth(best)].add(cell);
    }
    return found;
  }

  /** Describes the value of a move, for its button. @param {string} text */
  says(text) {
    const move = this.on && this.known.at === this.table.view.position_id && this.known.values.find((each) => each.text === text);
    return move ? outlook(move) : "";
  }
}

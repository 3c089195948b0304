// A table for names that belong together: a row for each name, a column for each house, and a tick or a cross in each place.

import { h } from "../dom.js";
import { toast } from "./dialogs.js";

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const SAID = { yes: "yes", no: "ruled out", open: "open" };

export class MatchView {
  static help = {
    how: "Click a place to accept it, and click it again to clear it. The right button rules it out.",
    keys: [[["Arrows"], "move around the table"], [["Enter", "Space"], "accept"], [["X", "Delete"], "rule out, or allow again"]],
  };

  /** @param {HTMLElement} host @param {(text: string) => void} make */
  constructor(host, make) {
    this.host = host;
    this.make = make;
    /** @type {any} */
    this.view = null;
    this.cursor = 0;
    /** @type {HTMLElement[]} */
    this.places = [];
    /** The table of each category, and the buttons that choose one on a phone. @type {HTMLElement[]} */
    this.tables = [];
    /** @type {HTMLElement[]} */
    this.tabs = [];
    host.oncontextmenu = (event) => event.preventDefault();
  }

  /** @param {any} view */
  build(view) {
    const { names, values } = view;
    const wide = values.length;
    this.places = [];
    const rows = names.map((/** @type {string} */ name, /** @type {number} */ row) => h("tr", { "data-row": row },
      h("th", { scope: "row" }, name), ...values.map((/** @type {string} */ value, /** @type {number} */ at) => {
        const place = row * wide + at;
        const made = h("td", { role: "gridcell", "data-cell": place, tabindex: place ? -1 : 0,
          onclick: () => this.accept(place), onauxclick: () => this.rule(place), onfocus: () => this.go(place, false) });
        this.places.push(made);
        return made;
      })));
    this.tables = [];
    for (let from = 0; from < rows.length; from += wide) {
      this.tables.push(h("table", { class: "match", role: "grid", "aria-label": `${view.board.title}: ${names.slice(from, from + wide).join(" ")}` },
        h("thead", {}, h("tr", {}, h("td", {}), ...values.map((/** @type {string} */ value) => h("th", { scope: "col" }, value)))),
        h("tbody", {}, ...rows.slice(from, from + wide))));
    }
    this.tabs = this.tables.map((_, at) => h("button", { type: "button", onclick: () => this.turn(at) }, `${names[at * wide]} …`));
    this.host.replaceChildren(
      h("div", { class: "categories", role: "group", "aria-label": "Categories" }, ...this.tabs),
      h("div", { class: "matches", onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event) }, ...this.tables));
    this.turn(0);
  }

  /** Shows a category. On a wide screen, all of them are shown. @param {number} at */
  turn(at) {
    this.tables.forEach((table, index) => table.classList.toggle("shown", index === at));
    this.tabs.forEach((tab, index) => tab.setAttribute("aria-pressed", String(index === at)));
  }

  /** Returns the state of a place: yes, no or open. @param {number} place @returns {keyof typeof SAID} */
  stateOf(place) {
    const [row, at] = this.at(place);
    const { entries, board, marks } = this.view;
    if (entries[row] === at + 1) return "yes";
    const open = marks !== "full" || (board.cells[row].notes ?? []).some((/** @type {any} */ note) => note.text === this.view.values[at]);
    return entries[row] || !open ? "no" : "open";
  }

  /** @param {number} place */
  at(place) {
    const wide = this.view.values.length;
    return [Math.floor(place / wide), place % wide];
  }

  /** @param {any} view @param {any} hint */
  show(view, hint) {
    const first = this.view?.id !== view.id;
    this.view = view;
    if (first) this.build(view);
    const told = hint?.degree === "full" && hint.board?.cells.length === view.entries.length ? hint.board.cells : [];
    const marks = hint?.marks ?? [];
    this.places.forEach((place, index) => {
      const [row, at] = this.at(index);
      const state = this.stateOf(index);
      const note = (told[row]?.notes ?? []).find((/** @type {any} */ each) => each.text === view.values[at]);
      const toned = note?.tone && note.tone !== "plain" ? note.tone : "";
      const wrong = view.wrong.includes(row) && state === "yes" ? "wrong" : "";
      place.className = [state, view.given.includes(row) ? "given" : "", toned, wrong].filter(Boolean).join(" ");
      place.textContent = { yes: "✓", no: "×", open: "" }[state];
      place.setAttribute("aria-label", [`${view.names[row]}, ${view.values[at]}`, SAID[state], toned && `the hint: ${toned}`,
        wrong && "breaks a rule"].filter(Boolean).join(", "));
    });
    const [about] = marks.flatMap((/** @type {any} */ { cells }) => cells);
    if (about !== undefined) this.turn(Math.floor(about / view.values.length));
    for (const each of this.host.querySelectorAll("tr[data-row]")) {
      const row = Number(/** @type {HTMLElement} */ (each).dataset.row);
      each.className = marks.filter((/** @type {any} */ { cells }) => cells.includes(row)).map((/** @type {any} */ { kind }) => kind).join(" ");
    }
  }

  /** @param {number} place */
  accept(place) {
    const [row, at] = this.at(place);
    const { names, values, given } = this.view;
    this.go(place, true);
    if (given.includes(row)) return toast("This one is given");
    this.make(`${names[row]}=${this.stateOf(place) === "yes" ? "" : values[at]}`);
  }

  /** Rules a place out, or allows it again. @param {number} place */
  rule(place) {
    const [row, at] = this.at(place);
    const { names, values, entries, given, marks } = this.view;
    this.go(place, true);
    if (given.includes(row) || entries[row]) return toast("Clear this row first");
    if (marks !== "full") this.make("marks=full");
    this.make(`${names[row]}${this.stateOf(place) === "no" ? "+" : "-"}${values[at]}`);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in WAYS) {
      const [down, right] = WAYS[event.key];
      const wide = this.view.values.length;
      const [row, at] = this.at(this.cursor);
      const rows = this.places.length / wide;
      this.go(((row + down + rows) % rows) * wide + ((at + right + wide) % wide), true);
    } else if (event.key === "Enter" || event.key === " ") this.accept(this.cursor);
    else if (["x", "Delete", "Backspace"].includes(event.key)) this.rule(this.cursor);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Handles a key from outside the table. @param {KeyboardEvent} event */
  typed(event) {
    this.key(event);
  }

  /** @param {number} place @param {boolean} focus */
  go(place, focus) {
    this.places[this.cursor]?.setAttribute("tabindex", "-1");
    this.cursor = place;
    this.turn(Math.floor(place / this.view.values.length ** 2));
    this.places[place].setAttribute("tabindex", "0");
    if (focus) this.places[place].focus();
  }

  focus() {
    this.places[this.cursor]?.focus({ preventScroll: true });
  }
}

/** The table is its own controls. */
export class Matching {
  static help = MatchView.help;

  /** @param {unknown} _ @param {unknown} __ @param {{pad: HTMLElement}} parts */
  constructor(_, __, { pad }) {
    pad.replaceChildren();
  }

  show() {}

  look() {
    return {};
  }
}

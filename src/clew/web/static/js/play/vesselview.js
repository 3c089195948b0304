// Vessels to be used: choose one, then the one to pour it into; fill and empty have buttons.

import { h } from "../dom.js";
import { capital } from "../names.js";
import { amounts, vessel } from "../vessels.js";

const WORDS = ["Fill", "Empty"];

/** The elements of one vessel, which stay while it changes: a click is never lost to a redraw. */
class One {
  /** @param {number} at @param {number} holds @param {VesselView} view */
  constructor(at, holds, view) {
    this.at = at;
    this.glass = h("span", { class: "glass-box" });
    this.button = h("button", { class: "vesselbutton", type: "button", onclick: () => view.pick(at) },
      this.glass, h("span", { class: "small soft" }, `holds ${holds}`));
    this.acts = WORDS.map((word) => h("button", { type: "button", "aria-label": `${word} ${view.view.piece} ${at}`,
      onclick: () => view.do(`${word.toLowerCase()} ${at}`) }, word));
    this.whole = h("div", { class: "one" }, this.button, h("div", { class: "row" }, ...this.acts));
  }
}

export class VesselView {
  /** @param {HTMLElement} host @param {(text: string) => void} make @param {() => Promise<void>} ready */
  constructor(host, make, ready) {
    this.host = host;
    this.make = make;
    this.ready = ready;
    /** @type {any} */
    this.view = null;
    /** @type {Set<string>} */
    this.moves = new Set();
    /** @type {One[]} */
    this.vessels = [];
    this.source = 0;
    this.cursor = -1;
  }

  /** @param {any} view @param {Set<number>} hinted */
  show(view, hinted) {
    this.view = view;
    this.moves = new Set(view.moves.map((/** @type {any} */ move) => move.text));
    const { holds, now, wanted } = amounts(view.board);
    if (!this.vessels.length) this.build(holds);
    const most = Math.max(...holds);
    for (const one of this.vessels) {
      const at = one.at - 1;
      one.glass.replaceChildren(vessel(holds[at], now[at], most, wanted[at]));
      one.whole.classList.toggle("effect", hinted.has(at));
      one.button.setAttribute("aria-pressed", String(this.source === one.at));
      one.button.setAttribute("aria-label", this.label(one.at, holds[at], now[at], wanted[at]));
      one.acts.forEach((button, which) => {
        button.disabled = !this.moves.has(`${WORDS[which].toLowerCase()} ${one.at}`);
      });
    }
  }

  /** @param {number[]} holds */
  build(holds) {
    this.vessels = holds.map((size, at) => new One(at + 1, size, this));
    this.host.replaceChildren(h("div", {
      class: "vessels live", role: "group", "aria-label": this.view.board.title,
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
    }, ...this.vessels.map((one) => one.whole)));
  }

  /** @param {number} at @param {number} holds @param {number} now @param {boolean} wanted */
  label(at, holds, now, wanted) {
    const { piece } = this.view;
    const doing = this.source && this.source !== at ? `, pour ${piece} ${this.source} into it` : "";
    return `${capital(piece)} ${at}, holds ${holds}, has ${now}${wanted ? ", as wanted" : ""}${doing}`;
  }

  /** Chooses a vessel, or pours into it; when moves are under way, after these. @param {number} at */
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

  /** @param {KeyboardEvent} event */
  key(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape" && this.source) this.pick(this.source);
    if (!by) return;
    event.preventDefault();
    const here = this.vessels.findIndex((one) => one.whole.contains(document.activeElement));
    this.vessels[(here + by + this.vessels.length) % this.vessels.length].button.focus();
  }

  focus() {
    this.vessels[0]?.button.focus({ preventScroll: true });
  }
}

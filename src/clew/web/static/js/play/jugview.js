// Jugs to be used: choose one, then the one to pour it into; fill and empty have buttons.

import { h } from "../dom.js";
import { amounts, jug } from "../jugs.js";

export class JugView {
  /** @param {HTMLElement} host @param {(text: string) => void} make @param {() => Promise<void>} ready */
  constructor(host, make, ready) {
    this.host = host;
    this.make = make;
    this.ready = ready;
    /** @type {any} */
    this.view = null;
    /** @type {Set<string>} */
    this.moves = new Set();
    this.source = 0;
    this.cursor = -1;
  }

  /** @param {any} view @param {Set<number>} hinted */
  show(view, hinted) {
    this.view = view;
    this.moves = new Set(view.moves.map((/** @type {any} */ move) => move.text));
    const { holds, now, wanted } = amounts(view.board);
    const most = Math.max(...holds);
    const kept = this.place();
    this.host.replaceChildren(h("div", { class: "jugs live", role: "group", "aria-label": view.board.title, onkeydown: (/** @type {KeyboardEvent} */ e) => this.key(e) },
      ...holds.map((size, at) => this.one(at + 1, size, now[at], most, wanted[at], hinted))));
    if (kept >= 0) this.buttons()[kept]?.focus();
  }

  buttons() {
    return /** @type {HTMLButtonElement[]} */ ([...this.host.querySelectorAll("button")]);
  }

  place() {
    return this.buttons().indexOf(/** @type {any} */ (document.activeElement));
  }

  /** @param {number} at @param {number} holds @param {number} now @param {number} most @param {boolean} wanted @param {Set<number>} hinted */
  one(at, holds, now, most, wanted, hinted) {
    const pressed = this.source === at;
    const doing = this.source && this.source !== at ? `, pour jug ${this.source} into it` : "";
    const label = `Jug ${at}, holds ${holds}, has ${now}${wanted ? ", as wanted" : ""}${doing}`;
    const act = (/** @type {string} */ word) => {
      const text = `${word.toLowerCase()} ${at}`;
      const known = this.view.moves.length > 0;
      return known && h("button", { type: "button", disabled: !this.moves.has(text), "aria-label": `${word} jug ${at}`,
        onclick: () => this.do(text) }, word);
    };
    return h("div", { class: hinted.has(at - 1) ? "one effect" : "one" },
      h("button", { class: "jugbutton", type: "button", "aria-pressed": String(pressed), "aria-label": label,
        onclick: () => this.pick(at) },
        jug(holds, now, most, wanted), h("span", { class: "small soft" }, `holds ${holds}`)),
      h("div", { class: "row" }, act("Fill"), act("Empty")));
  }

  /** Chooses a jug, or pours into it; when moves are under way, after these. @param {number} at */
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
    const jugs = /** @type {HTMLElement[]} */ ([...this.host.querySelectorAll(".jugbutton")]);
    const here = jugs.findIndex((each) => each.closest(".one")?.contains(document.activeElement));
    jugs[(here + by + jugs.length) % jugs.length].focus();
  }

  focus() {
    this.buttons()[0]?.focus({ preventScroll: true });
  }
}

// The switch for what a click does: shade or cross, line or no line, and so on.

import { h } from "../dom.js";
import { say } from "../shell.js";

export class Switch {
  /** @param {HTMLElement} host @param {{mode: string, names?: string[], cycle?: string[]}} input */
  constructor(host, { names = [], cycle = [] }) {
    /** The value that a click enters, or null to cycle through all of them. @type {string | null} */
    this.value = null;
    /** @type {HTMLElement[]} */
    this.buttons = cycle.map((value, at) => h("button", { type: "button", "aria-pressed": "false",
      onclick: () => this.choose(this.value === value ? null : value, names[at]) }, names[at] ?? value));
    this.cycle = cycle;
    host.replaceChildren(cycle.length > 1
      ? h("div", { class: "modes switch", role: "group", "aria-label": "What a click enters" }, ...this.buttons) : "");
  }

  /** @param {string | null} value @param {string} name */
  choose(value, name) {
    this.value = value;
    this.buttons.forEach((button, at) => button.setAttribute("aria-pressed", String(this.cycle[at] === value)));
    say(value === null ? "A click goes through all of them" : `A click enters: ${name}`);
  }

  /** Returns the value that a press enters. @param {string} now the value there @param {{button?: number}} event */
  next(now, { button = 0 } = {}) {
    if (button === 2) return now === this.cycle[1] ? "" : this.cycle[1];
    if (this.value !== null) return now === this.value ? "" : this.value;
    return this.cycle[(this.cycle.indexOf(now) + 1) % this.cycle.length];
  }
}

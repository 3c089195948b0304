// Painting regions: choose a colour or a shape first, then click or drag over regions.

import { Filling } from "./fill.js";

export class Painting extends Filling {
  static help = { how: "Choose a colour or a shape, then click regions or drag over them.",
    keys: [[["1", "…", "9"], "paint with that one; so does its first letter"], [["Delete"], "erase"]] };

  /** @param {import("./table.js").Table} table @param {import("../board.js").BoardView} board @param {any} parts */
  constructor(table, board, parts) {
    super(table, board, parts);
    this.active = 0;
    this.pad.querySelector(".modes")?.remove();
    this.pad.querySelector(".padmodes")?.remove();
  }

  show() {
    super.show();
    this.buttons.forEach((button, at) => button.setAttribute("aria-pressed", String(this.active === at)));
  }

  /** Only the cursor's ring shows the selection, so that the colour below it can be seen. @returns {Record<string, Set<number>>} */
  look() {
    const given = new Set(/** @type {number[]} */ (this.table.view.given));
    return { given, fixed: given, draft: new Set(this.swept) };
  }

  /** @param {number} at */
  press(at) {
    this.active = at;
    this.show();
  }

  /** @param {number} cell @param {Event} event */
  click(cell, event) {
    this.chosen.clear();
    if (event) this.enter(this.active);
  }

  /** @param {number} cell @param {PointerEvent} event */
  start(cell, event) {
    if (cell < 0 || event.button || this.table.view.given.includes(cell)) return false;
    this.swept = [cell];
    return true;
  }

  /** @param {number} cell */
  over(cell) {
    if (cell < 0 || this.swept.includes(cell)) return;
    this.swept.push(cell);
    this.table.tell("look");
  }

  /** @param {boolean} done */
  end(done) {
    const cells = this.swept;
    this.swept = [];
    this.chosen = new Set(cells);
    if (done) this.enter(this.active);
    this.chosen.clear();
    this.table.tell("look");
  }

  /** @param {KeyboardEvent} event @param {number} cell */
  meant(event, cell) {
    const number = Number(event.key) - 1;
    if (Number.isInteger(number) && number >= 0 && number < this.values.length) return number;
    const found = super.meant(event, cell);
    const letter = event.key.toLowerCase();
    return found >= 0 ? found : letter.length === 1 ? this.values.findIndex((/** @type {string} */ value) => value.toLowerCase().startsWith(letter)) : -1;
  }
}

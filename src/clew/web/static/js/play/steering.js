// Steering: arrow keys move the traveller or slide a tile, a swipe does the same, and a click walks there.

import { middleOf } from "../../../../board/static/places.js";
import { h } from "../dom.js";
import { Moving } from "./moving.js";

const LEAST = 24; // the shortest swipe, in pixels
/** @type {Record<string, [number, number, string]>} */
const WAYS = { ArrowUp: [0, -1, "Up"], ArrowLeft: [-1, 0, "Left"], ArrowDown: [0, 1, "Down"], ArrowRight: [1, 0, "Right"] };
const SIGNS = { ArrowUp: "↑", ArrowLeft: "←", ArrowDown: "↓", ArrowRight: "→" };

export class Steering extends Moving {
  static help = {
    how: "Arrow keys move. On a touch screen, swipe or use the arrows below the board. Click a place to walk there.",
    keys: [[["Arrows"], "move"]],
  };

  /** @param {import("./table.js").Table} table @param {any} board @param {any} parts */
  constructor(table, board, parts) {
    super(table, board, parts);
    /** The number of the walk that's going on, so that a press ends it. */
    this.walks = 0;
    /** @type {[number, number]} */
    this.from = [0, 0];
    parts.pad.replaceChildren(h("div", { class: "arrows", role: "group", "aria-label": "Move" },
      ...Object.entries(WAYS).map(([key, [, , word]]) => h("button", { type: "button", class: word.toLowerCase(), "aria-label": word,
        onclick: () => this.steer(key) }, SIGNS[/** @type {keyof typeof SIGNS} */ (key)]))));
  }

  /** Returns the cell that moves and the one that it moves to. @param {any} move @returns {[number, number]} */
  stepOf({ cells: [to, from] }) {
    return [from, to];
  }

  /** Makes the move in a direction. @param {string} key */
  steer(key) {
    this.walks++;
    const [right, down] = WAYS[key];
    const { boxes } = this.board.places;
    const found = this.moves.find((move) => {
      const [[x, y], [u, v]] = this.stepOf(move).map((cell) => middleOf(boxes[cell]));
      return Math.sign(u - x) === right && Math.sign(v - y) === down;
    });
    if (found) this.make(found);
  }

  /** Makes the move to a cell, or walks there. @param {number} cell */
  async click(cell) {
    const [only, another] = this.byCell.get(cell) ?? [];
    if (only && !another) return this.steer(this.keyTo(...this.stepOf(only)));
    const walk = ++this.walks;
    for (const key of this.wayTo(cell)) {
      if (walk !== this.walks) return;
      this.steer(key);
      this.walks = walk;
      await this.table.waiting;
    }
  }

  /** Returns the key for a step. @param {number} from @param {number} to */
  keyTo(from, to) {
    const { cols } = this.table.view.board;
    return to === from + 1 ? "ArrowRight" : to === from - 1 ? "ArrowLeft" : to === from + cols ? "ArrowDown" : "ArrowUp";
  }

  /** Finds the keys of a shortest way to a cell over cells with nothing on them. @param {number} goal */
  wayTo(goal) {
    const { board } = this.table.view;
    if (!this.moves.length) return [];
    const [start] = this.stepOf(this.moves[0]);
    const free = (/** @type {number} */ cell) => !board.cells[cell].text || board.shapes?.[board.cells[cell].text] === "spot";
    /** @type {Map<number, string[]>} */
    const ways = new Map([[start, []]]);
    const waiting = [start];
    for (let here = waiting.shift(); here !== undefined && !ways.has(goal); here = waiting.shift()) {
      for (const [key, [right, down]] of Object.entries(WAYS)) {
        const col = (here % board.cols) + right;
        const next = here + right + down * board.cols;
        if (col < 0 || col >= board.cols || next < 0 || next >= board.cells.length || ways.has(next) || !free(next)) continue;
        ways.set(next, [...(ways.get(here) ?? []), key]);
        waiting.push(next);
      }
    }
    return ways.get(goal) ?? [];
  }

  /** @param {number} cell @param {PointerEvent} event */
  start(cell, event) {
    this.from = [event.clientX, event.clientY];
    this.cell = cell;
    this.to = this.from;
    return event.pointerType === "touch" && cell >= 0;
  }

  /** @param {number} _ @param {PointerEvent} event */
  over(_, event) {
    this.to = [event.clientX, event.clientY];
  }

  /** @param {boolean} done */
  end(done) {
    const [x, y] = [this.to[0] - this.from[0], this.to[1] - this.from[1]];
    if (!done) return;
    if (Math.hypot(x, y) < LEAST) this.click(this.cell);
    else if (Math.abs(x) > Math.abs(y)) this.steer(x > 0 ? "ArrowRight" : "ArrowLeft");
    else this.steer(y > 0 ? "ArrowDown" : "ArrowUp");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!(event.key in WAYS) || event.ctrlKey || event.metaKey || event.shiftKey) return false;
    this.steer(event.key);
    return true;
  }
}

// An empty grid to be filled in: what is written becomes what is given.

import { BoardView } from "../board.js";
import { byId, h } from "../dom.js";
import { playLink } from "../drawing.js";
import { kindName } from "../names.js";
import { Filling } from "../play/fill.js";
import { Table } from "../play/table.js";

/** @param {number} count */
const dots = (count) => ".".repeat(count);
/** @param {number[]} sizes @returns {[string, string][]} */
const squares = (sizes, prefix = "") => sizes.map((n) => [`${n} by ${n}`, `${prefix}${n}`]);
/** @param {number} rows @param {number} cols @returns {[string, string]} */
const lamps = (rows, cols) => [`${rows} by ${cols}`, `${rows}x${cols}:${Array(rows).fill(dots(cols)).join("/")}`];

/** The empty puzzle of each size. @type {Record<string, [string, string][]>} */
const EMPTY = {
  sudoku: [["9 by 9", dots(81)], ["4 by 4", dots(16)], ["6 by 6", `2x3:${dots(36)}`], ["16 by 16", dots(256)]],
  latin: squares([5, 3, 4, 6, 7, 8, 9]),
  queens: squares([8, 4, 5, 6, 7, 9, 10, 12]),
  "lights-out": [lamps(5, 5), lamps(3, 3), lamps(4, 4), lamps(4, 7), lamps(6, 6), lamps(7, 7)],
};

export class GridEditor {
  constructor() {
    this.table = new Table();
    /** @type {BoardView | null} */
    this.view = null;
    /** @type {Filling | null} */
    this.hands = null;
    this.kind = byId("grid-kind");
    this.size = byId("grid-size");
    this.opened = false;
    this.id = "";
    this.kind.append(...Object.keys(EMPTY).map((kind) => h("option", { value: kind }, kindName(kind))));
    this.kind.addEventListener("change", () => (this.sizes(), this.lay()));
    this.size.addEventListener("change", () => this.lay());
    this.table.addEventListener("opened", () => this.build());
    this.table.addEventListener("change", () => this.show());
    this.table.addEventListener("move", (event) =>
      this.table.act("move", { text: /** @type {CustomEvent} */ (event).detail.text }).catch((error) => this.trouble(error.message)));
    byId("shape").addEventListener("submit", (/** @type {Event} */ event) => (event.preventDefault(), this.use()));
    this.sizes();
  }

  open() {
    if (!this.opened) this.lay();
    this.opened = true;
  }

  sizes() {
    this.size.replaceChildren(...EMPTY[this.kind.value].map(([name, text]) => h("option", { value: text }, name)));
  }

  /** @param {string} words */
  trouble(words) {
    byId("grid-error").textContent = words;
    byId("grid-error").hidden = !words;
  }

  lay() {
    this.trouble("");
    byId("pad").replaceChildren();
    if (this.kind.value === "lights-out") return this.lights();
    this.table.open({ id: `${this.kind.value}:${this.size.value}` }).catch((error) => this.trouble(error.message));
  }

  /** Lamps that a click turns on and off, each by itself. */
  lights() {
    this.table.view = null;
    const [size, rows] = this.size.value.split(":");
    const on = rows.split("/").map((/** @type {string} */ row) => [...row]);
    const draw = () => {
      this.id = `lights-out:${size}:${on.map((/** @type {string[]} */ row) => row.join("")).join("/")}`;
      const cells = on.flat().map((/** @type {string} */ lamp) => ({ text: lamp === "#" ? "#" : "", ink: "none", shaded: false }));
      view.show({ rows: on.length, cols: on[0].length, cells, title: "Lamps to turn on", walls: [], signs: [] });
      byId("grid-told").textContent = `${cells.filter((/** @type {any} */ cell) => cell.text).length} lamps are on.`;
    };
    const view = new BoardView(byId("board"), "lights-out", {
      act: (cell) => {
        const [row, col] = [Math.floor(cell / on[0].length), cell % on[0].length];
        on[row][col] = on[row][col] === "#" ? "." : "#";
        draw();
      },
    });
    draw();
  }

  build() {
    const { table } = this;
    const board = new BoardView(byId("board"), table.kind, {
      act: (cell) => this.hands?.click(cell),
      key: (event, cell) => this.hands?.key(event, cell) ?? false,
      move: () => this.hands && this.show(),
    });
    this.view = board;
    this.hands = null;
    board.show(table.view.board);
    this.hands = new Filling(table, board, byId("pad"));
    byId("pad").querySelector(".padmodes")?.remove();
    this.show();
  }

  show() {
    const { view } = this.table;
    if (!view) return;
    this.hands?.show();
    this.view?.show(view.board, { ...this.hands?.look(), wrong: new Set(view.wrong) });
    this.id = view.position_id || "";
    const count = view.entries.filter(Boolean).length;
    byId("grid-told").textContent = view.faults?.length ? view.faults[0] : `${count} cells are given.`;
  }

  use() {
    if (this.id) location.href = playLink(this.id);
    else this.trouble(this.table.view?.message || "This is no puzzle yet.");
  }
}

// An empty grid to be filled in: what is written becomes what is given.

import { BoardView } from "../board.js";
import { byId, h } from "../dom.js";
import { playLink } from "../drawing.js";
import { counted, kindName } from "../names.js";
import { Filling } from "../play/fill.js";
import { Table } from "../play/table.js";
import { isSign, signButtons, Signs } from "./signs.js";

/** @param {number} count */
const dots = (count) => ".".repeat(count);
/** @param {number[]} sizes @returns {[string, string][]} */
const squares = (sizes, prefix = "") => sizes.map((n) => [`${n} by ${n}`, `${prefix}${n}`]);
/** @param {number} rows @param {number} cols @returns {[string, string]} */
const lamps = (rows, cols) => [`${rows} by ${cols}`, `${rows}x${cols}:${Array(rows).fill(dots(cols)).join("/")}`];

/** The empty puzzle of each size. @type {Record<string, [string, string][]>} */
const EMPTY = {
  sudoku: [["9 by 9", dots(81)], ["4 by 4", dots(16)], ["6 by 6", `2x3:${dots(36)}`], ["16 by 16", dots(256)]],
  futoshiki: squares([5, 4, 6, 7, 8, 9]),
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
    /** @type {Signs | null} */
    this.signs = null;
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
    this.signs = this.kind.value === "futoshiki" ? new Signs(Number(this.size.value)) : null;
    this.begin({ id: this.signs ? this.signs.text() : `${this.kind.value}:${this.size.value}` });
  }

  /** @param {{id?: string, saved?: any}} what @param {boolean} [same] */
  begin(what, same) {
    return this.table.open(what, same).catch((error) => this.trouble(error.message));
  }

  /** A sign beside the chosen cell: the same entries in another puzzle. @param {string} key */
  async sign(key) {
    const cell = this.view?.cursor ?? 0;
    if (!this.signs?.toggle(cell, key)) return;
    await this.table.waiting;
    await this.begin({ saved: { ...this.table.saved, id: this.signs.text(), undone: [] } }, true);
    this.view?.go(cell, true);
  }

  /** @param {KeyboardEvent} event @param {number} cell */
  key(event, cell) {
    if (this.signs && isSign(event.key)) this.sign(event.key);
    else return this.hands?.key(event, cell) ?? false;
    return true;
  }

  /** Lamps that a click turns on and off, each by itself. */
  lights() {
    this.table.leave();
    const [size, rows] = this.size.value.split(":");
    const on = rows.split("/").map((/** @type {string} */ row) => [...row]);
    const draw = () => {
      this.id = `lights-out:${size}:${on.map((/** @type {string[]} */ row) => row.join("")).join("/")}`;
      const cells = on.flat().map((/** @type {string} */ lamp) => ({ text: lamp === "#" ? "#" : "", ink: "none", shaded: false }));
      view.show({ rows: on.length, cols: on[0].length, cells, title: "Lamps to turn on", walls: [], signs: [] });
      byId("grid-told").textContent = `${counted(cells.filter((/** @type {any} */ cell) => cell.text).length, "lamp")} on.`;
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
      key: (event, cell) => this.key(event, cell),
      move: () => this.hands && this.show(),
    });
    this.view = board;
    this.hands = null;
    board.show(table.view.board);
    this.hands = new Filling(table, board, byId("pad"));
    byId("pad").querySelector(".padmodes")?.remove();
    if (this.signs) byId("pad").append(signButtons((key) => this.sign(key)));
    this.show();
  }

  show() {
    const { view } = this.table;
    if (!view) return;
    this.hands?.show();
    this.view?.show(view.board, { ...this.hands?.look(), wrong: new Set(view.wrong) });
    this.id = view.position_id || "";
    const count = view.entries.filter(Boolean).length;
    byId("grid-told").textContent = view.faults?.length ? view.faults[0] : `${counted(count, "cell")} given.`;
  }

  use() {
    if (this.id) location.href = playLink(this.id);
    else this.trouble(this.table.view?.message || "This is no puzzle yet.");
  }
}

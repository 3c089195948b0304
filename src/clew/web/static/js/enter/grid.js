// The grid editor: the values you enter become the givens of a puzzle.

import { BoardView } from "../board.js";
import { byId, h } from "../dom.js";
import { playLink } from "../drawing.js";
import { counted } from "../names.js";
import { handsFor } from "../play/hands.js";
import { Table } from "../play/table.js";
import { isSign, signButtons, Signs } from "./signs.js";

export class GridEditor {
  constructor() {
    this.table = new Table();
    /** @type {BoardView | null} */
    this.view = null;
    /** @type {any} */
    this.hands = null;
    /** @type {Signs | null} */
    this.signs = null;
    this.kind = byId("grid-kind");
    this.size = byId("grid-size");
    this.opened = false;
    this.id = "";
    /** The editor's settings of each kind, by its name. @type {Map<string, any>} */
    this.looks = new Map();
    this.kind.addEventListener("change", () => (this.sizes(), this.lay()));
    this.size.addEventListener("change", () => this.lay());
    this.table.addEventListener("opened", () => this.build());
    this.table.addEventListener("change", () => this.show());
    this.table.addEventListener("move", (event) =>
      this.table.act("move", { text: /** @type {CustomEvent} */ (event).detail.text }).catch((error) => this.trouble(error.message)));
    byId("shape").addEventListener("submit", (/** @type {Event} */ event) => (event.preventDefault(), this.use()));
  }

  /** Offers the kinds that have an editor. @param {any[]} kinds */
  offer(kinds) {
    const entered = kinds.filter(({ look }) => look.editor);
    this.looks = new Map(entered.map(({ name, look, examples }) =>
      [name, { ...look, shapes: examples.find((/** @type {any} */ each) => each.board)?.board.shapes }]));
    this.kind.append(...entered.map(({ name, title }) => h("option", { value: name }, title)));
    this.sizes();
    if (this.opened) this.lay();
  }

  open() {
    if (!this.opened && this.looks.size) this.lay();
    this.opened = true;
  }

  get look() {
    return this.looks.get(this.kind.value);
  }

  sizes() {
    this.size.replaceChildren(...this.look.blanks.map((/** @type {string[]} */ [name, text]) => h("option", { value: text }, name)));
  }

  /** @param {string} words */
  trouble(words) {
    byId("grid-error").textContent = words;
    byId("grid-error").hidden = !words;
  }

  lay() {
    this.trouble("");
    byId("pad").replaceChildren();
    if (this.look.editor === "lamps") return this.lamps();
    this.signs = this.look.editor === "signs" ? new Signs(this.kind.value, Number(this.size.value)) : null;
    this.begin({ id: this.signs ? this.signs.text() : `${this.kind.value}:${this.size.value}` });
  }

  /** @param {{id?: string, saved?: any}} what @param {boolean} [same] */
  begin(what, same) {
    return this.table.open(what, same).catch((error) => this.trouble(error.message));
  }

  /** Sets a sign next to the selected cell. That's a new puzzle with the same entries. @param {string} key */
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

  /** Lays out lamps. A click turns only that lamp on or off. */
  lamps() {
    this.table.leave();
    const kind = this.kind.value;
    const [size, rows] = this.size.value.split(":");
    const on = rows.split("/").map((/** @type {string} */ row) => [...row]);
    const draw = () => {
      this.id = `${kind}:${size}:${on.map((/** @type {string[]} */ row) => row.join("")).join("/")}`;
      const cells = on.flat().map((/** @type {string} */ lamp) => ({ text: lamp === "#" ? "#" : "", ink: "none", shaded: false }));
      view.show({ rows: on.length, cols: on[0].length, cells, title: "Click a lamp to turn it on or off", walls: [], shapes: this.look.shapes });
      byId("grid-told").textContent = `${counted(cells.filter((/** @type {any} */ cell) => cell.text).length, "lamp")} on.`;
    };
    const view = new BoardView(byId("board"), this.look.piece, {
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
    const board = new BoardView(byId("board"), table.view.piece, {
      act: (cell, event) => this.hands?.click(cell, event),
      key: (event, cell) => this.key(event, cell),
      move: (cell, event, before) => this.hands && (this.hands.moved?.(cell, event, before), this.show()),
      gesture: {
        start: (cell, event) => this.hands?.start?.(cell, event) ?? false,
        over: (cell, event) => this.hands?.over?.(cell, event),
        end: (done) => this.hands?.end?.(done),
      },
    });
    this.view = board;
    this.hands = null;
    board.show(table.view.board);
    this.hands = handsFor(table, board, { pad: byId("pad"), list: byId("pad"), chooser: byId("pad"), preview: () => {} });
    byId("pad").querySelector(".padmodes")?.remove();
    byId("pad").querySelector(".modes")?.remove();
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
    byId("grid-told").textContent = view.faults?.length ? view.faults[0] : `${counted(count, "cell")} filled in.`;
  }

  use() {
    if (this.id) location.href = playLink(this.id);
    else this.trouble(this.table.view?.message || "This isn't a complete puzzle yet.");
  }
}

// @ts-check
/** The board of a moment, with the search's values and candidates in its cells. */
import { drawBoard } from "../../board/static/picture.js";
import { KIND } from "./nodes.js";

const MOST_NOTED = 25; // with more values, cells count their candidates instead of listing them

/** The mark on the cells of each kind of step. @type {Object<number, string>} */
const TONES = {
  [KIND.TRY]: "tried", [KIND.CHANGE]: "tried", [KIND.PRUNE]: "pruned", [KIND.FAIL]: "failed", [KIND.BACK]: "undone",
  [KIND.UNDO]: "undone", [KIND.CHOOSE]: "pivot",
};

/** @typedef {import("./story.js").Cell} Cell */

export class Picture {
  /** @param {import("./story.js").Story} story */
  constructor(story) {
    this.story = story;
    const { board } = story.head;
    const [least, greatest] = story.values;
    this.offset = least;
    this.count = greatest - least + 1;
    this.base = board.cells;
    const { variables, domains } = story.head;
    const hasNotes = variables && !variables.byValue && domains.length;
    this.frame = hasNotes ? { ...board, values: this.count } : board;
    this.givens = this.findGivens();
    /** @type {Map<string, Cell>} a cache of cells, so that equal cells are the same object */
    this.known = new Map();
    /** @type {import("./story.js").Board} the current board */
    this.board = this.frame;
    this.element = drawBoard(this.board);
    this.element.classList.add("film-board");
  }

  /** Returns whether each variable is given. The cells of given variables stay as they are. */
  findGivens() {
    const { domains, variables, board } = this.story.head;
    const fixed = domains.map((d, x) => {
      const cell = this.story.cellOf(x, d[0] ?? 0);
      return d.length === 1 && cell >= 0 && board.cells[cell]?.ink === "given";
    });
    return variables ? fixed : [];
  }

  /** Shows a moment. @param {import("./moment.js").Moment} moment
   * @param {number[]} [steps] the steps to mark, by default the last one */
  show(moment, steps = [moment.last]) {
    this.board = this.at(moment, steps.filter((step) => step >= 0));
    drawBoard(this.board, this.element);
  }

  /** Returns the board at a moment. @param {import("./moment.js").Moment} moment @param {number[]} steps
   * @returns {import("./story.js").Board} */
  at(moment, steps) {
    const patch = this.story.boards.get(moment.shown);
    if (patch && !Array.isArray(patch)) return patch;
    if (patch) return { ...this.frame, cells: this.patched(patch) };
    return { ...this.frame, cells: this.live(moment, steps), marks: this.marksOf(steps) };
  }

  /** Returns marks for the cells of these steps. Each cell gets the mark of its first step. @param {number[]} steps */
  marksOf(steps) {
    const marked = new Set();
    const marks = [];
    for (const step of steps) {
      const kind = TONES[this.story.kind(step)];
      const cells = kind ? cellsOf(this.story, step).filter((cell) => !marked.has(cell)) : [];
      for (const cell of cells) marked.add(cell);
      if (cells.length) marks.push({ kind, cells });
    }
    return marks;
  }

  /** @param {number[]} patch */
  patched(patch) {
    const cells = this.base.slice();
    for (let i = 0; i < patch.length; i += 2) cells[patch[i]] = this.story.cells[patch[i + 1]];
    return cells;
  }

  /** What is assigned, and the candidates of what is open. @param {import("./moment.js").Moment} moment
   * @param {number[]} steps */
  live(moment, steps) {
    const cells = this.base.slice();
    const places = this.story.head.variables;
    if (!places) return cells;
    const lost = this.lostIn(steps);
    for (let x = 0; x < moment.assigned.length; x++) {
      if (this.givens[x]) continue;
      if (places.byValue) this.place(cells, moment, x, lost);
      else if (cells[this.story.cellOf(x, 0)]) this.write(cells, moment, x, lost);
    }
    return cells;
  }

  /** Returns the values that these steps removed. The board shows them struck out. @param {number[]} steps
   * @returns {Map<number, number[]>} */
  lostIn(steps) {
    const { story } = this;
    const lost = new Map();
    for (const step of steps) {
      if (story.kind(step) !== KIND.PRUNE) continue;
      lost.set(story.subject(step), [...lost.get(story.subject(step)) ?? [], ...story.sets[story.value(step)]]);
    }
    return lost;
  }

  /** Returns a cell with other contents, the same object each time. @param {number} cell @param {string} text @param {string} notes */
  made(cell, text, notes) {
    const key = `${cell}|${text}|${notes}`;
    let found = this.known.get(key);
    if (!found) {
      const { shape, order, ...base } = this.base[cell];
      found = text ? { ...base, text, ink: "answer" } : { ...base, text: "", notes: JSON.parse(notes) };
      this.known.set(key, found);
    }
    return found;
  }

  /** Writes the value or the candidates of a variable that has its own cell.
   * @param {Cell[]} cells @param {import("./moment.js").Moment} moment @param {number} x
   * @param {Map<number, number[]>} lost */
  write(cells, moment, x, lost) {
    const cell = this.story.cellOf(x, 0);
    const value = moment.assigned[x];
    if (value >= 0) cells[cell] = this.made(cell, this.story.text(x, value), "");
    else if (moment.open.length) {
      cells[cell] = this.made(cell, "", this.notes(moment, x, lost.get(x) ?? []));
    }
  }

  /** @param {import("./moment.js").Moment} moment @param {number} x @param {number[]} struck */
  notes(moment, x, struck) {
    const start = x * moment.width + this.offset;
    const found = [];
    for (let i = 0; i < this.count; i++) {
      const gone = struck.includes(i + this.offset);
      if (!moment.open[start + i] && !gone) continue;
      found.push({ place: i, text: this.story.text(x, i + this.offset)[0], tone: gone ? "struck" : "plain" });
    }
    const counted = found.filter(({ tone }) => tone === "plain").length;
    return JSON.stringify(this.count > MOST_NOTED ? [{ place: -1, text: String(counted) }] : found);
  }

  /** Draws a variable whose value is its place, such as a queen in its row.
   * @param {Cell[]} cells @param {import("./moment.js").Moment} moment @param {number} x
   * @param {Map<number, number[]>} lost */
  place(cells, moment, x, lost) {
    const value = moment.assigned[x];
    if (value >= 0) {
      const cell = this.story.cellOf(x, value);
      if (cell >= 0) cells[cell] = this.made(cell, this.story.text(x, value), "");
      return;
    }
    for (let v = 0; v < moment.width; v++) {
      const gone = lost.get(x)?.includes(v);
      const cell = moment.open[x * moment.width + v] || gone ? this.story.cellOf(x, v) : -1;
      if (cell < 0 || cells[cell].text) continue;
      cells[cell] = this.made(cell, "", `[{"place":-1,"text":"•","tone":"${gone ? "struck" : "plain"}"}]`);
    }
  }

  /** Returns the board in words, a line for each row, with the contents or candidates of each cell. */
  rows() {
    const { cells, cols } = this.board;
    const said = cells.map(({ text, notes }) => {
      const left = (notes ?? []).filter(({ tone }) => tone !== "struck").map((note) => note.text).join(" ");
      return text.trim() || (left === "•" ? "possible" : left && `(${left})`) || "empty";
    });
    const rows = [];
    for (let i = 0; i < said.length; i += cols) rows.push(said.slice(i, i + cols));
    return rows.map((row, i) => `Row ${i + 1}: ${row.join(", ")}.`);
  }
}

/** The cells that a step speaks of. @param {import("./story.js").Story} story @param {number} step */
export function cellsOf(story, step) {
  const kind = story.kind(step);
  const x = story.subject(step);
  const places = story.head.variables;
  if (!places || !(kind in TONES)) return [];
  if (!places.byValue) return [story.cellOf(x, 0)].filter((cell) => cell >= 0);
  const values = kind === KIND.PRUNE ? story.sets[story.value(step)]
    : kind === KIND.FAIL || kind === KIND.CHOOSE ? story.head.domains[x] ?? [] : [story.value(step)];
  return values.map((v) => story.cellOf(x, v)).filter((cell) => cell >= 0);
}

// @ts-check
/** The board as SVG: built once, then only the cells that changed are touched. */
import { draw } from "./dom.js";
import { KIND } from "./story.js";

const CELL = 40;
const GAP = 18;
const EDGE = 4;
const SIGNS = { "^": "∧", v: "∨" };
const MOST_NOTED = 25; // with more values than that, candidates are only counted

/** How the cells of a step are ringed: by shape, not by colour alone. @type {Object<number, string>} */
const TONES = {
  [KIND.TRY]: "try", [KIND.CHANGE]: "try", [KIND.PRUNE]: "prune", [KIND.FAIL]: "fail", [KIND.BACK]: "back",
};

/** @typedef {{text: string, ink: string, shaded: boolean, notes: string}} Look */

export class Picture {
  /** @param {import("./story.js").Story} story */
  constructor(story) {
    this.story = story;
    this.element = draw("svg", { class: "film-board", role: "img" });
    /** @type {import("./story.js").Board | null} */
    this.frame = null;
    /** @type {any[]} */
    this.drawn = [];
    this.step = CELL; // from one cell to the next
    this.struck = draw("g", { class: "struck" });
    this.rings = draw("g", {});
    const [least, greatest] = story.values;
    this.offset = least;
    this.count = greatest - least + 1;
    this.side = Math.max(1, Math.ceil(Math.sqrt(this.count)));
    this.base = story.head.board.cells.map((cell) => look(cell));
    this.givens = this.findGivens();
  }

  /** Which variables are given: their cells stay as they are. */
  findGivens() {
    const { domains, variables, board } = this.story.head;
    const fixed = domains.map((d, x) => {
      const cell = this.story.cellOf(x, d[0] ?? 0);
      return d.length === 1 && cell >= 0 && board.cells[cell].ink === "given";
    });
    return variables ? fixed : [];
  }

  /** Show a moment. @param {import("./moment.js").Moment} moment */
  show(moment) {
    const patch = this.story.boards.get(moment.shown);
    if (patch && !Array.isArray(patch)) {
      this.reframe(patch);
      this.paint(patch.cells.map((/** @type {any} */ cell) => look(cell)));
    } else {
      this.reframe(this.story.head.board);
      this.paint(patch ? this.patched(patch) : this.live(moment));
    }
    this.strike(patch ? -1 : moment.last);
    this.ring(patch ? -1 : moment.last);
  }

  /** The candidates that the last step took away are still seen, struck out. @param {number} step */
  strike(step) {
    const { story } = this;
    const prunes = step >= 0 && story.kind(step) === KIND.PRUNE && story.head.variables;
    const lost = prunes ? story.sets[story.value(step)] : [];
    if (!lost.length && !this.struck.firstChild) return;
    const shown = this.count > MOST_NOTED ? [] : lost;
    this.struck.replaceChildren(...shown.flatMap((value) => this.struckOut(story.subject(step), value)));
  }

  /** @param {number} variable @param {number} value */
  struckOut(variable, value) {
    const cell = this.story.cellOf(variable, value);
    if (cell < 0) return [];
    const { x, y } = this.drawn[cell];
    const inside = !this.story.head.variables?.byValue;
    const side = inside ? this.side : 1;
    const place = inside ? value - this.offset : 0;
    const cx = x + ((2 * (place % side) + 1) * CELL) / (2 * side);
    const cy = y + ((2 * Math.floor(place / side) + 1) * CELL) / (2 * side);
    const size = inside ? Math.min(12, Math.floor(30 / side)) : 14;
    const text = inside ? this.story.text(variable, value)[0] : "•";
    const reach = size * 0.45;
    return [
      draw("text", { x: cx, y: cy, dy: ".35em", "font-size": size }, [text]),
      draw("line", { x1: cx - reach, y1: cy + reach, x2: cx + reach, y2: cy - reach }),
    ];
  }

  /** @param {number[]} patch */
  patched(patch) {
    const looks = this.base.slice();
    for (let i = 0; i < patch.length; i += 2) looks[patch[i]] = look(this.story.cells[patch[i + 1]]);
    return looks;
  }

  /** What is assigned, and the candidates of what is open. @param {import("./moment.js").Moment} moment */
  live(moment) {
    const looks = this.base.slice();
    const places = this.story.head.variables;
    if (!places) return looks;
    for (let x = 0; x < moment.assigned.length; x++) {
      if (this.givens[x]) continue;
      if (places.byValue) this.place(looks, moment, x);
      else this.write(looks, moment, x);
    }
    return looks;
  }

  /** A variable with a cell of its own: its value, or its candidates.
   * @param {Look[]} looks @param {import("./moment.js").Moment} moment @param {number} x */
  write(looks, moment, x) {
    const cell = this.story.cellOf(x, 0);
    const value = moment.assigned[x];
    if (value >= 0) {
      looks[cell] = { ...looks[cell], text: this.story.text(x, value), ink: "answer" };
    } else if (moment.open.length) {
      looks[cell] = { ...looks[cell], text: "", notes: this.notes(moment, x) };
    }
  }

  /** @param {import("./moment.js").Moment} moment @param {number} x */
  notes(moment, x) {
    const start = x * moment.width + this.offset;
    let found = "";
    if (this.count > MOST_NOTED) {
      let left = 0;
      for (let i = 0; i < this.count; i++) left += moment.open[start + i];
      return `#${left}`;
    }
    for (let i = 0; i < this.count; i++) {
      found += moment.open[start + i] ? this.story.text(x, i + this.offset)[0] : "\u00a0";
    }
    return found;
  }

  /** A variable whose value says where it stands, such as a queen in her row.
   * @param {Look[]} looks @param {import("./moment.js").Moment} moment @param {number} x */
  place(looks, moment, x) {
    const value = moment.assigned[x];
    if (value >= 0) {
      const cell = this.story.cellOf(x, value);
      if (cell >= 0) looks[cell] = { ...looks[cell], text: this.story.text(x, value), ink: "answer" };
      return;
    }
    for (let v = 0; v < moment.width; v++) {
      const cell = moment.open[x * moment.width + v] ? this.story.cellOf(x, v) : -1;
      if (cell >= 0 && !looks[cell].text) looks[cell] = { ...looks[cell], notes: "•" };
    }
  }

  /** Put rings round the cells that the last step speaks of. @param {number} step */
  ring(step) {
    const tone = step < 0 ? undefined : TONES[this.story.kind(step)];
    if (!tone && !this.rings.firstChild) return;
    const cells = tone ? cellsOf(this.story, step) : [];
    this.rings.replaceChildren(...cells.map((cell) => {
      const { x, y } = this.drawn[cell];
      return draw("rect", { class: `ring ${tone}`, x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2, rx: 3 });
    }));
  }

  /** Build the cells anew if the board has another shape. @param {import("./story.js").Board} board */
  reframe(board) {
    const same = this.frame && this.frame.rows === board.rows && this.frame.cols === board.cols
      && (this.frame === board || String(this.frame.walls) === String(board.walls));
    if (this.frame !== board) this.element.setAttribute("aria-label", board.title);
    if (same) {
      this.frame = board;
      return;
    }
    this.frame = board;
    this.step = CELL + (board.signs.length ? GAP : 0);
    const [width, height] = [board.cols, board.rows].map((n) => n * this.step - (this.step - CELL) + 2 * EDGE);
    this.element.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.element.style.maxWidth = `${Math.min(640, 1.8 * width)}px`;
    this.drawn = board.cells.map((_, i) => this.cell(i, board.cols));
    this.element.replaceChildren(
      ...this.drawn.map((d) => d.group), ...walls(board), ...signs(board, this.step), this.struck, this.rings,
    );
  }

  /** The board in words, a line for each row: what stands in a cell, or what may still stand there. */
  rows() {
    const cols = this.frame ? this.frame.cols : 1;
    const said = (this.looks ?? []).map(({ text, notes }) => {
      const left = [...notes].filter((note) => note.trim()).join(" ");
      return text.trim() || (left === "•" ? "possible" : left && `(${left})`) || "empty";
    });
    return chop(said, cols).map((row, i) => `Row ${i + 1}: ${row.join(", ")}.`);
  }

  /** @param {number} index @param {number} cols */
  cell(index, cols) {
    const x = EDGE + (index % cols) * this.step;
    const y = EDGE + Math.floor(index / cols) * this.step;
    const rect = draw("rect", { class: "cell", x, y, width: CELL, height: CELL });
    const text = draw("text", { x: x + CELL / 2, y: y + CELL / 2, dy: ".35em" });
    const group = draw("g", { "data-cell": index }, [rect, text]);
    return { x, y, group, rect, text, notes: [], last: "" };
  }

  /** @param {Look[]} looks */
  paint(looks) {
    this.looks = looks;
    looks.forEach((each, i) => {
      const key = `${each.text}|${each.ink}|${each.shaded}|${each.notes}`;
      if (this.drawn[i].last !== key) this.repaint(this.drawn[i], each, key);
    });
  }

  /** @param {any} drawn @param {Look} each @param {string} key */
  repaint(drawn, each, key) {
    drawn.last = key;
    const { rect, text } = drawn;
    rect.setAttribute("class", each.shaded ? "cell dark" : "cell");
    text.textContent = each.text === "Q" ? "♛" : each.text;
    text.setAttribute("class", `${each.ink === "none" ? "note" : each.ink} ${each.text.length < 3 ? "big" : "long"}`);
    this.repaintNotes(drawn, each.notes);
  }

  /** One line of text for each row of candidates, every character in its place.
   * @param {any} drawn @param {string} notes */
  repaintNotes(drawn, notes) {
    const single = notes === "•" || notes[0] === "#";
    const side = single ? 1 : this.side;
    const rows = single ? [notes.replace("#", "")] : chop(notes, side);
    while (drawn.notes.length < rows.length) {
      const line = draw("text", { class: "note" });
      drawn.group.append(line);
      drawn.notes.push(line);
    }
    drawn.notes.forEach((/** @type {any} */ line, /** @type {number} */ i) => {
      const row = rows[i] ?? "";
      if (line.textContent === row) return;
      line.textContent = row;
      if (row && line.settled !== side) this.settle(line, drawn, side, i);
    });
  }

  /** @param {any} line @param {any} drawn @param {number} side @param {number} i */
  settle(line, drawn, side, i) {
    line.settled = side;
    const places = Array.from({ length: side }, (_, k) => drawn.x + ((2 * k + 1) * CELL) / (2 * side));
    line.setAttribute("x", places.join(" "));
    line.setAttribute("y", drawn.y + ((2 * i + 1) * CELL) / (2 * side));
    line.setAttribute("dy", ".35em");
    line.setAttribute("font-size", side === 1 ? 14 : Math.min(12, Math.floor(30 / side)));
  }
}

/** The cells that a step speaks of. @param {import("./story.js").Story} story @param {number} step */
export function cellsOf(story, step) {
  const kind = story.kind(step);
  const x = story.subject(step);
  const places = story.head.variables;
  if (!places || kind === KIND.EXPAND || kind === KIND.VALUE || kind === KIND.ANSWER) return [];
  if (!places.byValue) return [story.cellOf(x, 0)].filter((cell) => cell >= 0);
  const values = kind === KIND.PRUNE ? story.sets[story.value(step)]
    : kind === KIND.FAIL ? story.head.domains[x] ?? [] : [story.value(step)];
  return values.map((v) => story.cellOf(x, v)).filter((cell) => cell >= 0);
}

/** @param {import("./story.js").Cell} cell @returns {Look} */
function look(cell) {
  return { text: cell.text, ink: cell.ink, shaded: cell.shaded, notes: "" };
}

/** Pieces of that size. @template {string | string[]} T @param {T} whole @param {number} size @returns {T[]} */
function chop(whole, size) {
  const rows = [];
  for (let i = 0; i < whole.length; i += size) rows.push(whole.slice(i, i + size));
  return /** @type {T[]} */ (rows);
}

/** @param {import("./story.js").Board} board */
function walls(board) {
  if (!board.walls.length) return [];
  const [right, bottom] = [EDGE + board.cols * CELL, EDGE + board.rows * CELL];
  const lines = [[EDGE, EDGE, right, EDGE], [EDGE, bottom, right, bottom],
    [EDGE, EDGE, EDGE, bottom], [right, EDGE, right, bottom]];
  for (const [first, second] of board.walls) {
    const x = EDGE + (second % board.cols) * CELL;
    const y = EDGE + Math.floor(second / board.cols) * CELL;
    const across = Math.floor(first / board.cols) === Math.floor(second / board.cols);
    lines.push(across ? [x, y, x, y + CELL] : [x, y, x + CELL, y]);
  }
  return lines.map(([x1, y1, x2, y2]) => draw("line", { class: "wall", x1, y1, x2, y2 }));
}

/** @param {import("./story.js").Board} board @param {number} step */
function signs(board, step) {
  return board.signs.map(({ first, second, text }) => {
    const row = Math.floor(first / board.cols);
    const across = Math.floor(second / board.cols) === row;
    const half = (step - CELL) / 2;
    const x = EDGE + (first % board.cols) * step + (across ? CELL + half : CELL / 2);
    const y = EDGE + row * step + (across ? CELL / 2 : CELL + half);
    return draw("text", { class: "sign", x, y, dy: ".35em" }, [SIGNS[/** @type {"v"} */ (text)] ?? text]);
  });
}

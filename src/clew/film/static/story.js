// @ts-check
/** A film as it arrives: header, steps, and the tables that steps refer to. */

/** The kinds of events, as clew.core.events numbers them. */
export const KIND = {
  TRY: 0, PRUNE: 1, FAIL: 2, BACK: 3, ANSWER: 4, EXPAND: 5, CHANGE: 6, VALUE: 7,
};
export const STRIDE = 5;
export const COUNTERS = [
  "nodes", "backtracks", "checks", "prunings", "generated", "duplicates", "deepest", "frontier",
];

/**
 * @typedef {{text: string, ink: string, shaded: boolean}} Cell
 * @typedef {{rows: number, cols: number, title: string, cells: Cell[],
 *   walls: [number, number][], signs: {first: number, second: number, text: string}[]}} Board
 * @typedef {{base: number, byVariable: number, byValue: number, of: string,
 *   texts: string[]}} Places
 * @typedef {{id: string, title: string, strategy: string, summary: string, face: string, piece: string,
 *   board: Board, variables: Places | null, domains: number[][], pseudocode: string[]}} Head
 * @typedef {{from: number, steps: number[], sets: number[][], cells: [string, string, number][],
 *   words: string[], boards: [number, any][], narrowed: [number, number[]][],
 *   said: [number, number][], counts: number[][]}} Chunk
 * @typedef {{status: string, reason: string, answers: number,
 *   stats: Object<string, number>}} End
 */

export class Story {
  /** @param {Head} head */
  constructor(head) {
    this.head = head;
    /** @type {number[]} */
    this.steps = [];
    /** @type {number[][]} */
    this.sets = [];
    /** @type {Cell[]} */
    this.cells = [];
    /** @type {string[]} */
    this.words = [];
    /** @type {Map<number, any>} */
    this.boards = new Map();
    /** @type {Map<number, number[]>} */
    this.narrowed = new Map();
    /** @type {Map<number, number>} */
    this.said = new Map();
    /** @type {number[][]} */
    this.counts = [];
    /** @type {Map<number, number>} the step at which each state was expanded */
    this.expanded = new Map();
    /** @type {Set<number>} the steps that expanded a state without successors */
    this.deadEnds = new Set();
    /** @type {End | null} */
    this.end = null;
    /** @type {(() => void)[]} who wants to know of more */
    this.listeners = [];
  }

  get length() {
    return this.steps.length / STRIDE;
  }

  /** @param {Chunk} chunk */
  add(chunk) {
    for (const number of chunk.steps) this.steps.push(number);
    for (const set of chunk.sets) this.sets.push(set);
    for (const [text, ink, shaded] of chunk.cells) this.cells.push({ text, ink, shaded: !!shaded });
    for (const word of chunk.words) this.words.push(word);
    for (const [step, patch] of chunk.boards) this.boards.set(step, patch);
    for (const [step, flat] of chunk.narrowed) this.narrowed.set(step, flat);
    for (const [step, word] of chunk.said) this.said.set(step, word);
    for (const row of chunk.counts) {
      this.settle(row[2]);
      this.counts.push(row);
    }
    for (let step = chunk.from; step < this.length; step++) {
      if (this.kind(step) === KIND.EXPAND) this.expanded.set(this.subject(step), step);
    }
    this.tell();
  }

  /** A walk counts a backtrack once it has found no successors of a state: if there is one more than
   * at the last node, that was a dead end. @param {number} backtracks */
  settle(backtracks) {
    const last = this.counts[this.counts.length - 1];
    if (last && backtracks > last[2] && this.kind(last[0]) === KIND.EXPAND) this.deadEnds.add(last[0]);
  }

  /** @param {End} end */
  finish(end) {
    this.settle(end.stats.backtracks);
    this.end = end;
    this.tell();
  }

  tell() {
    for (const listener of this.listeners) listener();
  }

  /** @param {number} step */
  kind(step) { return this.steps[step * STRIDE]; }
  /** @param {number} step */
  depth(step) { return this.steps[step * STRIDE + 1]; }
  /** @param {number} step */
  subject(step) { return this.steps[step * STRIDE + 2]; }
  /** @param {number} step */
  value(step) { return this.steps[step * STRIDE + 3]; }
  /** @param {number} step */
  line(step) { return this.steps[step * STRIDE + 4]; }

  /** Whether a step is of one of these kinds; a state without successors is a dead end too.
   * @param {number} step @param {number[]} kinds */
  is(step, kinds) {
    return kinds.includes(this.kind(step)) || (kinds.includes(KIND.FAIL) && this.deadEnds.has(step));
  }

  /** What was said with a step: a move, or what an answer says. @param {number} step */
  saying(step) {
    const word = this.said.get(step);
    return word === undefined ? "" : this.words[word];
  }

  /** The counters after so many steps. @param {number} at @returns {Object<string, number>} */
  counted(at) {
    const row = this.counts[this.countedBefore(at)];
    if (this.end && at >= this.length) return this.end.stats;
    return Object.fromEntries(COUNTERS.map((name, i) => [name, row ? row[i + 1] : 0]));
  }

  /** The index of the last row of counters noted before this many steps. @param {number} at */
  countedBefore(at) {
    let low = 0;
    let high = this.counts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.counts[middle][0] < at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** How many steps there were when so many nodes had been. @param {number} nodes */
  stepOfNode(nodes) {
    let low = 0;
    let high = this.counts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.counts[middle][1] <= nodes) low = middle + 1;
      else high = middle;
    }
    return low < this.counts.length ? this.counts[low][0] : this.length;
  }

  get nodes() {
    const last = this.counts[this.counts.length - 1];
    return this.end ? this.end.stats.nodes : last ? last[1] : 0;
  }

  /** The least value that a variable may have, and the greatest. @returns {[number, number]} */
  get values() {
    let [least, greatest] = [Infinity, -Infinity];
    for (const domain of this.head.domains) {
      for (const value of domain) [least, greatest] = [Math.min(least, value), Math.max(greatest, value)];
    }
    return least > greatest ? [0, -1] : [least, greatest];
  }

  /** The cell where a variable with this value stands, or -1.
   * @param {number} variable @param {number} value */
  cellOf(variable, value) {
    const places = this.head.variables;
    if (!places || variable < 0) return -1;
    const cell = places.base + places.byVariable * variable + places.byValue * value;
    return cell >= 0 && cell < this.head.board.cells.length ? cell : -1;
  }

  /** How a player calls a cell. @param {number} cell */
  name(cell) {
    const cols = this.head.board.cols;
    return `r${Math.floor(cell / cols) + 1}c${(cell % cols) + 1}`;
  }

  /** What is written for an assignment. @param {number} variable @param {number} value */
  text(variable, value) {
    const places = this.head.variables;
    if (!places) return String(value);
    return places.texts[places.of === "value" ? value : variable] ?? String(value);
  }
}

/** The story of whole film data, as an exported page holds it. @param {any} data */
export function storyOf(data) {
  const story = new Story(data.head);
  story.add(data.chunk);
  story.finish(data.end);
  return story;
}

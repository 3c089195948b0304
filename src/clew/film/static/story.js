// @ts-check
/** A film as it arrives: header, steps, and the tables that steps refer to. */
import { upgraded } from "./formats.js";
import { isDetail, KIND, NOBODY } from "./nodes.js";

export const STRIDE = 6;
export const COUNTERS = [
  "nodes", "backtracks", "checks", "prunings", "generated", "duplicates", "deepest", "frontier",
];
/** The kinds that make a node. */
const NODES = [KIND.TRY, KIND.ENTER, KIND.EXPAND];
export const NEVER = Infinity; // the step of an event that hasn't happened
const NOTHING_KNOWN = {
  met: -1, taken: NEVER, parent: -1, root: -1, depth: 0, level: 0, g: 0, rank: 0, window: null, valued: NEVER, value: 0,
  replaced: NEVER, by: -1,
};

/**
 * @typedef {import("../../board/static/places.js").Cell} Cell
 * @typedef {import("../../board/static/places.js").Board} Board
 * @typedef {{base: number, byVariable: number, byValue: number, of: string,
 *   texts: string[]}} Places
 * @typedef {{id: string, title: string, strategy: string, called: string, summary: string, face: string, piece: string,
 *   board: Board, variables: Places | null, domains: number[][], pseudocode: string[],
 *   lit: Object<string, number[]>, told: boolean, stops?: number, holds: string, rank: string, select: string, infer: string,
 *   names: {variables: string[], values: string[]}, rules: [string, number[]][], units: number[]}} Head
 * @typedef {{from: number, steps: any[], sets: number[][], whys: any[][], cells: Cell[],
 *   words: string[], boards: [number, any][], narrowed: [number, number[]][],
 *   said: [number, number][], also: [number, number][]}} Chunk
 * @typedef {{status: string, reason: string, answers: number,
 *   stats: Object<string, number>}} End
 * @typedef {{met: number, taken: number, parent: number, root: number, depth: number, level: number, g: number,
 *   rank: number, window: any[] | null, valued: number, value: number, replaced: number, by: number}} Known the facts
 *   about a state: its first step, the step that took it from the frontier, the state it was reached from, the
 *   start of its search, how many states are above it, the numbers that rank it, alpha and beta, the step that
 *   found its value, the value, the step at which another node took its place, and that node
 */

export class Story {
  /** @param {Head} head */
  constructor(head) {
    this.head = head;
    /** @type {any[]} */
    this.steps = [];
    /** @type {number[][]} */
    this.sets = [];
    /** @type {any[][]} */
    this.whys = [];
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
    /** @type {Map<number, number>} the moves that a cut saves, and the node whose place a new one takes */
    this.also = new Map();
    /** @type {Map<number, Known>} */
    this.states = new Map();
    /** @type {number[]} the steps that make nodes */
    this.nodeSteps = [];
    /** @type {Set<number>} the kinds of steps so far */
    this.kinds = new Set();
    /** @type {End | null} */
    this.end = null;
    /** @type {(() => void)[]} functions to call when more arrives */
    this.listeners = [];
    /** @type {Map<number, number[]>} */
    this.children = new Map();
  }

  get length() { return this.steps.length / STRIDE; }

  /** @param {Chunk} chunk */
  add(chunk) {
    for (const number of chunk.steps) this.steps.push(number);
    for (const set of chunk.sets) this.sets.push(set);
    for (const why of chunk.whys) this.whys.push(why);
    for (const cell of chunk.cells) this.cells.push(cell);
    for (const word of chunk.words) this.words.push(word);
    for (const [step, patch] of chunk.boards) this.boards.set(step, patch);
    for (const [step, flat] of chunk.narrowed) this.narrowed.set(step, flat);
    for (const [step, word] of chunk.said) this.said.set(step, word);
    for (const [step, number] of chunk.also) this.also.set(step, number);
    for (let step = chunk.from; step < this.length; step++) this.note(step);
    this.tell();
  }

  /** Records a step's nodes and states. @param {number} step */
  note(step) {
    const kind = this.kind(step);
    this.kinds.add(kind);
    if (NODES.includes(kind)) this.nodeSteps.push(step);
    const state = this.subject(step);
    if (kind === KIND.GENERATE && state >= 0) this.meet(step, state);
    else if (kind === KIND.EXPAND) {
      if (!this.states.has(state)) this.meet(step, state);
      this.stateOf(state).taken = Math.min(step, this.stateOf(state).taken);
    } else if (kind === KIND.DROP) this.stateOf(state).taken = step;
    else if (kind === KIND.WINDOW) this.stateOf(this.node(step)).window = [this.subject(step), this.value(step)];
    else if (kind === KIND.VALUE) {
      const known = this.stateOf(state);
      [known.valued, known.value] = [Math.min(step, known.valued), this.value(step)];
    }
  }

  /** @param {number} step @param {number} state */
  meet(step, state) {
    const [g, rank] = this.why(step); // a rank of null is infinite
    const [parent, depth] = [this.value(step), this.depth(step)];
    const above = this.states.get(parent);
    this.states.set(state, {
      ...NOTHING_KNOWN, met: step, parent, depth, level: depth || (above ? above.level + 1 : 0),
      root: above ? above.root : state, g: g ?? 0, rank: rank === undefined ? 0 : rank ?? Infinity,
    });
    this.children.set(parent, this.children.get(parent) ?? []).get(parent)?.push(state);
    const old = this.kind(step) === KIND.GENERATE ? this.states.get(this.also.get(step) ?? NOBODY) : undefined;
    if (old) [old.replaced, old.by] = [step, state];
  }

  /** Returns the states that were reached from this one, in order. @param {number} state @returns {number[]} */
  childrenOf(state) { return this.children.get(state) ?? []; }

  /** @param {number} state @returns {Known} */
  stateOf(state) {
    return this.states.get(state) ?? { ...NOTHING_KNOWN };
  }

  /** @param {End} end */
  finish(end) {
    this.end = end;
    this.tell();
  }

  tell() {
    for (const listener of [...this.listeners]) listener();
  }

  /** @param {number} step */
  kind(step) { return this.steps[step * STRIDE]; }
  /** @param {number} step */
  depth(step) { return this.steps[step * STRIDE + 1]; }
  /** @param {number} step */
  subject(step) { return this.steps[step * STRIDE + 2]; }
  /** @param {number} step */
  value(step) { return this.steps[step * STRIDE + 3]; }
  /** Returns the numbers that the search based its decision on. @param {number} step @returns {any[]} */
  why(step) { return this.whys[this.steps[step * STRIDE + 4]] ?? []; }

  /** Returns the node that a step is about, or NOBODY. @param {number} step @returns {number} */
  node(step) { return step >= 0 ? this.steps[step * STRIDE + 5] : NOBODY; }

  /** Returns the lines of pseudocode that a step lights up. @param {number} step @returns {number[]} */
  lines(step) {
    const kind = this.kind(step);
    return this.head.lit[`${kind}:${this.aspect(step)}`] ?? this.head.lit[kind] ?? [];
  }

  /** Returns how a value was found: the game is over, the table has it, or the moves gave it. @param {number} step */
  aspect(step) {
    if (this.kind(step) !== KIND.VALUE) return "";
    const node = this.node(step);
    if (step && this.kind(step - 1) === KIND.KNOWN && this.node(step - 1) === node) return "known";
    return this.childrenOf(node).length ? "best" : "over";
  }

  /** Returns whether a step is of one of these kinds. @param {number} step @param {number[]} kinds */
  is(step, kinds) {
    return kinds.includes(this.kind(step));
  }

  /** Returns whether a step belongs to the one before it. @param {number} step */
  folded(step) {
    return isDetail(this.kind(step), this.subject(step));
  }

  /** Returns the end of the step that begins here, including its details. @param {number} at */
  after(at) {
    let next = Math.min(at + 1, this.length);
    while (next < this.length && this.folded(next)) next += 1;
    return next;
  }

  /** Returns the beginning of the step that ends here. @param {number} at */
  before(at) {
    let step = Math.max(0, at - 1);
    while (step > 0 && this.folded(step)) step -= 1;
    return step;
  }

  /** Returns the words that go with a step: a move or a solution. @param {number} step */
  saying(step) {
    const word = this.said.get(step);
    return word === undefined ? "" : this.words[word];
  }

  /** Returns the number of steps it took to make this number of nodes. @param {number} nodes */
  stepOfNode(nodes) {
    return this.nodeSteps[nodes] ?? this.length;
  }

  get nodes() {
    return this.head.told ? this.nodeSteps.length : this.end?.stats.nodes ?? 0;
  }

  /** Returns the first `most` states that wait after a number of steps, in the order they'll be taken.
   * @param {number} at @param {number} most @returns {number[]} */
  waiting(at, most) {
    const { holds } = this.head;
    const found = [];
    if (holds === "stack") {
      const all = [...this.states.keys()];
      for (let i = all.length - 1; i >= 0 && found.length < most; i--) if (this.waits(all[i], at)) found.push(all[i]);
      return found;
    }
    for (const [state, { met }] of this.states) {
      if (met >= at) break;
      if (this.waits(state, at)) found.push(state);
      if (holds === "queue" && found.length === most) break;
    }
    if (holds === "priority queue") {
      found.sort((a, b) => this.compare(a, b));
    }
    return found.slice(0, most);
  }

  /** Compares two states as a heap does: by rank, then by estimate, then by age. @param {number} a @param {number} b */
  compare(a, b) {
    const [one, other] = [this.stateOf(a), this.stateOf(b)];
    const nearer = this.head.rank === "f" && one.rank !== Infinity ? other.g - one.g : 0;
    return one.rank - other.rank || nearer || a - b;
  }

  /** @param {number} state @param {number} at */
  waits(state, at) {
    const { met, taken, replaced } = this.stateOf(state);
    return met < at && taken >= at && !(this.head.holds === "set" && replaced < at);
  }

  /** Returns the states from the start to this one. @param {number} state */
  pathTo(state) {
    const path = [];
    for (let at = state; at >= 0 && this.states.has(at) && path.length < 500; at = this.stateOf(at).parent) path.push(at);
    return path.reverse();
  }

  /** Returns the least and the greatest value of any variable. @returns {[number, number]} */
  get values() {
    let [least, greatest] = [Infinity, -Infinity];
    for (const domain of this.head.domains) {
      for (const value of domain) [least, greatest] = [Math.min(least, value), Math.max(greatest, value)];
    }
    return least > greatest ? [0, -1] : [least, greatest];
  }

  /** Returns the cell of a variable with this value, or -1.
   * @param {number} variable @param {number} value */
  cellOf(variable, value) {
    const places = this.head.variables;
    if (!places || variable < 0) return -1;
    const cell = places.base + places.byVariable * variable + places.byValue * value;
    return cell >= 0 && cell < this.head.board.cells.length ? cell : -1;
  }

  /** Returns the name of a cell. @param {number} cell */
  name(cell) {
    const cols = this.head.board.cols;
    return `r${Math.floor(cell / cols) + 1}c${(cell % cols) + 1}`;
  }

  /** Returns the text of an assignment. @param {number} variable @param {number} value */
  text(variable, value) {
    const places = this.head.variables;
    if (!places) return String(value);
    return places.texts[places.of === "value" ? value : variable] ?? String(value);
  }

  /** Returns the rules of each variable. @returns {number[][]} */
  get rulesOf() {
    if (!this.of) {
      /** @type {number[][]} */
      const of = this.head.domains.map(() => []);
      this.head.rules.forEach(([, scope], number) => scope.forEach((x) => of[x]?.push(number)));
      this.of = of;
    }
    return this.of;
  }
}

/** Makes a story from a whole film, as exported pages contain it. @param {any} data */
export function storyOf(data) {
  const { head, chunk, end } = upgraded(data);
  const story = new Story(head);
  story.add(chunk);
  story.finish(end);
  return story;
}

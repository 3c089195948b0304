// @ts-check
/** The search tree, built from the steps and laid out in one pass. */
import { seen } from "./games.js";
import { KIND, NOBODY } from "./nodes.js";
import { NEVER } from "./story.js";
import { valueText, variable } from "./words.js";

const MOST_STUBS = 4;
const LEAST_FOLDED = 12; // smaller subtrees are never folded by themselves

/** Lists of numbers with one entry per node. Node 0 is the root. */
export class Tree {
  /** @param {import("./story.js").Story} story */
  constructor(story) {
    this.story = story;
    this.parent = [-1];
    this.level = [0];
    this.born = [-1]; // the step at which it appears
    this.died = [NEVER]; // the step at which it proves fruitless
    this.solved = [NEVER]; // the step at which a solution is found there
    this.taken = [NEVER]; // the step at which it's expanded; until then, it waits in the frontier
    this.replaced = [NEVER]; // the step at which another node takes its place
    this.cut = [NEVER]; // the step at which its other moves are cut off, and how many there are
    this.saved = [0];
    this.valued = [NEVER]; // the step at which its value is known, and the value
    this.value = [0];
    /** @type {number[]} for each step, the node in the tree that it's about */
    this.nodeAt = [];
    /** @type {Map<number, number>} the place in the tree of each node of the search */
    this.ofState = new Map();
    /** @type {Map<number, number>} the place that lost its role to another, by the step */
    this.replacedAt = new Map();
    /** @type {number[]} the place that the search left at a step */
    this.left = [];
    /** @type {Float64Array} for each place, the column after the last one below it */
    this.right = new Float64Array(1);
    /** @type {number[]} the node of the search at each place */
    this.number = [0];
    this.path = [0];
    this.hasRoot = true; // a walk has no node before its start
    this.grown = 0;
    /** @type {Set<number>} the nodes whose subtrees are folded */
    this.folds = new Set();
    /** @type {Int32Array} for each node, the one that represents it: itself, or a folded one above it */
    this.as = new Int32Array(1);
    /** @type {Int32Array} the number of nodes below each */
    this.below = new Int32Array(1);
    /** @type {Float64Array} */
    this.x = new Float64Array(1);
    this.leaves = 1;
    this.deepest = 0;
  }

  get size() {
    return this.parent.length;
  }

  /** Adds the steps that have arrived. */
  grow() {
    const { story } = this;
    const before = this.grown;
    for (; this.grown < story.length; this.grown++) this.step(this.grown);
    if (this.grown !== before) this.layOut();
  }

  /** @param {number} step */
  step(step) {
    const { story, path } = this;
    const kind = story.kind(step);
    if (kind === KIND.TRY) path.push(this.add(path[path.length - 1], step, 0, story.node(step)));
    else if (kind === KIND.BACK || kind === KIND.UNDO) this.back(step);
    else if (kind === KIND.EXPAND) this.expand(step);
    else if (kind === KIND.GENERATE && story.subject(step) >= 0) this.wait(step);
    const node = this.placeOf(story.node(step));
    if (kind === KIND.FAIL || kind === KIND.STUCK) this.kill(node, step);
    else if (kind === KIND.ANSWER) this.solve(node, step);
    else if (kind === KIND.VALUE) this.judge(step, node);
    else if (kind === KIND.CUT && story.subject(step) >= 0) this.prune(step, node);
    this.nodeAt[step] = node;
  }

  /** Returns the place in the tree of a node of the search. @param {number} node */
  placeOf(node) {
    if (!this.hasRoot) return this.ofState.get(node) ?? 0;
    return node < this.size ? Math.max(0, node) : 0;
  }

  /** @param {number} step @param {number} node */
  judge(step, node) {
    if (this.valued[node] === NEVER) this.valued[node] = step;
    this.value[node] = seen(this.story, this.number[node], this.story.value(step));
  }

  /** @param {number} step @param {number} node */
  prune(step, node) {
    this.cut[node] = step;
    this.saved[node] = this.story.also.get(step) ?? 0;
  }

  /** Adds a node that joins the frontier. @param {number} step a GENERATE */
  wait(step) {
    const { story } = this;
    const old = this.ofState.get(story.also.get(step) ?? NOBODY);
    if (old !== undefined) {
      this.replaced[old] = Math.min(step, this.replaced[old]);
      this.replacedAt.set(step, old);
    }
    if (!this.ofState.has(story.subject(step))) this.enter(step);
  }

  /** Adds a node of the search below its parent. @param {number} step a GENERATE or an EXPAND */
  enter(step) {
    const { story } = this;
    this.hasRoot = false;
    const state = story.subject(step);
    const parent = this.ofState.get(story.value(step)) ?? 0;
    const node = this.add(parent, step, parent ? 0 : story.depth(step) + 1, state);
    this.ofState.set(state, node);
    return node;
  }

  /** @param {number} parent @param {number} step @param {number} level @param {number} number of the node in the search */
  add(parent, step, level, number) {
    this.number.push(number);
    this.taken.push(NEVER);
    this.replaced.push(NEVER);
    this.cut.push(NEVER);
    this.saved.push(0);
    this.parent.push(parent);
    this.level.push(Math.max(this.level[parent] + 1, level));
    this.born.push(step);
    this.died.push(NEVER);
    this.solved.push(NEVER);
    this.valued.push(NEVER);
    this.value.push(0);
    this.deepest = Math.max(this.deepest, this.level[this.size - 1]);
    return this.size - 1;
  }

  /** @param {number} step */
  back(step) {
    const node = this.path.length > 1 ? /** @type {number} */ (this.path.pop()) : 0;
    this.left[step] = node;
    this.kill(node, step);
  }

  /** @param {number} step */
  expand(step) {
    const node = this.ofState.get(this.story.subject(step)) ?? this.enter(step);
    this.taken[node] = Math.min(step, this.taken[node]);
  }

  /** @param {number} node @param {number} step */
  kill(node, step) {
    if (node && this.solved[node] === NEVER && this.died[node] === NEVER) this.died[node] = step;
  }

  /** @param {number} node @param {number} step */
  solve(node, step) {
    for (let at = node; at >= 0 && this.solved[at] === NEVER; at = this.parent[at]) {
      if (at === node || this.hasRoot) this.solved[at] = step;
    }
  }

  /** Gives each node a place. Each leaf has its own column, and its parent is above the middle. Nodes
   * below a folded node have no place. */
  layOut() {
    const size = this.size;
    const leaves = new Int32Array(size);
    this.as = new Int32Array(size);
    this.below = new Int32Array(size);
    for (let node = 1; node < size; node++) {
      const parent = this.parent[node];
      this.as[node] = this.as[parent] !== parent || this.folds.has(parent) ? this.as[parent] : node;
    }
    for (let node = size - 1; node > 0; node--) {
      this.below[this.parent[node]] += this.below[node] + 1;
      if (this.as[node] !== node) continue;
      if (!this.folds.has(node)) leaves[node] += this.stubs(node);
      if (!leaves[node]) leaves[node] = 1;
      leaves[this.parent[node]] += leaves[node];
    }
    leaves[0] += this.stubs(0);
    this.leaves = Math.max(1, leaves[0]);
    const next = new Float64Array(size);
    this.x = new Float64Array(size);
    this.right = new Float64Array(size);
    this.right[0] = this.leaves;
    this.x[0] = (this.leaves - 1) / 2;
    for (let node = 1; node < size; node++) {
      if (this.as[node] !== node) continue;
      const parent = this.parent[node];
      next[node] = next[parent];
      next[parent] += leaves[node];
      this.x[node] = next[node] + (leaves[node] - 1) / 2;
      this.right[node] = next[node] + leaves[node];
    }
  }

  /** Returns how many columns a node needs for the moves that were cut off: one for each, but at most four.
   * @param {number} node */
  stubs(node) {
    return Math.min(this.saved[node], MOST_STUBS);
  }

  /** Returns the column of a cut move: to the right of the moves that were tried. @param {number} node @param {number} i */
  stubAt(node, i) {
    return this.right[node] - this.stubs(node) + i;
  }

  /** Returns the first place that appeared at or after a step. @param {number} step */
  firstBorn(step) {
    let [low, high] = [0, this.size];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.born[middle] < step) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the lines from the start to a place, each as a place and the one above it. @param {number} node
   * @returns {[number, number][]} */
  way(node) {
    const found = /** @type {[number, number][]} */ ([]);
    for (let at = node; at > 0; at = this.parent[at]) {
      const parent = this.parent[at];
      if (parent > 0 || this.hasRoot) found.push([at, parent]);
    }
    return found;
  }

  /** Folds or unfolds the subtree of a node. @param {number} node */
  fold(node) {
    if (!this.folds.delete(node) && this.below[node]) this.folds.add(node);
    this.layOut();
  }

  /** Folds the highest large subtrees without a solution, or unfolds all. */
  foldFailed() {
    if (this.folds.size) this.folds.clear();
    else {
      const least = Math.max(LEAST_FOLDED, this.size / 200);
      for (let node = 1; node < this.size; node++) {
        if (this.folds.has(this.parent[node])) continue;
        if (this.below[node] >= least && this.died[node] !== NEVER && !this.insideFold(node)) this.folds.add(node);
      }
    }
    this.layOut();
  }

  /** @param {number} node */
  insideFold(node) {
    for (let at = this.parent[node]; at > 0; at = this.parent[at]) if (this.folds.has(at)) return true;
    return false;
  }

  /** Returns the short name of a node. @param {number} node */
  label(node) {
    const { story } = this;
    const step = this.born[node];
    if (step < 0) return "start";
    const x = story.subject(step);
    if (story.kind(step) === KIND.TRY) {
      const places = story.head.variables;
      if (places && places.byValue) return story.name(story.cellOf(x, story.value(step)));
      return `${variable(story, x)} = ${valueText(story, x, story.value(step))}`;
    }
    return story.saying(story.stateOf(x).met).split("\n")[0] || (story.value(step) < 0 ? "start" : `state ${x}`);
  }

  /** Returns the current node of the search after a number of steps. @param {number} at */
  current(at) {
    return at > 0 ? this.nodeAt[at - 1] ?? 0 : 0;
  }
}

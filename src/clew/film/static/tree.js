// @ts-check
/** The search tree: grown from the steps, and laid out in one pass. */
import { KIND } from "./story.js";

/** The step of what has not happened. */
const NEVER = Infinity;

/** Lists of numbers, one entry a node; node 0 is the root. */
export class Tree {
  /** @param {import("./story.js").Story} story */
  constructor(story) {
    this.story = story;
    this.parent = [-1];
    this.level = [0];
    this.born = [-1]; // the step at which it appears
    this.died = [NEVER]; // the step at which it proves fruitless
    this.solved = [NEVER]; // the step at which an answer is found there
    this.valued = [NEVER]; // the step at which its value is known, and the value
    this.value = [0];
    /** @type {number[]} the node at which the search is after each step */
    this.nodeAt = [];
    /** @type {Map<number, number>} the node of each state */
    this.ofState = new Map();
    this.path = [0];
    this.hasRoot = true; // a walk has no node before its start
    this.grown = 0;
    /** @type {Float64Array} */
    this.x = new Float64Array(1);
    this.leaves = 1;
    this.deepest = 0;
  }

  get size() {
    return this.parent.length;
  }

  /** Take in the steps that have arrived. */
  grow() {
    const { story } = this;
    const before = this.size;
    for (; this.grown < story.length; this.grown++) this.step(this.grown);
    if (this.size !== before) this.layOut();
  }

  /** @param {number} step */
  step(step) {
    const { story, path } = this;
    const kind = story.kind(step);
    if (kind === KIND.TRY) path.push(this.add(path[path.length - 1], step, 0));
    else if (kind === KIND.BACK) this.back(step);
    else if (kind === KIND.EXPAND) this.expand(step);
    else if (kind === KIND.FAIL) this.kill(path[path.length - 1], step);
    else if (kind === KIND.ANSWER) this.solve(path[path.length - 1], step);
    else if (kind === KIND.VALUE) {
      this.judge(step, this.ofState.get(story.subject(step)) ?? 0);
      return;
    }
    this.nodeAt[step] = this.path[this.path.length - 1];
  }

  /** @param {number} step @param {number} node */
  judge(step, node) {
    this.nodeAt[step] = node;
    if (this.valued[node] === NEVER) this.valued[node] = step;
    this.value[node] = this.story.value(step);
  }

  /** @param {number} parent @param {number} step @param {number} level */
  add(parent, step, level) {
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
    this.kill(node, step);
  }

  /** @param {number} step */
  expand(step) {
    const { story } = this;
    this.hasRoot = false;
    const parent = this.ofState.get(story.value(step)) ?? 0;
    const node = this.add(parent, step, story.depth(step) + 1);
    this.ofState.set(story.subject(step), node);
    this.path = [node];
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

  /** Give each node a place: a column for each leaf, and its parent above the middle. */
  layOut() {
    const size = this.size;
    const leaves = new Int32Array(size);
    for (let node = size - 1; node > 0; node--) {
      if (!leaves[node]) leaves[node] = 1;
      leaves[this.parent[node]] += leaves[node];
    }
    this.leaves = Math.max(1, leaves[0]);
    const left = new Float64Array(size);
    const next = new Float64Array(size);
    this.x = new Float64Array(size);
    this.x[0] = (this.leaves - 1) / 2;
    for (let node = 1; node < size; node++) {
      const parent = this.parent[node];
      left[node] = next[node] = next[parent];
      next[parent] += leaves[node];
      this.x[node] = left[node] + (leaves[node] - 1) / 2;
    }
  }

  /** The node at which the search is after so many steps. @param {number} at */
  current(at) {
    return at > 0 ? this.nodeAt[at - 1] ?? 0 : 0;
  }
}

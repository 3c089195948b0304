// @ts-check
/** The moment of a film after a number of steps, as clew.film.moment defines it. */
import { KIND, NOBODY, WAITING } from "./nodes.js";
import { COUNTERS } from "./story.js";

const EVERY = 256; // the number of steps between two saved states
/** The index of each counter. clew.core.events defines the events that add to it. */
const [NODES_AT, BACKTRACKS_AT, CHECKS_AT, PRUNINGS_AT, GENERATED_AT, DUPLICATES_AT, DEEPEST_AT, FRONTIER_AT] =
  COUNTERS.map((_, i) => i);
/** @type {Object<number, number[]>} the counters that an event of each kind increments */
const COUNTED = {
  [KIND.TRY]: [NODES_AT], [KIND.ENTER]: [NODES_AT], [KIND.EXPAND]: [NODES_AT],
  [KIND.BACK]: [BACKTRACKS_AT], [KIND.STUCK]: [BACKTRACKS_AT], [KIND.CUT]: [PRUNINGS_AT],
  [KIND.GENERATE]: [GENERATED_AT], [KIND.DUPLICATE]: [GENERATED_AT, DUPLICATES_AT], [KIND.KNOWN]: [DUPLICATES_AT],
};
/** The kinds of steps that show the board of their node. */
const OF_STATES = [
  KIND.EXPAND, KIND.VALUE, KIND.GENERATE, KIND.DUPLICATE, KIND.STUCK, KIND.DROP, KIND.CUT, KIND.KNOWN, KIND.WINDOW, KIND.INFER, KIND.ROUND,
];

/** The state of a search at one moment of a film. */
export class Moment {
  /** @param {number} variables @param {number} width the number of values */
  constructor(variables, width) {
    this.width = width;
    this.open = new Uint8Array(variables * width); // 1 while a value is possible
    this.assigned = new Int32Array(variables).fill(-1);
    /** @type {number[]} places in `open` that changed, or ~place if a value was added */
    this.trail = [];
    /** @type {[number, number, number][]} for each choice: its mark, variable, value before */
    this.choices = [];
    this.counts = new Int32Array(COUNTERS.length);
    this.legal = new Int16Array(variables).fill(-1); // values that broke no rule when last tested
    this.waiting = 0; // states in the frontier
    this.saved = 0; // moves of games that were cut off
    /** @type {number[]} at each depth the step that chose its variable */
    this.chosen = [];
    this.node = NOBODY; // the node that the last step is about
    /** @type {number | null} */
    this.limit = null; // of this round
    this.shown = -1; // the step whose board to show, if it has one
    this.last = -1; // the last step
  }

  copy() {
    const twin = new Moment(0, this.width);
    twin.open = this.open.slice();
    twin.assigned = this.assigned.slice();
    twin.trail = this.trail.slice();
    twin.choices = this.choices.slice();
    twin.counts = this.counts.slice();
    twin.legal = this.legal.slice();
    twin.chosen = this.chosen.slice();
    for (const name of /** @type {const} */ (["waiting", "saved", "node", "limit", "shown", "last"])) {
      /** @type {any} */ (twin)[name] = this[name];
    }
    return twin;
  }

  /** @param {number} variable @param {number} value */
  assign(variable, value) {
    this.choices.push([this.trail.length, variable, this.assigned[variable]]);
    const start = variable * this.width;
    for (let v = 0; v < this.width; v++) {
      if (v !== value && this.open[start + v]) this.close(start + v);
    }
    if (!this.open[start + value]) {
      this.open[start + value] = 1;
      this.trail.push(~(start + value));
    }
    this.assigned[variable] = value;
  }

  /** @param {number} place */
  close(place) {
    if (!this.open[place]) return;
    this.open[place] = 0;
    this.trail.push(place);
  }

  back() {
    const choice = this.choices.pop();
    if (!choice) return;
    const [mark, variable, before] = choice;
    while (this.trail.length > mark) {
      const place = /** @type {number} */ (this.trail.pop());
      if (place < 0) this.open[~place] = 0;
      else this.open[place] = 1;
    }
    this.assigned[variable] = before;
  }

  /** Returns the values that a variable may still have. @param {number} variable */
  domain(variable) {
    const found = [];
    for (let v = 0; v < this.width; v++) if (this.open[variable * this.width + v]) found.push(v);
    return found;
  }

  /** Counts the values that a variable may still have. @param {number} variable */
  size(variable) {
    let size = 0;
    for (let v = 0; v < this.width; v++) size += this.open[variable * this.width + v];
    return size;
  }

  /** Returns the counters by name. @returns {Object<string, number>} */
  counters() {
    return Object.fromEntries(COUNTERS.map((name, i) => [name, this.counts[i]]));
  }
}

/** A story and its current moment. To go back, it replays the steps from a saved state. */
export class Reel {
  /** @param {import("./story.js").Story} story @param {Moment[]} [kept] states of another reel of the story */
  constructor(story, kept) {
    this.story = story;
    this.at = 0;
    this.moment = this.first();
    this.kept = kept ?? [this.moment.copy()];
  }

  first() {
    const { domains, variables, holds } = this.story.head;
    const texts = variables ? variables.texts : [];
    const count = domains.length || (variables ? texts.length : 0);
    const cells = this.story.head.board.cells.length;
    const width = domains.length ? 1 + this.story.values[1] : cells;
    const moment = new Moment(count, width);
    domains.forEach((values, x) => values.forEach((v) => { moment.open[x * width + v] = 1; }));
    moment.waiting = Number(WAITING.includes(holds));
    return moment;
  }

  /** Goes to the moment after a number of steps. @param {number} steps */
  go(steps) {
    const target = Math.max(0, Math.min(steps, this.story.length));
    const kept = Math.min(Math.floor(target / EVERY), this.kept.length - 1);
    if (target < this.at || kept * EVERY > this.at) {
      this.at = kept * EVERY;
      this.moment = this.kept[kept].copy();
    }
    while (this.at < target) this.forward();
    return this.moment;
  }

  forward() {
    this.apply(this.at);
    this.at += 1;
    if (this.at === this.kept.length * EVERY) this.kept.push(this.moment.copy());
  }

  /** @param {number} step */
  apply(step) {
    const { story, moment } = this;
    const kind = story.kind(step);
    const subject = story.subject(step);
    moment.last = step;
    moment.node = story.node(step);
    this.count(step, kind);
    if (kind === KIND.ROUND) moment.limit = story.subject(step);
    if (OF_STATES.includes(kind)) {
      const met = story.stateOf(moment.node).met;
      moment.shown = met <= step ? met : -1;
      if (kind === KIND.EXPAND) this.narrow(moment.shown);
      return;
    }
    moment.shown = step;
    if (subject >= 0 && subject < moment.assigned.length) this.change(step, kind, subject, story.value(step));
  }

  /** @param {number} step @param {number} kind @param {number} variable @param {number} value */
  change(step, kind, variable, value) {
    const { story, moment } = this;
    if ([KIND.TRY, KIND.BACK, KIND.UNDO].includes(kind)) moment.legal.fill(-1); // those tests were of another assignment
    if (kind === KIND.TRY) moment.assign(variable, value);
    else if (kind === KIND.BACK || kind === KIND.UNDO) moment.back();
    else if (kind === KIND.CHANGE) moment.assigned[variable] = value;
    else if (kind === KIND.CHOOSE) moment.chosen[story.depth(step)] = step;
    else if (kind === KIND.CHECK && story.why(step).length) moment.legal[variable] = story.why(step)[0];
    else if (kind === KIND.PRUNE) {
      for (const v of story.sets[value]) moment.close(variable * moment.width + v);
    }
  }

  /** Adds a step to the counters of its kind. @param {number} step @param {number} kind */
  count(step, kind) {
    const { story, moment } = this;
    const { counts } = moment;
    if (kind === KIND.CUT) moment.saved += story.also.get(step) ?? 0;
    const counted = COUNTED[kind];
    if (counted) for (const at of counted) counts[at] += 1;
    if (kind === KIND.CHECK || kind === KIND.INFER) counts[CHECKS_AT] += story.value(step);
    if (kind === KIND.INFER) counts[PRUNINGS_AT] += story.why(step)[0];
    if (kind === KIND.PRUNE) counts[PRUNINGS_AT] += story.sets[story.value(step)].length;
    const depth = story.depth(step);
    if (depth > counts[DEEPEST_AT] && kind !== KIND.GENERATE && kind !== KIND.DUPLICATE) counts[DEEPEST_AT] = depth;
    counts[FRONTIER_AT] = Math.max(counts[FRONTIER_AT], this.held(step, kind, depth));
  }

  /** Counts a step and returns how much the search stores. @param {number} step @param {number} kind @param {number} depth */
  held(step, kind, depth) {
    const { moment, story } = this;
    const { holds } = story.head;
    if (WAITING.includes(holds)) {
      const again = holds === "set" && story.also.has(step); // it only changes its place
      moment.waiting += Number(kind === KIND.GENERATE && !again) - Number(kind === KIND.EXPAND || kind === KIND.DROP);
      return moment.waiting + Number(kind === KIND.EXPAND);
    }
    if (holds === "path") return kind === KIND.EXPAND ? depth + 1 : 0;
    if (holds === "tree") return moment.counts[DEEPEST_AT];
    if (holds === "two queues") return kind === KIND.ROUND ? story.value(step) : 0;
    return Number(holds === "one");
  }

  /** Restores the domains of a partial assignment. @param {number} step */
  narrow(step) {
    const flat = this.story.narrowed.get(step);
    if (!flat) return;
    const { moment } = this;
    const fresh = this.first();
    moment.open = fresh.open;
    moment.assigned = fresh.assigned;
    for (let i = 0; i < flat.length; i += 3) {
      const [variable, set, isAssigned] = flat.slice(i, i + 3);
      moment.open.fill(0, variable * moment.width, (variable + 1) * moment.width);
      const values = this.story.sets[set];
      for (const v of values) moment.open[variable * moment.width + v] = 1;
      if (isAssigned && values.length === 1) moment.assigned[variable] = values[0];
    }
  }

  /** Returns a moment with only the board of a state. @param {number} state */
  momentOf(state) {
    const { met } = this.story.stateOf(state);
    const now = this.moment;
    this.moment = this.first();
    this.narrow(met);
    const found = this.moment;
    found.shown = met;
    this.moment = now;
    return found;
  }
}

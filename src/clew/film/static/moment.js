// @ts-check
/** What a film shows after a number of steps: clew.film.moment, in a browser. */
import { KIND } from "./story.js";

const EVERY = 256; // so many steps lie between two states that are kept

/** The state of a search as it is shown. */
export class Moment {
  /** @param {number} variables @param {number} width the number of values */
  constructor(variables, width) {
    this.width = width;
    this.open = new Uint8Array(variables * width); // 1 while a value is possible
    this.assigned = new Int32Array(variables).fill(-1);
    /** @type {number[]} places in `open` that changed; ~place where a value came in */
    this.trail = [];
    /** @type {[number, number, number][]} for each choice: its mark, variable, value before */
    this.choices = [];
    this.shown = -1; // the step whose board is shown, if it has one
    this.last = -1; // the step that was made last
  }

  copy() {
    const twin = new Moment(0, this.width);
    twin.open = this.open.slice();
    twin.assigned = this.assigned.slice();
    twin.trail = this.trail.slice();
    twin.choices = this.choices.slice();
    twin.shown = this.shown;
    twin.last = this.last;
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

  /** The values a variable may still have. @param {number} variable */
  domain(variable) {
    const found = [];
    for (let v = 0; v < this.width; v++) if (this.open[variable * this.width + v]) found.push(v);
    return found;
  }
}

/** A story and the moment it shows. Going back is going forward from a state that was kept. */
export class Reel {
  /** @param {import("./story.js").Story} story */
  constructor(story) {
    this.story = story;
    this.at = 0;
    this.moment = this.first();
    this.kept = [this.moment.copy()];
  }

  first() {
    const { domains, variables } = this.story.head;
    const texts = variables ? variables.texts : [];
    const count = domains.length || (variables ? texts.length : 0);
    const cells = this.story.head.board.cells.length;
    const width = domains.length ? 1 + this.story.values[1] : cells;
    const moment = new Moment(count, width);
    domains.forEach((values, x) => values.forEach((v) => { moment.open[x * width + v] = 1; }));
    return moment;
  }

  /** Show the moment after so many steps. @param {number} steps */
  go(steps) {
    const target = Math.max(0, Math.min(steps, this.story.length));
    if (target < this.at) {
      const kept = Math.min(Math.floor(target / EVERY), this.kept.length - 1);
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
    const variable = story.subject(step);
    const value = story.value(step);
    moment.last = moment.shown = step;
    if (kind === KIND.EXPAND) this.narrow(step);
    else if (kind === KIND.VALUE) moment.shown = story.expanded.get(variable) ?? -1;
    else if (variable < 0 || variable >= moment.assigned.length) return;
    else if (kind === KIND.TRY) moment.assign(variable, value);
    else if (kind === KIND.BACK) moment.back();
    else if (kind === KIND.CHANGE) moment.assigned[variable] = value;
    else if (kind === KIND.PRUNE) {
      for (const v of story.sets[value]) moment.close(variable * moment.width + v);
    }
  }

  /** The domains of a state of partly filled boards. @param {number} step */
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
}

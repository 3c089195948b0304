// @ts-check
/** The node that each step is about, as clew.film.nodes defines it. */

/** The kinds of events, as clew.core.events numbers them. */
export const KIND = {
  TRY: 0, PRUNE: 1, FAIL: 2, BACK: 3, ANSWER: 4, EXPAND: 5, CHANGE: 6, VALUE: 7, ENTER: 8, CHOOSE: 9, CHECK: 10,
  UNDO: 11, GENERATE: 12, DUPLICATE: 13, STUCK: 14, DROP: 15, CUT: 16, KNOWN: 17, ROUND: 18, WINDOW: 19, INFER: 20,
};
export const NOBODY = -1; // the node of a step that's about the search as a whole
/** The kinds of frontiers that hold waiting nodes. */
export const WAITING = ["queue", "stack", "priority queue", "set"];
const ON_PATH = [KIND.PRUNE, KIND.FAIL, KIND.ENTER, KIND.CHOOSE, KIND.CHECK];
const OF_PARENT = [KIND.GENERATE, KIND.DUPLICATE];
const OF_SUBJECT = [KIND.STUCK, KIND.DROP, KIND.KNOWN, KIND.VALUE];
const DETAILS = [KIND.CHECK, KIND.PRUNE, KIND.GENERATE, KIND.DUPLICATE, KIND.WINDOW, KIND.INFER];

/** Finds the node of each event: call `of` with the events in order. */
export class Nodes {
  /** @param {string} holds @param {string} face */
  constructor(holds, face) {
    this.holds = holds;
    this.face = face;
    this.path = [0];
    this.made = this.tested = 0;
    this.expanded = this.root = NOBODY;
  }

  /** @param {number} kind @param {number} subject @param {number} value */
  of(kind, subject, value) {
    if (this.holds === "one") return this.full(kind);
    if (kind === KIND.TRY) this.path.push(this.made += 1);
    else if (kind === KIND.BACK || kind === KIND.UNDO) this.path.length = Math.max(1, this.path.length - 1);
    else if (!ON_PATH.includes(kind) && !(this.holds === "tree" && kind === KIND.ROUND)) return this.state(kind, subject, value);
    return this.path[this.path.length - 1];
  }

  /** @param {number} kind */
  full(kind) {
    if (kind === KIND.CHANGE) return this.tested;
    this.tested += Number(kind === KIND.ENTER);
    return Math.max(0, this.tested - 1);
  }

  /** @param {number} kind @param {number} subject @param {number} value */
  state(kind, subject, value) {
    if (kind === KIND.EXPAND) {
      this.expanded = subject;
      if (value < 0) this.root = subject;
    } else if (OF_PARENT.includes(kind)) return value;
    else if (OF_SUBJECT.includes(kind) || (kind === KIND.CUT && subject >= 0)) return subject;
    else if (kind === KIND.ROUND) return NOBODY;
    else if (kind === KIND.ANSWER && this.face === "game") return this.root;
    else if (kind === KIND.ANSWER && this.expanded === NOBODY) return this.path[this.path.length - 1];
    return this.expanded;
  }
}

/** Returns whether a step belongs to the one before it. @param {number} kind @param {number} subject */
export function isDetail(kind, subject) {
  return DETAILS.includes(kind) || (kind === KIND.CUT && subject < 0);
}

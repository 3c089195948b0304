// The game on the table: what was saved, what there is to see, and the one way to act on it.

import { post } from "../api.js";
import { settings } from "../settings.js";
import { fromFragment, toFragment } from "../state.js";
import { Room } from "./wide.js";

/** What a page may add to what is saved; the server keeps only its own. */
const OURS = ["seats", "level", "hints", "from"];

/**
 * @typedef {any} View
 * @typedef {{degree: string, text: string, cells: number[], board: any, move: string | null, marks: any[],
 *            links: any[], branches: any[], branch?: number}} Hint
 * @typedef {{ok: boolean | null, text: string, wrong: number[]}} Checked
 */

export class Table extends EventTarget {
  constructor() {
    super();
    /** @type {any} */
    this.saved = null;
    /** @type {View} */
    this.view = null;
    /** @type {Hint | null} */
    this.hint = null;
    /** @type {Checked | null} */
    this.checked = null;
    /** Who plays the game: "first", "second" (you), or "both". */
    this.seats = "first";
    this.seconds = 0;
    this.waiting = Promise.resolve();
    this.asked = 0;
    /** Counts what was opened: an answer for what was left since is dropped. */
    this.round = 0;
    /** Whether another puzzle is about to come: nothing more is done on this one. */
    this.leaving = false;
    /** Whether the solution was shown: then it is not the player's. */
    this.helped = false;
    /** How many hints were asked for. */
    this.hints = 0;
    /** How well the other side plays. */
    this.level = settings.level;
    /** Which maker's recipe it came from, to make another like it. @type {any} */
    this.from = null;
    /** What was on the table before it was scrambled. @type {any} */
    this.before = null;
    this.room = new Room();
  }

  get kind() {
    return this.view ? this.view.id.split(":", 1)[0] : "";
  }

  /** Whether the server's player is to move. */
  get theirTurn() {
    if (this.view?.kind !== "game" || this.view.over || this.seats === "both") return false;
    return this.view.mover !== (this.seats === "first" ? 0 : 1);
  }

  /** Opens what an address holds. @param {string} fragment */
  openFragment(fragment) {
    return this.open(fromFragment(fragment).catch(() => {
      throw new Error("The link is damaged: what it holds cannot be read.");
    }));
  }

  /**
   * Opens a puzzle, or what was saved. What cannot be opened leaves the table as it is. Tells whether
   * it was opened, and not another one since.
   * @param {any} what its id, or what was saved: {id} or {saved}, or a promise of it
   * @param {boolean} [same] whether it is the same board, and what is done meanwhile is done on it
   * @returns {Promise<boolean>}
   */
  open(what, same = false) {
    const round = ++this.round;
    this.leaving = !same;
    const opened = this.busy(async () => {
      const { id, saved } = await what;
      const from = saved ? this.plain(saved) : await this.begin(id);
      return { saved, answer: await post("/api/play", { saved: from, do: { action: "view" } }) };
    }, round).then((found) => {
      if (found) this.lay(found.answer, found.saved);
      return found !== null;
    });
    this.waiting = opened.then(() => {}, () => {});
    return opened;
  }

  /** Leaves what there is on the table, and whatever was asked of it. */
  leave() {
    this.round++;
    this.leaving = false;
    this.saved = this.view = null;
  }

  /** A puzzle from its beginning, with marks kept as the player likes it. @param {string | undefined} id */
  async begin(id) {
    const { saved } = await post("/api/play", { id, do: { action: "view" } });
    return "marks" in saved ? { ...saved, marks: settings.marks } : saved;
  }

  /** Does something, after all that was asked before; null if the puzzle was left since. @param {string} action @param {object} [more] */
  act(action, more = {}) {
    const saved = () => ({ ...this.saved, seconds: this.whole() });
    return this.after(async (round) => {
      const answer = await this.busy(() => post("/api/play", { saved: saved(), do: { action, ...more } }), round);
      if (answer && action === "hint" && !this.hint) this.hints++; // more of the same hint is no other
      if (answer) this.take(answer, action);
      return answer;
    });
  }

  /** @param {(round: number) => Promise<any>} task */
  after(task) {
    if (this.leaving) return Promise.resolve(null);
    const round = this.round;
    const next = this.waiting.then(() => (round === this.round && this.saved ? task(round) : null));
    this.waiting = next.then(() => {}, () => {});
    return next;
  }

  /** What comes of a question, good or bad; null if the puzzle was left since. @param {() => Promise<any>} ask @param {number} round */
  async busy(ask, round) {
    this.asked++;
    this.tell("busy");
    try {
      const answer = await ask();
      return round === this.round ? answer : null;
    } catch (error) {
      if (round === this.round) throw error;
      return null;
    } finally {
      if (round === this.round) this.leaving = false;
      this.asked--;
      this.tell("busy");
    }
  }

  /** @param {any} answer @param {any} saved as it was kept, if it was */
  lay(answer, saved = {}) {
    this.helped = false;
    this.seconds = saved.seconds || 0;
    this.seats = saved.seats || "first";
    this.level = saved.level || settings.level;
    this.hints = saved.hints || 0;
    this.from = saved.from || null;
    this.before = null;
    this.room = new Room();
    this.show(answer);
    this.tell("opened");
  }

  /** @param {any} answer @param {string} action */
  take(answer, action) {
    const before = this.view;
    this.show(answer);
    this.tell("change", { action, before, move: answer.move });
  }

  /** @param {any} answer */
  show(answer) {
    this.saved = answer.saved;
    this.view = answer.view.kind === "game" ? this.room.fit(answer.view) : answer.view;
    this.hint = answer.hint ? this.room.fit(answer.hint) : null;
    this.checked = answer.check || null;
  }

  /** What would come of an action, without taking it; null if the puzzle was left since. @param {string} action */
  peek(action) {
    return this.after((round) => this.busy(() => post("/api/play", { saved: this.saved, do: { action } }), round));
  }

  /** @param {string} name @param {object} [detail] */
  tell(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** Looks at a branch of the hint; -1 for all of it. @param {number} branch */
  look(branch) {
    this.hint = this.hint && { ...this.hint, branch };
    this.tell("change", { action: "dismiss", before: this.view });
  }

  /** Forgets the hint and the check that are shown. */
  dismiss() {
    this.hint = this.checked = null;
    this.tell("change", { action: "dismiss", before: this.view });
  }

  whole() {
    return Math.round(this.seconds);
  }

  /** @param {any} saved */
  plain(saved) {
    return Object.fromEntries(Object.entries(saved).filter(([name]) => !OURS.includes(name)));
  }

  /** All of it, as it goes into the address. */
  all() {
    const game = this.view?.kind === "game" ? { seats: this.seats, level: this.level } : {};
    return { ...this.saved, seconds: this.whole(), ...game,
      ...(this.hints ? { hints: this.hints } : {}), ...(this.from ? { from: this.from } : {}) };
  }

  fragment() {
    return toFragment(this.all());
  }
}

// The game on the table: its saved state, its view, and the one way to act on it.

import { post } from "../api.js";
import { known } from "../progress.js";
import { settings } from "../settings.js";
import { fromFragment, toFragment } from "../state.js";
import { Room } from "./wide.js";

/** The page's own members of a saved game. The server doesn't accept them. */
const OURS = ["seats", "level", "hints", "from"];

/**
 * @typedef {any} View
 * @typedef {{degree: string, text: string, cells: number[], board: any, move: string | null, marks: any[],
 *            links: any[], branches: any[], branch?: number}} Hint
 * @typedef {{ok: boolean | null, text: string, wrong: number[]}} Checked
 */

export class Table extends EventTarget {
  /** @param {boolean} [resumes] true if a puzzle that's been started goes on where it was */
  constructor(resumes = false) {
    super();
    this.resumes = resumes;
    /** @type {any} */
    this.saved = null;
    /** @type {View} */
    this.view = null;
    /** @type {Hint | null} */
    this.hint = null;
    /** @type {Checked | null} */
    this.checked = null;
    /** Your side in a game: "first", "second" or "both". */
    this.seats = "first";
    this.seconds = 0;
    this.waiting = Promise.resolve();
    this.asked = 0;
    /** The number of games opened so far. It's used to drop answers for earlier ones. */
    this.round = 0;
    /** True while another puzzle is being opened. Until it's open, actions do nothing. */
    this.leaving = false;
    /** True if Clew has shown the solution. */
    this.helped = false;
    /** The number of hints so far. */
    this.hints = 0;
    /** Clew's level. */
    this.level = settings.level;
    /** The recipe that the puzzle was made from, used to make another one like it. @type {any} */
    this.from = null;
    /** The game before it was scrambled. @type {any} */
    this.before = null;
    this.room = new Room();
  }

  get kind() {
    return this.view ? this.view.id.split(":", 1)[0] : "";
  }

  /** True if it's Clew's turn. */
  get theirTurn() {
    if (this.view?.kind !== "game" || this.view.over || this.seats === "both") return false;
    return this.view.mover !== (this.seats === "first" ? 0 : 1);
  }

  /** Opens the game in an address. @param {string} fragment */
  openFragment(fragment) {
    return this.open(fromFragment(fragment).catch(() => {
      throw new Error("This link is damaged. Ask for it again, or check that you copied all of it.");
    }));
  }

  /**
   * Opens a puzzle or a saved game. If that fails, the table stays as it is.
   * @param {any} what {id}, {saved}, or a promise of one
   * @param {boolean} [same] true if the board stays the same, so that actions can continue in the meantime
   * @returns {Promise<boolean>} whether it was opened and nothing else has been opened since
   */
  open(what, same = false) {
    const round = ++this.round;
    this.leaving = !same;
    const opened = this.busy(async () => {
      const { id, saved } = await what;
      const from = saved ?? await this.begin(id);
      return { saved: from, answer: await post("/api/play", { saved: this.plain(from), do: { action: "view" } }) };
    }, round).then((found) => {
      if (found) this.lay(found.answer, found.saved);
      return found !== null;
    });
    this.waiting = opened.then(() => {}, () => {});
    return opened;
  }

  /** Clears the table and drops all pending actions. */
  leave() {
    this.round++;
    this.leaving = false;
    this.saved = this.view = null;
  }

  /** Starts a puzzle, with the player's setting for pencil marks, or goes on with one that's been started.
   * @param {string | undefined} id */
  async begin(id) {
    const { saved, view } = await post("/api/play", { id, do: { action: "view" } });
    const before = this.resumes ? await known(saved.id) : null;
    if (before?.saved?.moves?.length && !before.solved) return before.saved;
    return "marks" in saved ? { ...saved, marks: view.inputs[0]?.mode === "match" ? "full" : settings.marks } : saved;
  }

  /** Takes an action after all pending ones. Returns null if another puzzle has been opened since. @param {string} action @param {object} [more] */
  act(action, more = {}) {
    const saved = () => ({ ...this.saved, seconds: this.whole() });
    return this.after(async (round) => {
      const answer = await this.busy(() => post("/api/play", { saved: saved(), do: { action, ...more } }), round);
      if (answer && action === "hint" && !this.hint) this.hints++; // a higher degree of the same hint doesn't count again
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

  /** Awaits an answer. If another puzzle has been opened since, returns null and drops errors. @param {() => Promise<any>} ask @param {number} round */
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

  /** @param {any} answer @param {any} saved the saved game, if there was one */
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

  /** Tries an action without keeping its result. Returns null if another puzzle has been opened since. @param {string} action */
  peek(action) {
    return this.after((round) => this.busy(() => post("/api/play", { saved: this.saved, do: { action } }), round));
  }

  /** @param {string} name @param {object} [detail] */
  tell(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** Shows a branch of the hint, or all of it for -1. @param {number} branch */
  look(branch) {
    this.hint = this.hint && { ...this.hint, branch };
    this.tell("change", { action: "dismiss", before: this.view });
  }

  /** Hides the hint and the result of the check. */
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

  /** Returns the whole game, as the address holds it. */
  all() {
    const game = this.view?.kind === "game" ? { seats: this.seats, level: this.level } : {};
    return { ...this.saved, seconds: this.whole(), ...game,
      ...(this.hints ? { hints: this.hints } : {}), ...(this.from ? { from: this.from } : {}) };
  }

  fragment() {
    return toFragment(this.all());
  }
}

// The game on the table: what was saved, what there is to see, and the one way to act on it.

import { post } from "../api.js";
import { settings } from "../settings.js";
import { fromFragment, toFragment } from "../state.js";
import { Room } from "./wide.js";

/** What a page may add to what is saved; the server keeps only its own. */
const OURS = ["seats"];

/**
 * @typedef {any} View
 * @typedef {{degree: string, text: string, cells: number[], board: any, move: string | null}} Hint
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
    /** Whether the solution was shown: then it is not the player's. */
    this.helped = false;
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
  async openFragment(fragment) {
    const found = await fromFragment(fragment).catch(() => {
      throw new Error("The link is damaged: what it holds cannot be read.");
    });
    if (found?.saved) {
      this.seats = found.saved.seats || "first";
      return this.open({ saved: this.plain(found.saved) });
    }
    return found && this.open({ id: found.id });
  }

  /** Opens a puzzle, or what was saved. @param {{id?: string, saved?: any}} what */
  async open(what) {
    this.saved = null;
    this.helped = false;
    this.seconds = what.saved?.seconds || 0;
    const { saved = await this.begin(what.id) } = what;
    return this.send({ saved, do: { action: "view" } });
  }

  /** A puzzle from its beginning, with marks kept as the player likes it. @param {string | undefined} id */
  async begin(id) {
    const { saved } = await post("/api/play", { id, do: { action: "view" } });
    return "marks" in saved ? { ...saved, marks: settings.marks } : saved;
  }

  /** Does something, after all that was asked before. @param {string} action @param {object} [more] */
  act(action, more = {}) {
    return this.after(() =>
      this.send({ saved: { ...this.saved, seconds: this.whole() }, do: { action, ...more } }));
  }

  /** @template T @param {() => Promise<T>} task @returns {Promise<T>} */
  after(task) {
    const next = this.waiting.then(task);
    this.waiting = next.then(() => {}, () => {});
    return next;
  }

  /** @param {any} body */
  async send(body) {
    this.asked++;
    this.tell("busy");
    try {
      const answer = await post("/api/play", body);
      this.take(answer, body.do.action);
      return answer;
    } finally {
      this.asked--;
      this.tell("busy");
    }
  }

  /** @param {any} answer @param {string} action */
  take(answer, action) {
    const before = this.view;
    const wasOpen = this.saved !== null;
    if (!wasOpen) this.room = new Room();
    this.saved = answer.saved;
    this.view = answer.view.kind === "game" ? this.room.fit(answer.view) : answer.view;
    this.hint = answer.hint ? this.room.fit(answer.hint) : null;
    this.checked = answer.check || null;
    this.tell(wasOpen ? "change" : "opened", { action, before, move: answer.move });
  }

  /** What would come of an action, without taking it. @param {string} action */
  peek(action) {
    return this.after(() => post("/api/play", { saved: this.saved, do: { action } }));
  }

  /** @param {string} name @param {object} [detail] */
  tell(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
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
    const seats = this.view?.kind === "game" && this.seats !== "first" ? { seats: this.seats } : {};
    return { ...this.saved, seconds: this.whole(), ...seats };
  }

  fragment() {
    return toFragment(this.all());
  }
}

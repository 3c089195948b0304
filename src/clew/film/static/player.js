// @ts-check
/** The film player: a stage with the board, tree, code and frontier, and one bar of controls. */
import { Code } from "./code.js";
import { BURST, Deck, SPEEDS, SPOKEN } from "./deck.js";
import { make } from "./dom.js";
import { Guesser } from "./guess.js";
import { Held } from "./held.js";
import { typed } from "./keys.js";
import { Reel } from "./moment.js";
import { NetworkView, networkOf } from "./network.js";
import { Picture } from "./picture.js";
import { Stage } from "./stage.js";
import { Talk } from "./talk.js";
import { TreeView } from "./treeview.js";
import { plural } from "./words.js";

const BRISK = 100; // the least number of milliseconds between two drawings of the frontier

export class Player {
  /**
   * @param {HTMLElement} root
   * @param {import("./story.js").Story} story
   * @param {{keys?: EventTarget, told?: (at: number) => void, tools?: Node[]}} [options] the target that receives
   *   keys, a function to call with the step where the reader stops, and more buttons for the bar
   */
  constructor(root, story, options = {}) {
    this.root = root;
    this.story = story;
    this.reel = new Reel(story);
    this.picture = new Picture(story);
    const net = networkOf(story);
    this.network = net && new NetworkView(story, net);
    this.view = new TreeView(story, this.reel, (at) => this.jumpTo(at));
    this.code = new Code(story);
    this.held = new Held(story, new Reel(story, this.reel.kept), (at) => this.jumpTo(at));
    this.playing = false;
    this.opened = false; // true if each detail is a separate step
    this.speed = 1;
    this.debt = 0; // steps owed to the clock
    this.heldAt = 0; // the time of the last drawing of the frontier
    this.heldTimer = 0;
    this.closing = new AbortController();
    this.before = 0;
    this.options = options;
    this.waiting = false; // true if the next frame will process new steps
    /** @type {((at: number, target: number) => number | null) | null} where a lesson stops */
    this.stops = null;
    /** @type {import("./lesson.js").Guide | null} */
    this.guide = null;
    this.deck = new Deck(this);
    this.talk = new Talk(this);
    this.stage = new Stage(this);
    this.live = make("div", { class: "film-live", role: "status", "aria-live": "polite" });
    root.replaceChildren(this.stage.element, this.deck.element, this.live);
    this.guesser = new Guesser(this);
    this.listen();
    this.arrived();
  }

  get at() {
    return this.reel.at;
  }

  get tree() {
    return this.view.tree;
  }

  /** The place for questions. */
  get question() {
    return this.talk.question;
  }

  get playButton() {
    return this.deck.playButton;
  }

  /** Enters presentation mode, with large type and nothing else on the screen, or leaves it (as Escape does). */
  present() {
    const on = document.documentElement.classList.toggle("film-presenting");
    this.deck.presentButton.setAttribute("aria-pressed", String(on));
    if (on) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    this.recolour();
    this.say(on ? "Presentation mode. Press F to leave it." : "You left presentation mode.");
  }

  // ------------------------------------------------------------- events

  listen() {
    const { signal } = this.closing;
    this.story.listeners.push(() => this.awaitFrame());
    const keys = this.options.keys ?? this.root;
    keys.addEventListener("keydown", (event) => typed(this, /** @type {KeyboardEvent} */ (event)), { signal });
    this.view.listen(signal);
    const size = new ResizeObserver(() => this.recolour());
    size.observe(this.view.box);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.recolour(), { signal });
    document.addEventListener("fullscreenchange", () => {
      if (!document.fullscreenElement && document.documentElement.classList.contains("film-presenting")) this.present();
    }, { signal });
    const theme = new MutationObserver(() => this.recolour());
    theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    signal.addEventListener("abort", () => { size.disconnect(); theme.disconnect(); });
  }

  /** Closes the player, so that the page can show another film. */
  close() {
    this.playing = false;
    clearTimeout(this.heldTimer);
    this.story.listeners = [];
    this.closing.abort();
    document.documentElement.classList.remove("film-presenting");
  }

  recolour() {
    this.code.resize();
    this.held.resize();
    this.view.resize();
    this.show();
  }

  /** Processes new steps, once per frame. */
  awaitFrame() {
    if (this.story.end) return this.arrived();
    if (this.waiting) return undefined;
    this.waiting = true;
    return requestAnimationFrame(() => { this.waiting = false; this.arrived(); });
  }

  /** Updates the player when more of the film has arrived. */
  arrived() {
    this.view.grow();
    this.stage.showTree(this.tree.size > 1 || !this.story.length);
    this.deck.arrived(this.guesser.possible());
    this.show();
  }

  // ------------------------------------------------------------- playing

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    this.guesser.skip();
    if (this.at >= this.story.length && this.story.end) this.go(0);
    this.playing = true;
    this.debt = 0;
    this.before = performance.now();
    this.deck.showPlaying(this.playing);
    requestAnimationFrame((now) => this.frame(now));
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.deck.showPlaying(this.playing);
    this.show();
    this.announce();
  }

  /** @param {number} now */
  frame(now) {
    if (!this.playing) return;
    const spent = Math.min(now - this.before, 250);
    this.before = now;
    this.debt += (spent / 1000) * SPEEDS[this.speed];
    const steps = Math.floor(this.debt);
    this.debt -= steps;
    if (steps > 0) this.advance(steps);
    requestAnimationFrame((later) => this.frame(later));
  }

  /** Returns the place after a number of steps. It skips details unless they're shown. @param {number} steps */
  target(steps) {
    const { story } = this;
    if (this.opened) return this.at + steps;
    let at = this.at;
    for (let i = 0; i < Math.abs(steps) && at >= 0 && at <= story.length; i++) {
      at = steps > 0 ? story.after(at) : story.before(at);
    }
    return at;
  }

  /** @param {number} steps */
  advance(steps) {
    const target = Math.min(this.target(steps), this.story.length);
    const asked = this.guesser.next(this.at, target);
    const stop = this.stops?.(this.at, asked ?? target) ?? null;
    this.go(stop ?? asked ?? target);
    if (stop !== null) this.pause();
    else if (asked !== null) {
      this.pause();
      this.guesser.ask();
    } else if (this.at >= this.story.length && this.story.end) this.pause();
    else if (SPEEDS[this.speed] <= SPOKEN) this.announce();
  }

  /** @param {number} level */
  setSpeed(level) {
    this.speed = Math.max(0, Math.min(BURST, level));
    this.say(`Speed: ${this.deck.showSpeed(this.speed)}`);
  }

  /** @param {number} steps */
  stepBy(steps) {
    this.pause();
    if (steps > 0) this.guesser.skip();
    const target = this.target(steps);
    const asked = steps > 0 ? this.guesser.next(this.at, target) : null;
    const stop = steps > 0 ? this.stops?.(this.at, asked ?? target) ?? null : null;
    this.go(stop ?? asked ?? target);
    if (asked === null || stop !== null) this.announce();
    else this.guesser.ask();
  }

  /** @param {number} at */
  jumpTo(at) {
    this.pause();
    this.go(at);
    this.announce();
  }

  /** Goes past the next step of these kinds and the details that belong to it. @param {number[]} kinds */
  jump(kinds) {
    for (let step = this.at; step < this.story.length; step++) {
      if (this.story.is(step, kinds)) return this.jumpTo(this.opened ? step + 1 : this.story.after(step));
    }
    return this.say("There are no more after this step.");
  }

  // ------------------------------------------------------------- showing

  /** @param {number} at */
  go(at) {
    this.guesser?.dismiss();
    this.reel.go(at);
    this.show();
  }

  /** Shows the current moment. The tree comes first, because text on a canvas forces a layout of earlier changes. */
  show() {
    const { moment } = this.reel;
    const steps = this.stepsShown();
    if (this.stage.hasTree) this.view.show(this.at);
    if (this.stage.showsNetwork) this.network?.show(moment, steps);
    else this.picture.show(moment, steps);
    this.code.show(moment, steps);
    this.showCounters();
    this.showHeld();
    this.deck.show(this.at);
    this.talk.show(steps);
    if (!this.playing) this.guide?.show(this.at);
  }

  /** Shows the frontier: at once or, while the film plays, a few times per second. */
  showHeld() {
    const quick = this.playing && SPEEDS[this.speed] > 60;
    const wait = this.heldAt + (quick ? 4 * BRISK : BRISK) - performance.now();
    clearTimeout(this.heldTimer);
    if (this.playing && wait > 0) this.heldTimer = setTimeout(() => this.showHeld(), wait);
    else {
      this.held.show(this.reel.moment, this.at);
      this.heldAt = performance.now();
    }
  }

  /** Returns the steps to show together: the last one that isn't a detail, and the details after it. */
  stepsShown() {
    if (!this.at) return [];
    const from = this.opened ? this.at - 1 : this.story.before(this.at);
    return Array.from({ length: this.at - from }, (_, i) => from + i);
  }

  showCounters() {
    const { story } = this;
    const last = story.end ? story.end.stats : {};
    const atEnd = story.end && this.at >= story.length;
    const { moment } = this.reel;
    this.code.showCounters(story.head.told || !atEnd ? moment.counters() : last, last, moment.saved);
  }

  announce() {
    this.say(`Step ${this.at}. ${this.talk.sentence(this.stepsShown())}`);
    this.view.box.setAttribute("aria-label", this.treeWords());
    this.options.told?.(this.at);
  }

  treeWords() {
    const { nodes } = this.reel.moment.counters();
    const deepest = plural(this.tree.deepest, "level");
    return `Search tree: ${plural(nodes, "node")} so far, at most ${deepest} deep.`;
  }

  /** @param {string} text */
  say(text) {
    this.live.textContent = text;
  }
}

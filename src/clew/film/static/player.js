// @ts-check
/** The player of a film: a stage with board, tree, code and what the algorithm holds, and one bar of controls. */
import { Code } from "./code.js";
import { BURST, button, icon, ICONS, JUMPS, keysHelp, panel, SPEEDS, SPOKEN } from "./deck.js";
import { make } from "./dom.js";
import { Held, heldTitle } from "./held.js";
import { Reel } from "./moment.js";
import { Picture } from "./picture.js";
import { Predictor } from "./predict.js";
import { TreeView } from "./treeview.js";
import { describe, ending, plural, summary } from "./words.js";

const MOST_DETAILS = 200; // of one step are listed
const BRISK = 100; // milliseconds from one drawing of what is held to the next
const TABS = [["tree", "Tree"], ["code", "Code"], ["held", "Frontier"]];

export class Player {
  /**
   * @param {HTMLElement} root
   * @param {import("./story.js").Story} story
   * @param {{keys?: EventTarget, told?: (at: number) => void, tools?: Node[]}} [options] where keys are heard,
   *   who is told of the step at which the reader stops, and more buttons for the bar
   */
  constructor(root, story, options = {}) {
    this.root = root;
    this.story = story;
    this.reel = new Reel(story);
    this.picture = new Picture(story);
    this.view = new TreeView(story, this.reel, (at) => this.jumpTo(at));
    this.code = new Code(story);
    this.held = new Held(story, new Reel(story, this.reel.kept), (at) => this.jumpTo(at));
    this.playing = false;
    this.opened = false; // whether each detail is a step of its own
    this.speed = 1;
    this.debt = 0; // steps owed to the clock
    this.heldAt = 0; // when what is held was drawn
    this.heldTimer = 0;
    this.closing = new AbortController();
    this.before = 0;
    this.options = options;
    this.waiting = false; // for the next frame, to take in what has arrived
    /** @type {((at: number, target: number) => number | null) | null} where a lesson stops */
    this.stops = null;
    /** @type {import("./lesson.js").Guide | null} */
    this.guide = null;
    /** @type {{kinds: number[], button: any}[]} */
    this.jumpButtons = [];
    this.build();
    this.predictor = new Predictor(this);
    this.listen();
    this.arrived();
  }

  get at() {
    return this.reel.at;
  }

  get tree() {
    return this.view.tree;
  }

  // ------------------------------------------------------------- the page

  build() {
    const { head } = this.story;
    this.root.classList.add("film");
    this.root.dataset.tab = "tree";
    this.words = make("p", { class: "film-words" });
    this.inside = make("details", { class: "film-inside", ontoggle: () => this.listDetails() });
    this.live = make("div", { class: "film-live", role: "status", "aria-live": "polite" });
    this.told = make("div", { class: "film-told", hidden: "" });
    this.question = make("div", { class: "film-question" });
    this.readButton = button("In words", "The board in words (R)", () => this.read());
    this.readButton.setAttribute("aria-expanded", "false");
    const { code } = this;
    this.boardPanel = panel("board-panel", "Board", [make("div", { class: "film-tools" }, [this.readButton]),
      make("div", { class: "film-canvas-board" }, [this.picture.element]),
      make("div", { class: "film-talk" }, [this.words, this.inside, this.question, this.told])]);
    this.treePanel = panel("tree-panel", "Search tree", this.view.parts);
    this.panels = make("div", { class: "film-panels" }, [
      this.boardPanel, this.treePanel,
      panel("code-panel", `Pseudocode: ${head.called}`, [code.list, code.values, code.counters]),
      panel("held-panel", heldTitle(this.story), [this.held.element]), this.tabs(),
    ]);
    this.root.replaceChildren(this.panels, this.controls(), this.live);
  }

  /** On a narrow screen one panel beside the board is seen at a time. */
  tabs() {
    const buttons = TABS.map(([name, text]) => {
      const each = button(text, `Show: ${text}`, () => this.turnTo(name), "film-tab");
      each.dataset.tab = name;
      each.setAttribute("aria-pressed", String(name === "tree"));
      return each;
    });
    this.tabButtons = buttons;
    return make("div", { class: "film-tabs", role: "group", "aria-label": "Panels" }, buttons);
  }

  /** @param {string} name */
  turnTo(name) {
    this.root.dataset.tab = name;
    for (const each of this.tabButtons ?? []) each.setAttribute("aria-pressed", String(each.dataset.tab === name));
    this.view.resize();
    this.show();
  }

  /** Show and say the board in words, or put the words away. */
  read() {
    this.told.hidden = !this.told.hidden;
    this.readButton.setAttribute("aria-expanded", String(!this.told.hidden));
    this.showTold();
    if (!this.told.hidden) this.say(this.picture.rows().join(" "));
  }

  showTold() {
    if (!this.told.hidden) this.told.replaceChildren(...this.picture.rows().map((row) => make("p", {}, [row])));
  }

  controls() {
    this.slider = make("input", {
      type: "range", min: 0, max: 0, value: 0, class: "film-slider", "aria-label": "Step",
      oninput: () => { this.pause(); this.go(Number(this.slider.value)); },
    });
    this.clock = make("output", { class: "film-clock" });
    this.playButton = button(icon(ICONS.play), "Play (Space)", () => this.toggle(), "film-play");
    this.pace = make("input", {
      type: "range", min: 0, max: BURST, value: this.speed, "aria-label": "Speed", class: "film-pace",
      oninput: () => this.setSpeed(Number(this.pace.value)),
    });
    this.paceWords = make("span", { class: "film-pace-words" });
    this.predictBox = make("input", { type: "checkbox", onchange: () => this.predictor.turn(this.predictBox.checked) });
    this.detailBox = make("input", { type: "checkbox", onchange: () => { this.opened = this.detailBox.checked; } });
    this.presentButton = button(icon(ICONS.present), "Presentation (F)", () => this.present());
    return make("div", { class: "film-deck", role: "group", "aria-label": "Film controls" }, [
      make("div", { class: "film-row film-line" }, [this.slider, this.clock]),
      make("div", { class: "film-row" }, [
        make("div", { class: "film-row film-transport" }, [
          button(icon(ICONS.first), "First step (Home)", () => this.jumpTo(0)),
          button(icon(ICONS.back), "One step back (left arrow)", () => this.stepBy(-1)),
          this.playButton,
          button(icon(ICONS.step), "One step forward (right arrow)", () => this.stepBy(1)),
          button(icon(ICONS.last), "Last step (End)", () => this.jumpTo(this.story.length)),
        ]),
        make("div", { class: "film-row film-jumps" }, this.jumps()),
        make("label", { class: "film-label" }, ["Speed", this.pace]), this.paceWords,
        make("label", { class: "film-label", title: "Each detail is a step of its own (O)" }, [this.detailBox, "Details"]),
        make("label", { class: "film-label film-predict" }, [this.predictBox, "Predict"]),
        make("div", { class: "film-row film-last" }, [this.presentButton, ...this.options.tools ?? [], keysHelp()]),
      ]),
    ]);
  }

  /** Buttons to the next step of a kind; those that never come are switched off later. */
  jumps() {
    this.jumpButtons = JUMPS.map(({ kinds, text, key }) => ({
      kinds,
      button: button(text, `Next ${text.toLowerCase()} (${key})`, () => this.jump(kinds), "film-jump"),
    }));
    return [make("span", { class: "film-next" }, ["Next"]), ...this.jumpButtons.map((each) => each.button)];
  }

  /** Large type and nothing else on the screen; again, or Escape, to leave it. */
  present() {
    const on = document.documentElement.classList.toggle("film-presenting");
    this.presentButton.setAttribute("aria-pressed", String(on));
    if (on) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    this.recolour();
    this.say(on ? "Presentation. Press F to leave it." : "Presentation left.");
  }

  // ------------------------------------------------------------- events

  listen() {
    const { signal } = this.closing;
    this.story.listeners.push(() => this.awaitFrame());
    const keys = this.options.keys ?? this.root;
    keys.addEventListener("keydown", (event) => this.key(/** @type {KeyboardEvent} */ (event)), { signal });
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

  /** Leave the page to another film. */
  close() {
    this.playing = false;
    clearTimeout(this.heldTimer);
    this.story.listeners = [];
    this.closing.abort();
    document.documentElement.classList.remove("film-presenting");
  }

  recolour() {
    this.code.revealed = null;
    this.view.resize();
    this.show();
  }

  /** Take in what has arrived, once a frame. */
  awaitFrame() {
    if (this.story.end) return this.arrived();
    if (this.waiting) return undefined;
    this.waiting = true;
    return requestAnimationFrame(() => { this.waiting = false; this.arrived(); });
  }

  /** More of the film is there. */
  arrived() {
    this.view.grow();
    this.slider.max = this.story.length;
    this.treePanel.hidden = this.tree.size < 2 && this.story.length > 0;
    this.panels.classList.toggle("film-flat", this.treePanel.hidden);
    for (const each of this.jumpButtons) each.button.disabled = !each.kinds.some((kind) => this.story.kinds.has(kind));
    this.predictBox.disabled = !this.predictor.possible();
    this.show();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.matches("input:not([type=checkbox]), select, textarea")) return;
    if (event.key === " " && target.matches("button, a, summary, input")) return;
    const act = this.actions()[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act(event.shiftKey);
  }

  /** @returns {Object<string, (shift: boolean) => void>} */
  actions() {
    return {
      " ": () => this.toggle(),
      ArrowRight: (shift) => this.stepBy(shift ? 10 : 1),
      ArrowLeft: (shift) => this.stepBy(shift ? -10 : -1),
      Home: () => this.jumpTo(0),
      End: () => this.jumpTo(this.story.length),
      ...Object.fromEntries(JUMPS.map(({ kinds, key }) => [key.toLowerCase(), () => this.jump(kinds)])),
      "+": () => this.setSpeed(this.speed + 1),
      "=": () => this.setSpeed(this.speed + 1),
      "-": () => this.setSpeed(this.speed - 1),
      p: () => { if (!this.predictBox.disabled) this.predictBox.click(); },
      o: () => { this.detailBox.click(); this.say(this.opened ? "Each detail is a step." : "Details are folded."); },
      r: () => this.read(),
      t: () => this.view.toggle(),
      z: () => this.view.zoom(1.5),
      x: () => this.view.zoom(1 / 1.5),
      g: () => this.view.fold(),
      f: () => this.present(),
    };
  }

  // ------------------------------------------------------------- playing

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.at >= this.story.length && this.story.end) this.go(0);
    this.playing = true;
    this.debt = 0;
    this.before = performance.now();
    this.showPlaying();
    requestAnimationFrame((now) => this.frame(now));
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.showPlaying();
    this.show();
    this.announce();
  }

  showPlaying() {
    this.playButton.replaceChildren(icon(this.playing ? ICONS.pause : ICONS.play));
    const label = this.playing ? "Pause (Space)" : "Play (Space)";
    this.playButton.setAttribute("aria-label", label);
    this.playButton.title = label;
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

  /** The place after so many steps; details are passed over unless they are opened. @param {number} steps */
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
    const asked = this.predictor.next(this.at, target);
    const stop = this.stops?.(this.at, asked ?? target) ?? null;
    this.go(stop ?? asked ?? target);
    if (stop !== null) this.pause();
    else if (asked !== null) {
      this.pause();
      this.predictor.ask();
    } else if (this.at >= this.story.length && this.story.end) this.pause();
    else if (SPEEDS[this.speed] <= SPOKEN) this.announce();
  }

  /** @param {number} level */
  setSpeed(level) {
    this.speed = Math.max(0, Math.min(BURST, level));
    this.pace.value = this.speed;
    this.showSpeed();
    this.say(`Speed: ${this.paceWords.textContent}`);
  }

  showSpeed() {
    const words = this.speed === BURST ? "burst" : `${SPEEDS[this.speed].toLocaleString("en")} a second`;
    if (this.paceWords.textContent !== words) this.paceWords.textContent = words;
    this.pace.setAttribute("aria-valuetext", words);
  }

  /** @param {number} steps */
  stepBy(steps) {
    this.pause();
    const target = this.target(steps);
    const asked = steps > 0 ? this.predictor.next(this.at, target) : null;
    const stop = steps > 0 ? this.stops?.(this.at, asked ?? target) ?? null : null;
    this.go(stop ?? asked ?? target);
    if (asked === null || stop !== null) this.announce();
    else this.predictor.ask();
  }

  /** @param {number} at */
  jumpTo(at) {
    this.pause();
    this.go(at);
    this.announce();
  }

  /** Go to just after the next step of these kinds, with what belongs to it. @param {number[]} kinds */
  jump(kinds) {
    for (let step = this.at; step < this.story.length; step++) {
      if (this.story.is(step, kinds)) return this.jumpTo(this.opened ? step + 1 : this.story.after(step));
    }
    return this.say("There is none after this step.");
  }

  // ------------------------------------------------------------- showing

  /** @param {number} at */
  go(at) {
    this.predictor?.dismiss();
    this.reel.go(at);
    this.show();
  }

  show() {
    const { moment } = this.reel;
    this.picture.show(moment, this.stepsShown());
    if (!this.treePanel.hidden) this.view.show(this.at);
    this.code.show(moment, this.stepsShown());
    this.showCounters();
    this.showHeld();
    const total = `${this.story.length.toLocaleString("en")}${this.story.end ? "" : "…"}`;
    this.slider.value = this.at;
    this.clock.textContent = `step ${this.at.toLocaleString("en")} of ${total}`;
    this.words.textContent = this.sentence();
    this.showInside();
    this.showTold();
    this.showSpeed();
    if (!this.playing) this.guide?.show(this.at);
  }

  /** What is held, at once or, while steps follow each other quickly, a few times a second. */
  showHeld() {
    const wait = this.heldAt + BRISK - performance.now();
    clearTimeout(this.heldTimer);
    if (wait > 0) this.heldTimer = setTimeout(() => this.showHeld(), wait);
    else {
      this.held.show(this.reel.moment, this.at);
      this.heldAt = performance.now();
    }
  }

  /** The steps that are shown as one: the last, or all since the last that is not a detail. */
  stepsShown() {
    if (!this.at) return [];
    const from = this.opened ? this.at - 1 : this.story.before(this.at);
    return Array.from({ length: this.at - from }, (_, i) => from + i);
  }

  sentence() {
    const { story, at } = this;
    const done = story.end && at >= story.length;
    if (at === 0) return done ? ending(story) : "Before the first step.";
    const [first] = this.stepsShown();
    const more = this.opened ? "" : summary(story, story.folded(first) ? first : first + 1, at);
    const said = story.folded(first) && !this.opened ? "The givens:" : describe(story, first);
    return [said, more, done ? ending(story) : ""].filter(Boolean).join(" ");
  }

  /** What is folded into the step can be opened. */
  showInside() {
    const steps = this.stepsShown();
    const hidden = steps.length < 2 || (this.playing && SPEEDS[this.speed] > SPEEDS[3]);
    this.inside.hidden = hidden;
    if (hidden) return;
    const count = plural(steps.length - 1, "detail");
    if (this.inside.dataset.at === `${this.at}`) return;
    this.inside.dataset.at = `${this.at}`;
    this.inside.replaceChildren(make("summary", {}, [count]));
    this.listDetails();
  }

  listDetails() {
    if (!this.inside.open || this.inside.childElementCount > 1) return;
    const [, ...steps] = this.stepsShown();
    const items = steps.slice(0, MOST_DETAILS).map((step) => make("li", {}, [describe(this.story, step)]));
    this.inside.append(make("ol", { tabindex: "0", "aria-label": "Details" }, items));
  }

  showCounters() {
    const { story } = this;
    const last = story.end ? story.end.stats : {};
    const atEnd = story.end && this.at >= story.length;
    this.code.showCounters(story.head.told || !atEnd ? this.reel.moment.counters() : last, last);
  }

  announce() {
    this.say(`Step ${this.at}. ${this.sentence()}`);
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

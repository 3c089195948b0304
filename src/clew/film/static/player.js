// @ts-check
/** The player of a film: board, tree, pseudocode, counters, and the controls. */
import { BURST, button, icon, ICONS, JUMPS, keysHelp, legend, panel, SPEEDS, SPOKEN } from "./deck.js";
import { make } from "./dom.js";
import { Forest } from "./forest.js";
import { Reel } from "./moment.js";
import { Picture } from "./picture.js";
import { Predictor } from "./predict.js";
import { COUNTERS } from "./story.js";
import { Tree } from "./tree.js";
import { describe, ending, plural } from "./words.js";

export class Player {
  /**
   * @param {HTMLElement} root
   * @param {import("./story.js").Story} story
   * @param {{keys?: EventTarget, told?: (at: number) => void}} [options] where keys are heard, and
   *   who is told of the step at which the reader stops
   */
  constructor(root, story, options = {}) {
    this.root = root;
    this.story = story;
    this.reel = new Reel(story);
    this.picture = new Picture(story);
    this.tree = new Tree(story);
    this.playing = false;
    this.speed = 2;
    this.debt = 0; // steps owed to the clock
    this.closing = new AbortController();
    this.before = 0;
    this.options = options;
    this.lit = -1; // the line of the pseudocode
    /** @type {any[]} */
    this.lines = [];
    /** @type {any[]} */
    this.counterValues = [];
    /** @type {{kinds: number[], button: any}[]} */
    this.jumpButtons = [];
    this.build();
    this.forest = new Forest(this.tree, this.base, this.top);
    this.predictor = new Predictor(this);
    this.listen();
    this.arrived();
  }

  get at() {
    return this.reel.at;
  }

  // ------------------------------------------------------------- the page

  build() {
    const { head } = this.story;
    this.root.classList.add("film");
    this.words = make("p", { class: "film-words" });
    this.live = make("div", { class: "film-live", role: "status", "aria-live": "polite" });
    this.base = make("canvas", { class: "film-canvas" });
    this.top = make("canvas", { class: "film-canvas film-top" });
    const seen = { class: "film-forest", role: "img", "aria-label": "Search tree" };
    this.forestBox = make("div", seen, [this.base, this.top]);
    this.lines = head.pseudocode.map((line) => make("li", {}, [make("code", {}, [line || "\u00a0"])]));
    this.counters = make("dl", { class: "film-counters" });
    this.stage = make("div", { class: "film-stage" }, [this.picture.element, this.words]);
    this.told = make("div", { class: "film-told", hidden: "" });
    this.question = make("div", { class: "film-question" });
    this.treePanel = panel("Search tree", [this.treeTools(), this.forestBox, legend(this.story)]);
    const code = make("ol", { class: "film-code", tabindex: "0", "aria-label": "Pseudocode" }, this.lines);
    this.panels = make("div", { class: "film-panels" }, [
      panel("Board", [this.boardTools(), this.stage, this.question, this.told]),
      this.treePanel,
      panel(`Pseudocode: ${head.strategy}`, [code]),
      panel("Counters", [this.counters]),
    ]);
    this.root.replaceChildren(this.panels, ...this.controls(), this.live);
  }

  boardTools() {
    this.readButton = button("In words", "The board in words (R)", () => this.read());
    this.readButton.setAttribute("aria-expanded", "false");
    return make("div", { class: "film-tools" }, [this.readButton]);
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

  treeTools() {
    this.wholeButton = button("Follow", "Follow the search (T)", () => this.toggleWhole());
    return make("div", { class: "film-tools" }, [this.wholeButton]);
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
    return [
      make("div", { class: "film-deck", role: "group", "aria-label": "Film controls" }, [
        make("div", { class: "film-row" }, [
          button(icon(ICONS.first), "First step (Home)", () => this.jumpTo(0)),
          button(icon(ICONS.back), "One step back (left arrow)", () => this.stepBy(-1)),
          this.playButton,
          button(icon(ICONS.step), "One step forward (right arrow)", () => this.stepBy(1)),
          button(icon(ICONS.last), "Last step (End)", () => this.jumpTo(this.story.length)),
          this.clock,
        ]),
        this.slider,
      ]),
      make("div", { class: "film-row film-more", role: "group", "aria-label": "Jumps and speed" }, [
        make("div", { class: "film-row film-jumps" }, this.jumps()),
        make("label", { class: "film-label" }, ["Speed ", this.pace]), this.paceWords,
        make("label", { class: "film-label film-predict" }, [this.predictBox, " Predict"]),
        keysHelp(),
      ]),
    ];
  }

  /** Buttons to the next step of a kind; those that never come are switched off later. */
  jumps() {
    this.jumpButtons = JUMPS.map(({ kinds, text, key }) => ({
      kinds,
      button: button(text, `Next ${text.toLowerCase()} (${key})`, () => this.jump(kinds), "film-jump"),
    }));
    return [make("span", { class: "film-next" }, ["Next"]), ...this.jumpButtons.map((each) => each.button)];
  }

  // ------------------------------------------------------------- events

  listen() {
    const { signal } = this.closing;
    this.story.listeners.push(() => this.arrived());
    const keys = this.options.keys ?? this.root;
    keys.addEventListener("keydown", (event) => this.key(/** @type {KeyboardEvent} */ (event)), { signal });
    this.forestBox.addEventListener("click", (/** @type {MouseEvent} */ event) => this.pick(event));
    const size = new ResizeObserver(() => this.recolour());
    size.observe(this.forestBox);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.recolour(), { signal });
    const theme = new MutationObserver(() => this.recolour());
    theme.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    signal.addEventListener("abort", () => { size.disconnect(); theme.disconnect(); });
  }

  /** Leave the page to another film. */
  close() {
    this.playing = false;
    this.story.listeners = [];
    this.closing.abort();
  }

  recolour() {
    this.forest.resize();
    this.forest.show(this.at);
  }

  /** More of the film is there. */
  arrived() {
    this.tree.grow();
    this.slider.max = this.story.length;
    this.treePanel.hidden = this.tree.size < 2 && this.story.length > 0;
    this.panels.classList.toggle("film-flat", this.treePanel.hidden);
    for (const each of this.jumpButtons) each.button.disabled = !this.has(each.kinds);
    this.predictBox.disabled = !this.predictor.possible();
    this.show();
  }

  /** @param {number[]} kinds */
  has(kinds) {
    for (let step = 0; step < this.story.length; step++) if (this.story.is(step, kinds)) return true;
    return false;
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
      r: () => this.read(),
      t: () => this.toggleWhole(),
    };
  }

  /** Go to the step at which a node of the tree came. @param {MouseEvent} event */
  pick(event) {
    const box = this.forestBox.getBoundingClientRect();
    const node = this.forest.nearest(event.clientX - box.left, event.clientY - box.top, this.at);
    if (node >= 0) this.jumpTo(this.tree.born[node] + 1);
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

  /** @param {number} steps */
  advance(steps) {
    const target = Math.min(this.at + steps, this.story.length);
    const asked = this.predictor.next(this.at, target);
    this.go(asked ?? target);
    if (asked !== null) {
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
    const words = this.speed === BURST ? "burst" : `${plural(SPEEDS[this.speed], "step")} a second`;
    this.paceWords.textContent = words;
    this.pace.setAttribute("aria-valuetext", words);
  }

  /** @param {number} steps */
  stepBy(steps) {
    this.pause();
    const target = this.at + steps;
    const asked = steps > 0 ? this.predictor.next(this.at, target) : null;
    this.go(asked ?? target);
    if (asked === null) this.announce();
    else this.predictor.ask();
  }

  /** @param {number} at */
  jumpTo(at) {
    this.pause();
    this.go(at);
    this.announce();
  }

  /** Go to just after the next step of these kinds. @param {number[]} kinds */
  jump(kinds) {
    for (let step = this.at; step < this.story.length; step++) {
      if (this.story.is(step, kinds)) return this.jumpTo(step + 1);
    }
    return this.say("There is none after this step.");
  }

  toggleWhole() {
    this.forest.whole = !this.forest.whole;
    this.wholeButton.textContent = this.forest.whole ? "Follow" : "Whole tree";
    const label = this.forest.whole ? "Follow the search (T)" : "Show the whole tree (T)";
    this.wholeButton.setAttribute("aria-label", label);
    this.wholeButton.title = label;
    this.forest.show(this.at);
  }

  // ------------------------------------------------------------- showing

  /** @param {number} at */
  go(at) {
    this.predictor?.dismiss();
    this.reel.go(at);
    this.show();
  }

  show() {
    this.picture.show(this.reel.moment);
    if (!this.treePanel.hidden) this.forest.show(this.at);
    this.showLine();
    this.showCounters();
    const total = `${this.story.length.toLocaleString("en")}${this.story.end ? "" : "…"}`;
    this.slider.value = this.at;
    this.clock.textContent = `step ${this.at.toLocaleString("en")} of ${total}`;
    this.words.textContent = this.sentence();
    this.showTold();
    this.showSpeed();
  }

  sentence() {
    const done = this.story.end && this.at >= this.story.length;
    if (this.at === 0) return done ? ending(this.story) : "Before the first step.";
    const said = describe(this.story, this.at - 1);
    return done ? `${said} ${ending(this.story)}` : said;
  }

  showLine() {
    const line = this.at ? this.story.line(this.at - 1) : -1;
    if (line === this.lit) return;
    if (this.lines[this.lit]) this.lines[this.lit].removeAttribute("aria-current");
    if (this.lines[line]) this.lines[line].setAttribute("aria-current", "step");
    this.lit = line;
  }

  showCounters() {
    const counted = this.story.counted(this.at);
    const shown = COUNTERS.filter((name) => name === "nodes" || this.everCounted(name));
    if (this.counterValues.length !== shown.length) {
      this.counterValues = shown.map(() => make("dd"));
      this.counters.replaceChildren(...shown.map((name, i) =>
        make("div", {}, [make("dt", {}, [name]), this.counterValues[i]])));
    }
    shown.forEach((name, i) => {
      const text = (counted[name] ?? 0).toLocaleString("en");
      if (this.counterValues[i].textContent !== text) this.counterValues[i].textContent = text;
    });
  }

  /** @param {string} name */
  everCounted(name) {
    if (this.story.end) return this.story.end.stats[name] > 0;
    const last = this.story.counts[this.story.counts.length - 1];
    return last && last[COUNTERS.indexOf(name) + 1] > 0;
  }

  announce() {
    this.say(`Step ${this.at}. ${this.sentence()}`);
    this.forestBox.setAttribute("aria-label", this.treeWords());
    this.options.told?.(this.at);
  }

  treeWords() {
    const counted = this.story.counted(this.at);
    const deepest = plural(this.tree.deepest, "level");
    return `Search tree: ${plural(counted.nodes ?? 0, "node")} so far, at most ${deepest} deep.`;
  }

  /** @param {string} text */
  say(text) {
    this.live.textContent = text;
  }
}

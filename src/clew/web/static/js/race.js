// Several films in step: at each moment all have spent the same number of nodes.

import { Forest } from "/film/forest.js";
import { Reel } from "/film/moment.js";
import { Picture } from "/film/picture.js";
import { Tree } from "/film/tree.js";
import { h, icon, ICONS } from "./dom.js";
import { film } from "./watching.js";

/** Nodes a second. */
const SPEEDS = [1, 2, 5, 10, 25, 60, 200, 1000, 5000];

/** One film in its lane. */
class Lane {
  /** @param {string} spelling */
  constructor(spelling) {
    this.spelling = spelling;
    this.base = h("canvas", { class: "film-canvas" });
    this.top = h("canvas", { class: "film-canvas film-top" });
    this.box = h("div", { class: "film-forest", "aria-hidden": "true" }, this.base, this.top);
    this.board = h("div", { class: "lane-board" });
    this.status = h("p", { class: "lane-status" }, "Waiting…");
    this.element = h("section", { class: "lane film", "aria-label": spelling },
      h("h3", {}, spelling), this.board, this.box, this.status);
    /** @type {any} */
    this.story = null;
    /** @type {any} */
    this.reel = null;
    /** @type {any} */
    this.picture = null;
    /** @type {any} */
    this.tree = null;
    /** @type {any} */
    this.forest = null;
  }

  /** @param {any} story */
  begin(story) {
    this.story = story;
    this.reel = new Reel(story);
    this.picture = new Picture(story);
    this.tree = new Tree(story);
    this.board.replaceChildren(this.picture.element);
    this.forest = new Forest(this.tree, /** @type {any} */ (this.base), /** @type {any} */ (this.top));
  }

  get nodes() {
    return this.story ? this.story.nodes : 0;
  }

  /** @param {number} nodes */
  show(nodes) {
    if (!this.story) return;
    this.tree.grow();
    const at = nodes >= this.nodes ? this.story.length : this.story.stepOfNode(nodes);
    this.picture.show(this.reel.go(at));
    this.box.hidden = this.tree.size < 2;
    if (!this.box.hidden) this.forest.show(this.reel.at);
    this.status.textContent = this.words(nodes);
  }

  /** @param {number} nodes */
  words(nodes) {
    const { end } = this.story;
    const spent = Math.min(nodes, this.nodes).toLocaleString("en");
    if (!end || nodes < this.nodes) return `${spent} nodes`;
    const total = `${this.nodes.toLocaleString("en")} nodes`;
    if (end.status === "stopped") return `✗ stopped after ${total}: ${end.reason}`;
    return end.answers ? `✓ solved after ${total}` : `✗ no solution, proven after ${total}`;
  }

  resize() {
    if (this.forest) this.forest.resize();
  }
}

export class Race {
  /** @param {HTMLElement} root @param {(words: string) => void} say */
  constructor(root, say) {
    this.root = root;
    this.say = say;
    /** @type {Lane[]} */
    this.lanes = [];
    this.nodes = 0;
    this.speed = 4;
    this.playing = false;
    this.debt = this.before = 0;
    this.stop = new AbortController();
    this.build();
    new ResizeObserver(() => { this.lanes.forEach((lane) => lane.resize()); this.show(); }).observe(root);
    new MutationObserver(() => { this.lanes.forEach((lane) => lane.resize()); this.show(); })
      .observe(document.documentElement, { attributeFilter: ["data-theme"] });
  }

  build() {
    this.slider = /** @type {any} */ (h("input", {
      type: "range", min: 0, max: 0, value: 0, "aria-label": "Nodes", class: "film-slider",
      oninput: () => { this.pause(); this.go(Number(this.slider.value)); },
    }));
    this.clock = h("output", {});
    this.button = /** @type {any} */ (h("button", { type: "button", class: "primary", onclick: () => this.toggle() }));
    this.pace = /** @type {any} */ (h("input", {
      type: "range", min: 0, max: SPEEDS.length - 1, value: this.speed, "aria-label": "Speed",
      oninput: () => { this.speed = Number(this.pace.value); this.showPace(); },
    }));
    this.paceWords = h("span", { class: "soft" });
    this.track = h("div", { class: "lanes" });
    this.root.replaceChildren(this.track,
      h("div", { class: "row race-row" }, this.slider, this.clock),
      h("div", { class: "row race-row" }, this.button,
        h("button", { type: "button", onclick: () => this.step(-1) }, "One node back"),
        h("button", { type: "button", onclick: () => this.step(1) }, "One node on"),
        h("label", { class: "pace" }, "Speed ", this.pace), this.paceWords));
    this.showButton();
    this.showPace();
  }

  showPace() {
    const words = `${SPEEDS[this.speed].toLocaleString("en")} node${this.speed ? "s" : ""} a second`;
    this.paceWords.textContent = words;
    this.pace.setAttribute("aria-valuetext", words);
  }

  showButton() {
    this.button.replaceChildren(icon(this.playing ? ICONS.pause : ICONS.play), this.playing ? "Pause" : "Play");
  }

  /** Start anew with these strategies. @param {string} id @param {string[]} spellings
   * @param {(error: unknown) => void} trouble */
  start(id, spellings, trouble) {
    this.pause();
    this.stop.abort();
    this.stop = new AbortController();
    this.lanes = spellings.map((spelling) => new Lane(spelling));
    this.track.replaceChildren(...this.lanes.map((lane) => lane.element));
    this.nodes = 0;
    for (const lane of this.lanes) {
      film({ id, strategy: lane.spelling }, (story) => {
        lane.begin(story);
        story.listeners.push(() => this.arrived());
      }, this.stop.signal).catch((error) => { lane.status.textContent = ""; trouble(error); });
    }
  }

  arrived() {
    this.slider.max = Math.max(...this.lanes.map((lane) => lane.nodes));
    this.show();
  }

  get most() {
    return Math.max(0, ...this.lanes.map((lane) => lane.nodes));
  }

  /** @param {number} nodes */
  go(nodes) {
    this.nodes = Math.max(0, Math.min(nodes, this.most));
    this.show();
  }

  show() {
    for (const lane of this.lanes) lane.show(this.nodes);
    this.slider.value = this.nodes;
    this.clock.textContent = `${this.nodes.toLocaleString("en")} of ${this.most.toLocaleString("en")} nodes`;
  }

  /** @param {number} nodes */
  step(nodes) {
    this.pause();
    this.go(this.nodes + nodes);
    this.announce();
  }

  announce() {
    const begun = this.lanes.filter((lane) => lane.story);
    this.say(begun.map((lane) => `${lane.spelling}: ${lane.words(this.nodes)}`).join(". "));
  }

  toggle() {
    if (this.playing) return this.pause();
    if (this.nodes >= this.most) this.go(0);
    this.playing = true;
    this.debt = 0;
    this.before = performance.now();
    this.showButton();
    requestAnimationFrame((now) => this.frame(now));
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.showButton();
    this.announce();
  }

  /** @param {number} now */
  frame(now) {
    if (!this.playing) return;
    this.debt += (Math.min(now - this.before, 250) / 1000) * SPEEDS[this.speed];
    this.before = now;
    const steps = Math.floor(this.debt);
    this.debt -= steps;
    if (steps) this.go(this.nodes + steps);
    if (this.nodes >= this.most && this.lanes.every((lane) => lane.story && lane.story.end)) this.pause();
    else requestAnimationFrame((later) => this.frame(later));
  }
}

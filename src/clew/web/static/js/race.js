// Several films in step: at each moment, all searches have spent the same number of nodes.

import { Code } from "../../../film/static/code.js";
import { Reel } from "../../../film/static/moment.js";
import { Picture } from "../../../film/static/picture.js";
import { TreeView } from "../../../film/static/treeview.js";
import { describe, summary } from "../../../film/static/words.js";
import { h, icon, ICONS } from "./dom.js";
import { stopReason } from "./names.js";
import { called, film } from "./watching.js";

/** Nodes per second. */
const SPEEDS = [1, 2, 5, 10, 25, 60, 200, 1000, 5000];

/** A lane with one film: the board, the tree, the pseudocode, a sentence and the counters. */
class Lane {
  /** @param {string} spelling @param {(nodes: number) => void} go */
  constructor(spelling, go) {
    this.spelling = spelling;
    this.go = go;
    this.board = h("div", { class: "lane-board" });
    this.wood = h("div", { class: "lane-tree" });
    this.code = h("div", { class: "lane-code" });
    this.said = h("p", { class: "lane-said" });
    this.status = h("p", { class: "lane-status" }, "Waiting…");
    this.title = called(spelling);
    this.element = h("section", { class: "lane film", "aria-label": this.title },
      h("h3", { title: spelling }, this.title), h("div", { class: "lane-parts" }, this.board, this.wood, this.code),
      this.said, this.status);
    this.closing = new AbortController();
    /** @type {any} */
    this.story = null;
    /** @type {any} */
    this.reel = null;
    /** @type {any} */
    this.picture = null;
    /** @type {any} */
    this.view = null;
    /** @type {any} */
    this.lines = null;
  }

  /** @param {any} story */
  begin(story) {
    this.story = story;
    this.reel = new Reel(story);
    this.picture = new Picture(story);
    this.view = new TreeView(story, this.reel, (at) => this.go(story.nodeSteps.filter((/** @type {number} */ each) => each < at).length));
    this.view.box.setAttribute("aria-hidden", "true");
    this.view.listen(this.closing.signal);
    this.lines = new Code(story);
    this.board.replaceChildren(this.picture.element);
    this.wood.replaceChildren(this.view.parts[1]);
    this.code.replaceChildren(this.lines.list, this.lines.counters);
  }

  get nodes() {
    return this.story ? this.story.nodes : 0;
  }

  /** @param {number} nodes */
  show(nodes) {
    const { story } = this;
    if (!story) return;
    this.view.grow();
    const at = nodes >= this.nodes ? story.length : story.stepOfNode(nodes);
    const moment = this.reel.go(at);
    const first = at ? story.before(at) : 0;
    const steps = Array.from({ length: at - first }, (_, i) => first + i);
    this.picture.show(moment, steps);
    this.wood.hidden = this.view.tree.size < 2;
    if (!this.wood.hidden) this.view.show(at);
    this.lines.show(moment, steps);
    const atEnd = story.end && at >= story.length;
    this.lines.showCounters(story.head.told || !atEnd ? moment.counters() : story.end.stats, story.end?.stats ?? {});
    this.said.textContent = at ? `${describe(story, first)} ${summary(story, first + 1, at)}` : "";
    this.status.textContent = this.words(nodes);
  }

  /** @param {number} nodes */
  words(nodes) {
    const { end } = this.story;
    const spent = Math.min(nodes, this.nodes).toLocaleString("en");
    if (!end || nodes < this.nodes) return `${spent} ${noun(spent)}`;
    const all = this.nodes.toLocaleString("en");
    const total = `${all} ${noun(all)}`;
    if (end.status === "stopped") return `✗ stopped after ${total} (${stopReason(end.reason)})`;
    return end.answers ? `✓ solved after ${total}` : `✗ no solution after ${total}${end.reason ? `: ${end.reason}` : ""}`;
  }

  resize() {
    if (this.view) this.view.resize();
  }
}

/** @param {string} count */
const noun = (count) => (count === "1" ? "node" : "nodes");

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
      h("div", { class: "race-deck" }, h("div", { class: "row race-row" }, this.slider, this.clock),
        h("div", { class: "row race-row" }, this.button,
          h("button", { type: "button", "aria-label": "Back one node", onclick: () => this.step(-1) }, "Back"),
          h("button", { type: "button", "aria-label": "Forward one node", onclick: () => this.step(1) }, "Forward"),
          h("label", { class: "pace" }, "Speed ", this.pace), this.paceWords)));
    this.showButton();
    this.showPace();
  }

  showPace() {
    const words = `${SPEEDS[this.speed].toLocaleString("en")} node${this.speed ? "s" : ""} per second`;
    this.paceWords.textContent = words;
    this.pace.setAttribute("aria-valuetext", words);
  }

  showButton() {
    this.button.replaceChildren(icon(this.playing ? ICONS.pause : ICONS.play), this.playing ? "Pause" : "Play");
  }

  /** Starts a race of these strategies. @param {string} id @param {string[]} spellings
   * @param {(error: unknown) => void} trouble */
  start(id, spellings, trouble) {
    this.pause();
    this.stop.abort();
    this.stop = new AbortController();
    for (const lane of this.lanes) lane.closing.abort();
    this.lanes = spellings.map((spelling) => new Lane(spelling, (nodes) => { this.pause(); this.go(nodes); }));
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
    this.clock.textContent = `${this.nodes.toLocaleString("en")} of ${this.most.toLocaleString("en")} ${this.most === 1 ? "node" : "nodes"}`;
  }

  /** @param {number} nodes */
  step(nodes) {
    this.pause();
    this.go(this.nodes + nodes);
    this.announce();
  }

  announce() {
    const begun = this.lanes.filter((lane) => lane.story);
    this.say(begun.map((lane) => `${lane.title}: ${lane.words(this.nodes)}`).join(". "));
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

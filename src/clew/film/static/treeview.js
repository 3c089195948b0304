// @ts-check
/** The search tree on the stage: zoom, pan, folding, and the board of the node under the pointer. */
import { FOLLOW, FREE, WHOLE } from "./camera.js";
import { button, legend } from "./deck.js";
import { make } from "./dom.js";
import { Forest } from "./forest.js";
import { Reel } from "./moment.js";
import { Picture } from "./picture.js";
import { Tree } from "./tree.js";
import { describe, plural } from "./words.js";

const NARROW = 1.5; // if columns would be narrower, the default view isn't the whole tree
const CROWDED = 3000; // a tree with more nodes is initially folded

/** @param {number} value @param {number} least @param {number} most */
const clamp = (value, least, most) => Math.max(least, Math.min(value, most));

export class TreeView {
  /** @param {import("./story.js").Story} story @param {Reel} reel @param {(at: number) => void} go */
  constructor(story, reel, go) {
    this.story = story;
    this.go = go;
    this.tree = new Tree(story);
    this.probe = new Reel(story, reel.kept);
    /** @type {Picture | null} */
    this.preview = null;
    this.at = 0;
    this.chosen = false; // true if the reader has chosen a view
    this.base = make("canvas", { class: "film-canvas" });
    this.top = make("canvas", { class: "film-canvas film-top" });
    this.tip = make("div", { class: "film-tip", hidden: "", "aria-hidden": "true" });
    const seen = { class: "film-forest", role: "img", "aria-label": "Search tree" };
    this.box = make("div", seen, [this.base, this.top]);
    this.forest = new Forest(this.tree, this.base, this.top);
    this.modeButton = button("Follow", "Follow the search (T)", () => this.toggle());
    this.foldButton = button("Fold", "Fold the failed subtrees (G)", () => this.fold());
    this.tools = make("div", { class: "film-tools" }, [
      button("−", "Tree: farther (X)", () => this.zoom(1 / 1.5)),
      button("+", "Tree: closer (Z)", () => this.zoom(1.5)),
      this.foldButton, this.modeButton,
    ]);
    this.parts = [this.tools, make("div", { class: "film-wood" }, [this.box, this.tip]), legend(story)];
  }

  /** @param {AbortSignal} signal */
  listen(signal) {
    const { box } = this;
    let [pressed, moved, x, y] = [false, false, 0, 0];
    box.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      [pressed, moved, x, y] = [true, false, event.clientX, event.clientY];
      this.hide();
    }, { signal });
    box.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      if (!pressed) return this.hover(event);
      const [dx, dy] = [event.clientX - x, event.clientY - y];
      if (!moved && Math.abs(dx) + Math.abs(dy) < 5) return undefined;
      if (!moved) box.setPointerCapture(event.pointerId);
      [moved, x, y] = [true, event.clientX, event.clientY];
      this.forest.pan(dx, dy);
      return this.viewed();
    }, { signal });
    box.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => {
      if (pressed && !moved) this.pick(event);
      pressed = false;
    }, { signal });
    box.addEventListener("pointerleave", () => { pressed = false; this.hide(); }, { signal });
    box.addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
      event.preventDefault();
      const place = box.getBoundingClientRect();
      this.forest.zoom(Math.exp(-event.deltaY / 400), event.clientX - place.left, event.clientY - place.top);
      this.viewed();
    }, { passive: false, signal });
  }

  /** Updates the tree when more of the film has arrived. */
  grow() {
    const before = this.tree.size;
    this.tree.grow();
    if (this.story.end && before < CROWDED && this.tree.size >= CROWDED && !this.chosen) this.tree.foldFailed();
    if (!this.chosen) this.fit();
    this.showMode();
  }

  /** Shows the whole tree if its columns are wide enough, otherwise follows the search. */
  fit() {
    const wide = (this.base.clientWidth || 600) / Math.max(1, this.tree.leaves) >= NARROW;
    this.forest.mode = wide ? WHOLE : FOLLOW;
  }

  /** @param {number} at */
  show(at) {
    this.at = at;
    this.forest.show(at);
  }

  resize() {
    this.forest.resize();
    if (!this.chosen) this.fit();
    this.forest.show(this.at);
  }

  viewed() {
    this.chosen = true;
    this.showMode();
    this.forest.show(this.at);
  }

  toggle() {
    this.forest.mode = this.forest.mode === WHOLE ? FOLLOW : WHOLE;
    this.viewed();
  }

  /** @param {number} factor */
  zoom(factor) {
    this.forest.zoom(factor);
    this.viewed();
  }

  fold() {
    this.tree.foldFailed();
    this.viewed();
  }

  showMode() {
    const whole = this.forest.mode === WHOLE;
    const [text, label] = whole ? ["Follow", "Follow the search (T)"] : ["Whole", "Show the whole tree (T)"];
    if (this.modeButton.textContent !== text) this.modeButton.textContent = text;
    this.modeButton.setAttribute("aria-label", label);
    this.modeButton.title = label;
    this.foldButton.setAttribute("aria-pressed", String(this.tree.folds.size > 0));
    this.box.classList.toggle("film-free", this.forest.mode === FREE);
  }

  /** @param {PointerEvent | MouseEvent} event */
  nodeUnder(event) {
    const box = this.box.getBoundingClientRect();
    return this.forest.nearest(event.clientX - box.left, event.clientY - box.top, this.at);
  }

  /** Goes to the step where a node appeared or, with Shift, folds its subtree. @param {PointerEvent} event */
  pick(event) {
    const node = this.nodeUnder(event);
    if (node < 0) return;
    if (event.shiftKey || this.tree.folds.has(node)) {
      this.tree.fold(node);
      this.viewed();
    } else this.go(this.tree.born[node] + 1);
  }

  /** @param {PointerEvent} event */
  hover(event) {
    const node = this.nodeUnder(event);
    if (node === this.forest.hovered) return;
    this.forest.hovered = node;
    this.forest.mark(this.at);
    if (node < 0) return this.hide();
    this.preview ??= new Picture(this.story);
    const moment = this.probe.go(this.tree.born[node] + 1);
    this.preview.show(moment);
    const step = this.tree.born[node];
    const below = this.tree.below[node];
    const words = step < 0 ? "The search starts here." : describe(this.story, step);
    const more = below ? ` ${plural(below, "node")} below.` : "";
    const hint = this.tree.folds.has(node) ? " Click to unfold." : "";
    this.tip.replaceChildren(this.preview.element, make("p", {}, [words + more + hint]));
    this.place(node);
  }

  /** Puts the board next to the node. @param {number} node */
  place(node) {
    const [x, y] = [this.forest.placeX(node), this.forest.placeY(node)];
    this.tip.hidden = false;
    const { left, top } = this.box.getBoundingClientRect();
    const { offsetWidth: wide, offsetHeight: high } = this.tip;
    const across = x > this.forest.width / 2 ? x - wide - 14 : x + 14;
    this.tip.style.left = `${clamp(across, 4 - left, innerWidth - wide - 4 - left)}px`;
    this.tip.style.top = `${clamp(y - high / 2, 4 - top, innerHeight - high - 4 - top)}px`;
  }

  hide() {
    this.tip.hidden = true;
    this.forest.hovered = -1;
  }
}

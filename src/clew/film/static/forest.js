// @ts-check
/** The search tree on a canvas.
 *
 * Every node has a place in the tree of all steps known so far, and is drawn when the film reaches its
 * step. So nothing moves while the film plays, and each frame draws only the new nodes.
 */
import { WHOLE } from "./camera.js";
import { signed, standing } from "./games.js";
import { Ink, MARKS } from "./ink.js";
import { KIND } from "./nodes.js";

const CROWD = 2000; // with more nodes, many share a pixel

/** A view of a tree. */
export class Forest extends Ink {
  /** @param {import("./tree.js").Tree} tree @param {HTMLCanvasElement} base @param {HTMLCanvasElement} top */
  constructor(tree, base, top) {
    super(tree);
    this.base = base;
    this.top = top;
    this.drawn = -1; // the number of steps on the canvas
    this.view = "";
    this.hovered = -1; // the node under the pointer
    this.colours = colours(base);
  }

  /** Fits the canvases to their place on the page. */
  resize() {
    const ratio = window.devicePixelRatio || 1;
    const { clientWidth, clientHeight } = this.base;
    for (const canvas of [this.base, this.top]) {
      canvas.width = Math.round(clientWidth * ratio);
      canvas.height = Math.round(clientHeight * ratio);
      /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).setTransform(ratio, 0, 0, ratio, 0, 0);
    }
    [this.width, this.height] = [clientWidth, clientHeight];
    this.colours = colours(this.base);
    const { fontSize, fontFamily } = getComputedStyle(this.base);
    this.type = 0.75 * parseFloat(fontSize);
    this.family = fontFamily;
    this.drawn = -1;
  }

  /** Draws the tree after a number of steps. @param {number} at */
  show(at) {
    if (!this.width) this.resize();
    if (!this.width) return;
    this.aim(at);
    const view = `${this.origin}|${this.scale}|${this.tree.size}|${this.tree.folds.size}|${this.tree.leaves}`;
    const fresh = view !== this.view || at < this.drawn || this.drawn < 0;
    const context = /** @type {CanvasRenderingContext2D} */ (this.base.getContext("2d"));
    if (fresh) context.clearRect(0, 0, this.width, this.height);
    this.draw(context, fresh ? -1 : this.drawn, at);
    this.view = view;
    this.drawn = at;
    this.mark(at);
  }

  /** Draws the nodes that appeared or changed between the steps `from` and `at`.
   * @param {CanvasRenderingContext2D} context @param {number} from @param {number} at */
  draw(context, from, at) {
    const { tree } = this;
    const changed = from < 0 ? this.apart(this.visible(at), at) : this.changed(from, at);
    this.edges(context, changed.filter((node) => tree.born[node] >= from), at);
    for (const node of changed) if (tree.cut[node] < at && tree.cut[node] >= from) this.stubs(context, node);
    /** @type {number[][]} */
    const groups = MARKS.map(() => []);
    for (const node of changed) groups[this.markOf(node, at)].push(node);
    groups.forEach((nodes, i) => nodes.length && this.dots(context, nodes, i));
    this.numbers(context, changed, at);
    if (tree.folds.size) this.foldMarks(context, changed);
    if (this.labelled) this.labels(context, changed.filter((node) => tree.born[node] >= from));
  }

  /** Returns one node of each state per pixel of a row. Others would only cover it.
   * @param {number[]} nodes @param {number} at */
  apart(nodes, at) {
    if (nodes.length < CROWD) return nodes;
    const wide = Math.ceil(this.width) + 1;
    const taken = new Uint8Array(wide * (this.tree.deepest + 1));
    return nodes.filter((node) => {
      const x = Math.max(0, Math.min(wide - 1, Math.floor(this.placeX(node))));
      const place = wide * this.tree.level[node] + x;
      const bit = 1 << this.markOf(node, at);
      const free = !(taken[place] & bit);
      taken[place] |= bit;
      return free;
    });
  }

  /** Returns the nodes in view that have appeared and aren't folded away. @param {number} at */
  visible(at) {
    const { tree } = this;
    const found = [];
    for (let node = tree.hasRoot ? 0 : 1; node < tree.size && tree.born[node] < at; node++) {
      if (tree.as[node] === node && (this.mode === WHOLE || this.inSight(node, 8))) found.push(node);
    }
    return found;
  }

  /** Returns the nodes that appeared or changed in these steps. @param {number} from @param {number} at */
  changed(from, at) {
    const { tree } = this;
    const found = new Set();
    const add = (/** @type {number} */ node) => node >= Number(!tree.hasRoot) && tree.as[node] === node && found.add(node);
    for (let node = tree.firstBorn(from); node < tree.size && tree.born[node] < at; node++) add(node);
    for (let step = from; step < at; step++) {
      for (let node = tree.nodeAt[step]; node > 0 && !found.has(node); node = tree.parent[node]) {
        add(node);
        if (tree.solved[node] !== step) break;
      }
      if (tree.story.is(step, [KIND.BACK, KIND.UNDO])) add(tree.left[step] ?? -1);
      const old = tree.replacedAt.get(step);
      if (old !== undefined) add(old);
    }
    return [...found];
  }

  /** Draws the way to the node of the step, and rings it. @param {number} at */
  mark(at) {
    const { tree } = this;
    const context = /** @type {CanvasRenderingContext2D} */ (this.top.getContext("2d"));
    context.clearRect(0, 0, this.width, this.height);
    const current = tree.current(at);
    if (current === 0 && !tree.hasRoot) return;
    context.strokeStyle = this.colours.thread;
    context.lineWidth = 3;
    context.beginPath();
    for (const [node, parent] of tree.way(current)) this.between(context, parent, node);
    context.stroke();
    if (this.isGame) this.windows(context, current, at);
    else if (!this.labelled) this.nameAlong(context, current);
    context.lineWidth = 3;
    context.strokeStyle = this.colours.thread;
    this.ringed(context, current);
    if (this.hovered >= 0) this.ringed(context, this.hovered);
  }

  /** Adds a line between the edges of two nodes, so that it doesn't cover what's in them.
   * @param {CanvasRenderingContext2D} context @param {number} from @param {number} to */
  between(context, from, to) {
    const [x, y] = [this.placeX(from), this.placeY(from)];
    const [dx, dy] = [this.placeX(to) - x, this.placeY(to) - y];
    const far = Math.hypot(dx, dy);
    if (far <= 2 * this.radius) return;
    const [cx, cy] = [(dx / far) * this.radius, (dy / far) * this.radius];
    context.moveTo(x + cx, y + cy);
    context.lineTo(x + dx - cx, y + dy - cy);
  }

  /** Writes alpha and beta next to the positions on the way whose values aren't known yet.
   * @param {CanvasRenderingContext2D} context @param {number} current @param {number} at */
  windows(context, current, at) {
    const { tree } = this;
    context.font = `700 ${this.type}px ${this.family}`;
    context.textBaseline = "middle";
    context.textAlign = "left";
    context.lineWidth = 4;
    context.lineJoin = "round";
    context.strokeStyle = this.colours.paper;
    for (let node = current; node > 0; node = tree.parent[node]) {
      if (tree.valued[node] < at) continue;
      const { window, best } = standing(tree.story, tree.number[node], at);
      const parts = window ? [`α ${signed(window[0])}`, `β ${signed(window[1])}`] : best === null ? [] : [`best ${signed(best)}`];
      const widths = parts.map((text) => context.measureText(text).width);
      const wide = widths.reduce((sum, each) => sum + each + 6, 0);
      let x = this.placeX(node) + this.radius + 7;
      if (x + wide > this.width) x = this.placeX(node) - this.radius - 7 - wide;
      parts.forEach((text, i) => {
        context.fillStyle = i ? this.colours.beta : window ? this.colours.alpha : this.colours.ink;
        context.strokeText(text, x, this.placeY(node));
        context.fillText(text, x, this.placeY(node));
        x += widths[i] + 6;
      });
    }
  }

  /** Writes the names of the nodes on the path to this one, if there isn't room for all names.
   * @param {CanvasRenderingContext2D} context @param {number} current */
  nameAlong(context, current) {
    context.font = `${this.type}px ${this.family}`;
    context.textBaseline = "middle";
    context.lineWidth = 3;
    context.strokeStyle = this.colours.paper;
    context.fillStyle = this.colours.ink;
    for (let node = current, last = Infinity; node > 0; node = this.tree.parent[node]) {
      const [x, y] = [this.placeX(node), this.placeY(node)];
      if (last - y < 1.2 * this.type) continue;
      last = y;
      const label = this.tree.label(node).slice(0, 22);
      const aside = x > this.width - 90;
      context.textAlign = aside ? "right" : "left";
      context.strokeText(label, x + (aside ? -1 : 1) * (this.radius + 7), y);
      context.fillText(label, x + (aside ? -1 : 1) * (this.radius + 7), y);
    }
    context.lineWidth = 2.5;
  }

  /** @param {CanvasRenderingContext2D} context @param {number} node */
  ringed(context, node) {
    context.beginPath();
    context.arc(this.placeX(node), this.placeY(node), Math.max(5, this.radius + 2.5), 0, 2 * Math.PI);
    context.stroke();
  }

  /** Returns the visible node nearest to a point. @param {number} x @param {number} y
   * @param {number} at */
  nearest(x, y, at) {
    let best = -1;
    let least = 20 * 20;
    for (const node of this.visible(at)) {
      const away = (this.placeX(node) - x) ** 2 + (this.placeY(node) - y) ** 2;
      if (away < least) [best, least] = [node, away];
    }
    return best;
  }
}

/** Returns the player's colours as numbers, because a canvas needs them in that form.
 * @param {Element} element @returns {Record<string, string>} */
function colours(element) {
  const probe = element.appendChild(document.createElement("i"));
  const of = (/** @type {string} */ name) => {
    probe.style.color = `var(--film-${name})`;
    return getComputedStyle(probe).color;
  };
  const names = ["ink", "line", "dead", "note", "paper", "accent", "frontier", "cut", "thread", "alpha", "beta", "max", "min"];
  const found = { ...Object.fromEntries(names.map((name) => [name, of(name)])), answer: of("solved") };
  probe.remove();
  return found;
}

// @ts-check
/** The search tree on a canvas.
 *
 * Every node has a place in the tree of all steps known so far, and is drawn when the film reaches its
 * step. So nothing moves while the film plays, and each frame draws only the new nodes.
 */
import { Camera, WHOLE } from "./camera.js";
import { KIND } from "./story.js";
import { grouped } from "./words.js";

/** The look of a node in each state. States differ in shape, not only in colour.
 * @type {{state: string, colour: "ink" | "dead" | "answer" | "accent", sign: string, words: string}[]} */
export const MARKS = [
  { state: "open", colour: "ink", sign: "●", words: "open" },
  { state: "dead", colour: "dead", sign: "■", words: "dead end" },
  { state: "solved", colour: "answer", sign: "⬤", words: "solution" },
  { state: "won", colour: "answer", sign: "●", words: "won for who is to move" },
  { state: "lost", colour: "dead", sign: "■", words: "lost" },
  { state: "drawn", colour: "accent", sign: "◆", words: "drawn" },
];

const CROWD = 2000; // with more nodes, many share a pixel

/** The marks that a film's tree has. @param {import("./story.js").Story} story */
export function marksOf(story) {
  if (story.head.face === "game") return MARKS.filter(({ state }) => !["dead", "solved"].includes(state));
  return MARKS.filter(({ state }) => ["open", "dead", "solved"].includes(state));
}

const CHARACTER = 0.56; // the approximate width of a label's character, relative to its height
/** A view of a tree. */
export class Forest extends Camera {
  /** @param {import("./tree.js").Tree} tree @param {HTMLCanvasElement} base @param {HTMLCanvasElement} top */
  constructor(tree, base, top) {
    super(tree);
    this.base = base;
    this.top = top;
    this.drawn = -1; // the number of steps on the canvas
    this.view = "";
    this.hovered = -1; // the node under the pointer
    this.type = 11; // pixels
    this.isGame = tree.story.head.face === "game";
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
    this.type = 0.69 * parseFloat(getComputedStyle(document.documentElement).fontSize);
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
    context.lineWidth = 1;
    context.strokeStyle = this.colours.line;
    context.beginPath();
    for (const node of changed) {
      const parent = tree.parent[node];
      if (tree.born[node] < from || parent < 0 || (parent === 0 && !tree.hasRoot)) continue;
      context.moveTo(this.placeX(parent), this.placeY(parent));
      context.lineTo(this.placeX(node), this.placeY(node));
    }
    context.stroke();
    /** @type {number[][]} */
    const groups = MARKS.map(() => []);
    for (const node of changed) groups[this.markOf(node, at)].push(node);
    MARKS.forEach(({ state, colour }, i) => groups[i].length && this.dots(context, groups[i], this.colours[colour], state));
    if (tree.folds.size) this.foldMarks(context, changed);
    if (this.labelled) this.labels(context, changed.filter((node) => tree.born[node] >= from));
  }

  /** Draws each folded subtree as a triangle with the number of its nodes.
   * @param {CanvasRenderingContext2D} context @param {number[]} nodes */
  foldMarks(context, nodes) {
    const folded = nodes.filter((node) => this.tree.folds.has(node));
    if (!folded.length) return;
    context.fillStyle = this.colours.note;
    context.textAlign = "center";
    context.textBaseline = "top";
    context.font = `600 ${this.type}px system-ui, sans-serif`;
    for (const node of folded) {
      const [x, y] = [this.placeX(node), this.placeY(node)];
      const size = Math.max(4, Math.min(9, this.scale[0] * 0.45));
      context.beginPath();
      context.moveTo(x, y + 4);
      context.lineTo(x + size, y + 6 + size * 1.4);
      context.lineTo(x - size, y + 6 + size * 1.4);
      context.fill();
      if (this.scale[0] > 22) context.fillText(`+${grouped(this.tree.below[node])}`, x, y + 8 + size * 1.4);
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {number[]} nodes */
  labels(context, nodes) {
    const room = this.tree.leaves === 1 ? 24 : Math.floor(this.scale[0] / (CHARACTER * this.type));
    context.font = `${this.type}px system-ui, sans-serif`;
    context.fillStyle = this.colours.note;
    context.textAlign = this.tree.leaves === 1 ? "left" : "center";
    context.textBaseline = "middle";
    for (const node of nodes) {
      if (this.tree.folds.has(node) || !this.inSight(node, 0)) continue;
      const label = this.tree.label(node);
      const shown = label.length > room ? `${label.slice(0, room - 1)}…` : label;
      const aside = this.tree.leaves === 1 ? [10, 0] : [0, 14];
      context.fillText(shown, this.placeX(node) + aside[0], this.placeY(node) + aside[1]);
    }
  }

  /** Returns the number of a node's mark. @param {number} node @param {number} at */
  markOf(node, at) {
    const { tree } = this;
    if (this.isGame && tree.valued[node] < at) return tree.value[node] > 0 ? 3 : tree.value[node] < 0 ? 4 : 5;
    if (tree.solved[node] < at) return 2;
    return tree.died[node] < at ? 1 : 0;
  }

  /** @param {CanvasRenderingContext2D} context @param {number[]} nodes
   * @param {string} colour @param {string} state */
  dots(context, nodes, colour, state) {
    const radius = this.radius * (state === "solved" ? 1.3 : 1);
    context.fillStyle = colour;
    if (radius < 2) { // squares are quicker, and look the same
      for (const node of nodes) {
        context.fillRect(this.placeX(node) - radius, this.placeY(node) - radius, 2 * radius, 2 * radius);
      }
      return;
    }
    context.beginPath();
    for (const node of nodes) {
      const [x, y] = [this.placeX(node), this.placeY(node)];
      if (state === "dead" || state === "lost") context.rect(x - radius, y - radius, 2 * radius, 2 * radius);
      else if (state === "drawn") {
        context.moveTo(x, y - radius * 1.3);
        context.lineTo(x + radius * 1.3, y);
        context.lineTo(x, y + radius * 1.3);
        context.lineTo(x - radius * 1.3, y);
      }
      else {
        context.moveTo(x + radius, y);
        context.arc(x, y, radius, 0, 2 * Math.PI);
      }
    }
    context.fill();
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
    for (let step = from; step < at; step++) {
      for (let node = tree.nodeAt[step]; node > 0 && !found.has(node); node = tree.parent[node]) {
        if (tree.as[node] === node) found.add(node);
        if (tree.solved[node] !== step) break;
      }
      if (tree.story.is(step, [KIND.BACK, KIND.UNDO])) this.gone(step, found);
    }
    return [...found];
  }

  /** Adds the node that the search left at a step, because it looks different now.
   * @param {number} step @param {Set<number>} found */
  gone(step, found) {
    const before = this.tree.nodeAt[step - 1];
    if (before > 0 && this.tree.as[before] === before) found.add(before);
  }

  /** Draws the path to the search's current node. @param {number} at */
  mark(at) {
    const { tree } = this;
    const context = /** @type {CanvasRenderingContext2D} */ (this.top.getContext("2d"));
    context.clearRect(0, 0, this.width, this.height);
    const current = tree.current(at);
    if (current === 0 && !tree.hasRoot) return;
    context.strokeStyle = this.colours.accent;
    context.lineWidth = 2.5;
    context.beginPath();
    context.moveTo(this.placeX(current), this.placeY(current));
    for (let node = tree.parent[current]; node > 0 || (node === 0 && tree.hasRoot); node = tree.parent[node]) {
      context.lineTo(this.placeX(node), this.placeY(node));
    }
    context.stroke();
    if (!this.labelled) this.nameAlong(context, current);
    context.strokeStyle = this.colours.accent;
    this.ringed(context, current);
    if (this.hovered >= 0) this.ringed(context, this.hovered);
  }

  /** Writes the names of the nodes on the path to this one, if there isn't room for all names.
   * @param {CanvasRenderingContext2D} context @param {number} current */
  nameAlong(context, current) {
    context.font = `${this.type}px system-ui, sans-serif`;
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
      context.strokeText(label, x + (aside ? -12 : 12), y);
      context.fillText(label, x + (aside ? -12 : 12), y);
    }
    context.lineWidth = 2.5;
  }

  /** @param {CanvasRenderingContext2D} context @param {number} node */
  ringed(context, node) {
    context.beginPath();
    context.arc(this.placeX(node), this.placeY(node), Math.max(5, this.radius + 3), 0, 2 * Math.PI);
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
  const names = ["ink", "line", "dead", "note", "paper", "accent"];
  const found = { ...Object.fromEntries(names.map((name) => [name, of(name)])), answer: of("solved") };
  probe.remove();
  return found;
}

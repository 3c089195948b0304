// @ts-check
/** The search tree on a canvas.
 *
 * Every node has its place in the tree of all steps known so far, and is drawn once its step has
 * come. So nothing moves while the film plays, and a frame draws only what is new in it.
 */
import { KIND } from "./story.js";

/** How nodes look: each state has a shape of its own, not a colour alone.
 * @type {{state: string, colour: "ink" | "dead" | "answer" | "accent", sign: string, words: string}[]} */
export const MARKS = [
  { state: "open", colour: "ink", sign: "●", words: "open" },
  { state: "dead", colour: "dead", sign: "■", words: "dead end" },
  { state: "solved", colour: "answer", sign: "⬤", words: "solution" },
  { state: "won", colour: "answer", sign: "●", words: "won for who is to move" },
  { state: "lost", colour: "dead", sign: "■", words: "lost" },
  { state: "drawn", colour: "accent", sign: "◆", words: "drawn" },
];

/** The marks that a film's tree has. @param {import("./story.js").Story} story */
export function marksOf(story) {
  if (story.head.face === "game") return MARKS.filter(({ state }) => !["dead", "solved"].includes(state));
  return MARKS.filter(({ state }) => ["open", "dead", "solved"].includes(state));
}

const RADIUS = 5;
const ROW = 30;
const COLUMN = 22;

/** A view of a tree: whole, or following the search. */
export class Forest {
  /** @param {import("./tree.js").Tree} tree @param {HTMLCanvasElement} base @param {HTMLCanvasElement} top */
  constructor(tree, base, top) {
    this.tree = tree;
    this.base = base;
    this.top = top;
    this.whole = true;
    this.drawn = -1; // so many steps are on the canvas
    this.view = "";
    this.scale = [1, 1];
    this.origin = [0, 0];
    this.width = this.height = 0;
    this.colours = colours(base);
  }

  /** Fit the canvases to their place on the page. */
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
    this.drawn = -1;
  }

  /** Draw the tree after so many steps. @param {number} at */
  show(at) {
    if (!this.width) this.resize();
    if (!this.width) return;
    this.aim(at);
    const view = `${this.origin}|${this.scale}|${this.tree.size}`;
    const fresh = view !== this.view || at < this.drawn || this.drawn < 0;
    const context = /** @type {CanvasRenderingContext2D} */ (this.base.getContext("2d"));
    if (fresh) context.clearRect(0, 0, this.width, this.height);
    this.draw(context, fresh ? -1 : this.drawn, at);
    this.view = view;
    this.drawn = at;
    this.mark(at);
  }

  /** Choose what part of the tree is seen. @param {number} at */
  aim(at) {
    const { tree } = this;
    const rows = Math.max(1, tree.deepest);
    const edge = RADIUS + 7;
    if (this.whole) {
      const across = tree.leaves > 1 ? Math.min(COLUMN * 2, (this.width - 2 * edge) / (tree.leaves - 1)) : 0;
      const down = Math.min(ROW * 1.5, (this.height - 2 * edge) / rows);
      this.scale = [across, down];
      this.origin = [(this.width - across * (tree.leaves - 1)) / 2, edge];
      return;
    }
    const node = tree.current(at);
    this.scale = [COLUMN, ROW];
    this.origin = [
      keep(this.origin[0], tree.x[node] * COLUMN, this.width),
      keep(this.origin[1], tree.level[node] * ROW, this.height),
    ];
  }

  /** @param {number} node */
  placeX(node) { return this.origin[0] + this.tree.x[node] * this.scale[0]; }
  /** @param {number} node */
  placeY(node) { return this.origin[1] + this.tree.level[node] * this.scale[1]; }

  get radius() {
    return Math.max(1, Math.min(RADIUS, this.scale[0] * 0.4, this.scale[1] * 0.3) || RADIUS);
  }

  /** Draw what came after step `from` and before `at`.
   * @param {CanvasRenderingContext2D} context @param {number} from @param {number} at */
  draw(context, from, at) {
    const { tree } = this;
    const changed = from < 0 ? this.visible(at) : this.changed(from, at);
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
    for (const { state, colour } of MARKS) {
      const some = changed.filter((node) => this.state(node, at) === state);
      if (some.length) this.dots(context, some, this.colours[colour], state);
    }
  }

  /** @param {number} node @param {number} at */
  state(node, at) {
    if (this.tree.valued[node] < at && this.tree.story.head.face === "game") {
      return ["lost", "drawn", "won"][Math.sign(this.tree.value[node]) + 1];
    }
    if (this.tree.solved[node] < at) return "solved";
    const stuck = this.tree.story.deadEnds.has(this.tree.born[node]);
    return stuck || this.tree.died[node] < at ? "dead" : "open";
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

  /** Every node in sight that has come. @param {number} at */
  visible(at) {
    const { tree } = this;
    const found = [];
    for (let node = tree.hasRoot ? 0 : 1; node < tree.size && tree.born[node] < at; node++) {
      const x = this.placeX(node);
      if (this.whole || (x > -COLUMN * 8 && x < this.width + COLUMN * 8)) found.push(node);
    }
    return found;
  }

  /** The nodes that came or changed in these steps. @param {number} from @param {number} at */
  changed(from, at) {
    const { tree } = this;
    const found = new Set();
    for (let step = from; step < at; step++) {
      for (let node = tree.nodeAt[step]; node > 0 && !found.has(node); node = tree.parent[node]) {
        found.add(node);
        if (tree.solved[node] !== step) break;
      }
      if (this.tree.story.kind(step) === KIND.BACK) this.gone(step, found);
    }
    return [...found];
  }

  /** A node that was left at a step is not the one at which the search is after it.
   * @param {number} step @param {Set<number>} found */
  gone(step, found) {
    const before = this.tree.nodeAt[step - 1];
    if (before > 0) found.add(before);
  }

  /** The way to the node at which the search is. @param {number} at */
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
    context.beginPath();
    context.arc(this.placeX(current), this.placeY(current), Math.max(5, this.radius + 3), 0, 2 * Math.PI);
    context.stroke();
  }

  /** The node nearest to a point, of those that have come. @param {number} x @param {number} y
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

/** An origin that keeps a place in sight, moved only when it must be and then by a good part.
 * @param {number} origin @param {number} place @param {number} size */
function keep(origin, place, size) {
  const edge = Math.min(40, size / 4);
  const seen = origin + place;
  return seen < edge || seen > size - edge ? size / 2 - place : origin;
}

/** @param {Element} element @returns {Record<string, string>} */
function colours(element) {
  const style = getComputedStyle(element);
  /** @param {string} name */
  const of = (name) => style.getPropertyValue(name).trim();
  return {
    ink: of("--film-ink"), line: of("--film-line"), dead: of("--film-dead"),
    answer: of("--film-solved"), accent: of("--film-accent"),
  };
}

// @ts-check
/** How nodes and lines of the search tree look on a canvas. */
import { Camera } from "./camera.js";
import { signed } from "./games.js";
import { WAITING } from "./nodes.js";
import { grouped, plain } from "./words.js";

/** The look of a node in each state. States differ in shape, not only in colour.
 * @typedef {"ink" | "dead" | "answer" | "accent" | "frontier" | "cut" | "max" | "min"} Colour
 * @type {{state: string, colour: Colour, sign: string, words: string}[]} */
export const MARKS = [
  { state: "open", colour: "ink", sign: "●", words: "open" },
  { state: "waiting", colour: "frontier", sign: "◌", words: "in the frontier" },
  { state: "replaced", colour: "cut", sign: "⊘", words: "reached more cheaply elsewhere" },
  { state: "dead", colour: "dead", sign: "■", words: "dead end" },
  { state: "solved", colour: "answer", sign: "⬤", words: "solution" },
  { state: "won", colour: "max", sign: "●", words: "MAX wins" },
  { state: "lost", colour: "min", sign: "■", words: "MIN wins" },
  { state: "drawn", colour: "ink", sign: "◆", words: "draw" },
];
/** The number of each state's mark. @type {Record<string, number>} */
const MARK = Object.fromEntries(MARKS.map(({ state }, i) => [state, i]));

/** The marks that a film's tree has. @param {import("./story.js").Story} story */
export function marksOf({ head: { face, holds, rank } }) {
  const has = { waiting: WAITING.includes(holds), replaced: ["g", "f"].includes(rank) && holds !== "path" };
  const wanted = face === "game" ? ["open", "won", "lost", "drawn"]
    : ["open", ...Object.keys(has).filter((name) => has[/** @type {keyof typeof has} */ (name)]), "dead", "solved"];
  return MARKS.filter(({ state }) => wanted.includes(state)).map((mark) =>
    (mark.state === "open" && has.waiting ? { ...mark, words: "expanded" } : mark));
}

const CHARACTER = 0.56; // the approximate width of a label's character, relative to its height

/** Draws nodes with their lines, numbers and names. */
export class Ink extends Camera {
  /** @param {import("./tree.js").Tree} tree */
  constructor(tree) {
    super(tree);
    const { face, holds, rank } = tree.story.head;
    this.isGame = face === "game";
    this.waits = WAITING.includes(holds);
    this.numbered = this.isGame || Boolean(rank);
    this.family = "sans-serif";
    /** @type {Record<string, string>} */
    this.colours = {};
  }

  /** Draws the lines to these nodes from those above them.
   * @param {CanvasRenderingContext2D} context @param {number[]} nodes @param {number} at */
  edges(context, nodes, at) {
    const { tree } = this;
    for (const old of [false, true]) {
      context.lineWidth = 1;
      context.strokeStyle = old ? this.colours.cut : this.colours.line;
      context.setLineDash(old ? [3, 4] : []);
      context.beginPath();
      for (const node of nodes) {
        const parent = tree.parent[node];
        if (tree.replaced[node] < at !== old || parent < 0 || (parent === 0 && !tree.hasRoot)) continue;
        context.moveTo(this.placeX(parent), this.placeY(parent));
        context.lineTo(this.placeX(node), this.placeY(node));
      }
      context.stroke();
    }
    context.setLineDash([]);
  }

  /** Draws the moves that a cut leaves out: dashed, with two strokes across. The layout keeps their places free.
   * @param {CanvasRenderingContext2D} context @param {number} node */
  stubs(context, node) {
    const { tree } = this;
    if (tree.as[node] !== node) return;
    const [x, y] = [this.placeX(node), this.placeY(node)];
    const down = this.scale[1] * 0.62;
    context.strokeStyle = this.colours.cut;
    context.lineWidth = 1.2;
    for (let i = 0; i < Math.min(tree.saved[node], tree.stubs(node)); i++) {
      const aside = this.origin[0] + tree.stubAt(node, i) * this.scale[0];
      const end = [x + (aside - x) * 0.8, y + down];
      context.setLineDash([3, 3]);
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(end[0], end[1]);
      context.stroke();
      context.setLineDash([]);
      if (this.scale[0] < 9) continue;
      const [mx, my] = [x + (end[0] - x) * 0.7, y + (end[1] - y) * 0.7];
      context.beginPath();
      for (const off of [-2, 2]) {
        context.moveTo(mx - 5, my + 2 + off);
        context.lineTo(mx + 5, my - 2 + off);
      }
      context.stroke();
    }
  }

  /** Writes the numbers of states into their nodes, and the values of positions, if there's room.
   * @param {CanvasRenderingContext2D} context @param {number[]} nodes @param {number} at */
  numbers(context, nodes, at) {
    if (!this.roomy) return;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.font = `700 ${this.type}px ${this.family}`;
    for (const node of nodes) {
      const text = this.numberOf(node, at);
      if (!text || this.tree.folds.has(node)) continue;
      const mark = this.markOf(node, at);
      const hollow = mark === MARK.waiting || mark === MARK.replaced;
      context.fillStyle = hollow ? this.colours[MARKS[mark].colour] : this.colours.paper;
      context.fillText(text, this.placeX(node), this.placeY(node) + 0.5);
    }
  }

  /** Returns the number in a node: its value in a game, otherwise the one that ranks it.
   * @param {number} node @param {number} at */
  numberOf(node, at) {
    const { tree } = this;
    if (this.isGame) return tree.valued[node] < at ? signed(tree.value[node]) : "";
    const { head } = tree.story;
    if (!head.rank || !node) return "";
    return plain(tree.story.stateOf(tree.number[node]).rank);
  }

  /** Draws each folded subtree as a triangle with the number of its nodes.
   * @param {CanvasRenderingContext2D} context @param {number[]} nodes */
  foldMarks(context, nodes) {
    const folded = nodes.filter((node) => this.tree.folds.has(node));
    if (!folded.length) return;
    context.fillStyle = this.colours.note;
    context.textAlign = "center";
    context.textBaseline = "top";
    context.font = `600 ${this.type}px ${this.family}`;
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

  /** Writes the names of nodes: to the right of those with others below, where no line crosses them, and under leaves.
   * @param {CanvasRenderingContext2D} context @param {number[]} nodes */
  labels(context, nodes) {
    const { tree, type, radius } = this;
    context.font = `${type}px ${this.family}`;
    context.fillStyle = this.colours.note;
    context.textBaseline = "middle";
    context.lineWidth = 3;
    context.lineJoin = "round";
    context.strokeStyle = this.colours.paper;
    for (const node of nodes) {
      if (tree.folds.has(node) || !this.inSight(node, 0)) continue;
      const beside = tree.leaves === 1 || tree.below[node] > 0;
      const wide = beside ? (tree.right[node] - tree.x[node]) * this.scale[0] - radius - 6 : this.scale[0];
      const room = tree.leaves === 1 ? 24 : Math.floor(wide / (CHARACTER * type));
      const label = tree.label(node);
      const shown = label.length > room ? `${label.slice(0, Math.max(1, room - 1))}…` : label;
      context.textAlign = beside ? "left" : "center";
      const [x, y] = [this.placeX(node) + (beside ? radius + 6 : 0), this.placeY(node) + (beside ? -2 : radius + 0.8 * type)];
      context.strokeText(shown, x, y);
      context.fillText(shown, x, y);
    }
  }

  /** Returns the number of a node's mark. @param {number} node @param {number} at */
  markOf(node, at) {
    const { tree } = this;
    if (this.isGame && tree.valued[node] < at) return tree.value[node] > 0 ? MARK.won : tree.value[node] < 0 ? MARK.lost : MARK.drawn;
    if (tree.solved[node] < at) return MARK.solved;
    if (tree.replaced[node] < at && tree.taken[node] >= at) return MARK.replaced;
    if (this.waits && node && tree.taken[node] >= at) return MARK.waiting;
    return tree.died[node] < at ? MARK.dead : MARK.open;
  }

  /** @param {CanvasRenderingContext2D} context @param {number[]} nodes @param {number} mark */
  dots(context, nodes, mark) {
    const radius = this.radius * (mark === MARK.solved ? 1.3 : 1);
    const hollow = mark === MARK.waiting || mark === MARK.replaced;
    context.fillStyle = this.colours[MARKS[mark].colour];
    if (radius < 2) { // squares are quicker, and look the same
      for (const node of nodes) {
        context.fillRect(this.placeX(node) - radius, this.placeY(node) - radius, 2 * radius, 2 * radius);
      }
      return;
    }
    context.beginPath();
    for (const node of nodes) this.shape(context, node, mark, radius);
    if (!hollow) return context.fill();
    context.strokeStyle = context.fillStyle;
    context.fillStyle = this.colours.paper;
    context.fill();
    context.lineWidth = 1.6;
    context.setLineDash([3, 2.5]);
    context.stroke();
    return context.setLineDash([]);
  }

  /** Adds the outline of a node to the path. @param {CanvasRenderingContext2D} context @param {number} node
   * @param {number} mark @param {number} radius */
  shape(context, node, mark, radius) {
    const [x, y] = [this.placeX(node), this.placeY(node)];
    if (mark === MARK.dead || mark === MARK.lost) context.rect(x - radius, y - radius, 2 * radius, 2 * radius);
    else if (mark === MARK.drawn) {
      context.moveTo(x, y - radius * 1.3);
      for (const [dx, dy] of [[1.3, 0], [0, 1.3], [-1.3, 0], [0, -1.3]]) context.lineTo(x + radius * dx, y + radius * dy);
    } else {
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 2 * Math.PI);
    }
  }
}

// @ts-check
/** The camera: which part of the search tree is in view, and at what scale. */

const ROW = 46; // when following the search
const COLUMN = 64;
const ZOOM = [0.02, 240];
const RADIUS = 5;
const LABELLED = 40; // the least width of a column with room for labels
const TYPE = 11; // pixels
/** Which part of the tree is in view: all of it, the search's current node, or the user's choice. */
export const WHOLE = "whole";
export const FOLLOW = "follow";
export const FREE = "free";

/** Places the nodes of a tree on the screen. */
export class Camera {
  /** @param {import("./tree.js").Tree} tree */
  constructor(tree) {
    this.tree = tree;
    this.mode = WHOLE;
    this.scale = [1, 1];
    this.origin = [0, 0];
    this.width = this.height = 0;
    this.type = TYPE; // the height of letters
    this.numbered = false; // true if nodes have numbers in them
    this.followed = false; // true if the last drawing followed the search
  }

  /** Chooses the part of the tree to show. @param {number} at */
  aim(at) {
    const { tree } = this;
    if (this.mode !== FOLLOW) this.followed = false;
    if (this.mode === FREE) return;
    if (this.mode === WHOLE) {
      const [side, top] = [34, 16];
      const across = tree.leaves > 1 ? Math.min(COLUMN * 1.5, (this.width - 2 * side) / (tree.leaves - 1)) : 0;
      const down = Math.min(ROW * 1.4, (this.height - top - 22) / Math.max(1, tree.deepest));
      this.scale = [across, down];
      this.origin = [(this.width - across * (tree.leaves - 1)) / 2, top];
      return;
    }
    this.follow(tree.as[tree.current(at)]);
  }

  /** Shows a node with the two above it. The scale changes only if they don't fit or would be too small.
   * @param {number} node */
  follow(node) {
    const { tree } = this;
    const near = [node, tree.parent[node], tree.parent[tree.parent[node]]].filter((each) => each > 0);
    const columns = near.map((each) => tree.x[each]);
    const [left, right] = [Math.min(...columns), Math.max(...columns)];
    const room = this.width - 120;
    const wide = (right - left) * this.scale[0];
    const changes = !this.followed || wide > room || (wide < room / 12 && this.scale[0] < COLUMN);
    const across = changes ? Math.max(ZOOM[0], Math.min(COLUMN, room / 2 / Math.max(right - left, 1))) : this.scale[0];
    const x = changes ? NaN : this.origin[0];
    this.followed = true;
    this.scale = [across, ROW];
    const y = tree.level[node] * ROW;
    this.origin = [keep(x, left * across, right * across, this.width), keep(this.origin[1], y, y, this.height)];
  }

  /** Zooms in or out around a fixed point. @param {number} factor @param {number} x
   * @param {number} y */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    if (this.scale[0] === 0) this.scale = [COLUMN, this.scale[1]];
    const [least, most] = ZOOM;
    const old = this.scale;
    this.scale = [Math.max(least, Math.min(most, old[0] * factor)), Math.max(6, Math.min(90, old[1] * Math.sqrt(factor)))];
    this.origin = [x - ((x - this.origin[0]) * this.scale[0]) / old[0], y - ((y - this.origin[1]) * this.scale[1]) / old[1]];
    this.mode = FREE;
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.origin = [this.origin[0] + dx, this.origin[1] + dy];
    this.mode = FREE;
  }

  /** @param {number} node */
  placeX(node) { return this.origin[0] + this.tree.x[this.tree.as[node]] * this.scale[0]; }
  /** @param {number} node */
  placeY(node) { return this.origin[1] + this.tree.level[this.tree.as[node]] * this.scale[1]; }

  /** The radius of a node. It's larger if there's room for a number in it. */
  get radius() {
    const most = this.numbered ? 1.25 * this.type : RADIUS * (this.type / TYPE);
    const wide = this.tree.leaves === 1 ? most : this.scale[0] * 0.4;
    return Math.max(1, Math.min(most, wide, this.scale[1] * 0.3) || most);
  }

  /** True if nodes are large enough for their numbers. */
  get roomy() {
    return this.numbered && this.radius >= 0.95 * this.type;
  }

  /** True if there is room for the names of all nodes. */
  get labelled() {
    const least = LABELLED * (this.type / TYPE);
    return (this.scale[0] >= least || this.tree.leaves === 1) && this.scale[1] >= 2 * (this.radius + this.type);
  }

  /** Returns whether a node is on the canvas, or close enough for its lines to be: up to this number of
   * columns away, or one row. @param {number} node @param {number} columns */
  inSight(node, columns) {
    const [x, y] = [this.placeX(node), this.placeY(node)];
    const [aside, off] = [this.scale[0] * columns, this.scale[1]];
    return x >= -aside && x <= this.width + aside && y >= -off && y <= this.height + off;
  }
}

/** Returns an origin that keeps two places in view. If it has to move, it puts them in the middle.
 * @param {number} origin @param {number} one @param {number} two @param {number} size */
function keep(origin, one, two, size) {
  const edge = Math.min(60, size / 4);
  const inside = origin + one >= edge && origin + two <= size - edge;
  return inside ? origin : (size - one - two) / 2;
}

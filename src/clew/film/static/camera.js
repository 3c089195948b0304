// @ts-check
/** What part of the search tree is seen, and how large. */

const ROW = 46; // where the search is followed
const COLUMN = 64;
const ZOOM = [0.02, 240];
/** What part of the tree is seen: all of it, where the search is, or where the reader went. */
export const WHOLE = "whole";
export const FOLLOW = "follow";
export const FREE = "free";

/** Where the nodes of a tree stand on the screen. */
export class Camera {
  /** @param {import("./tree.js").Tree} tree */
  constructor(tree) {
    this.tree = tree;
    this.mode = WHOLE;
    this.scale = [1, 1];
    this.origin = [0, 0];
    this.width = this.height = 0;
    this.followed = false; // whether the search was followed when this was drawn last
  }

  /** Choose what part of the tree is seen. @param {number} at */
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

  /** Show a node with the two above it: closer or farther only where they do not fit, or are a point.
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

  /** Look closer or from farther away, at a point that stays. @param {number} factor @param {number} x
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

  /** Whether a node is on the canvas, or so many columns beside it or one row above or below: lines
   * lead there. @param {number} node @param {number} columns */
  inSight(node, columns) {
    const [x, y] = [this.placeX(node), this.placeY(node)];
    const [aside, off] = [this.scale[0] * columns, this.scale[1]];
    return x >= -aside && x <= this.width + aside && y >= -off && y <= this.height + off;
  }
}

/** An origin that keeps two places in sight, moved only when it must be and then so that they are in the middle.
 * @param {number} origin @param {number} one @param {number} two @param {number} size */
function keep(origin, one, two, size) {
  const edge = Math.min(60, size / 4);
  const inside = origin + one >= edge && origin + two <= size - edge;
  return inside ? origin : (size - one - two) / 2;
}

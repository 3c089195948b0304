// A picture of any board, and the links that belong to a puzzle.

import { picture } from "./board.js";
import { h } from "./dom.js";
import { readable } from "./state.js";
import { vesselPicture } from "./vessels.js";

/** @param {import("./board.js").Board | null} board @param {string} shape */
export function still(board, shape) {
  if (!board) return h("p", { class: "soft" }, "Too large to be drawn.");
  return shape === "vessels" ? vesselPicture(board) : picture(board, shape);
}

/** @param {string} id */
export const playLink = (id) => `/play#id=${readable(id)}`;

/** @param {string} id */
export const watchLink = (id) => `/watch?id=${encodeURIComponent(id)}`;

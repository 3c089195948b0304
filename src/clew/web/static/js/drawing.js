// A picture of any board, and the links that belong to a puzzle.

import { picture } from "./board.js";
import { h } from "./dom.js";
import { jugPicture } from "./jugs.js";
import { readable } from "./state.js";

/** @param {import("./board.js").Board | null} board @param {string} kind */
export function still(board, kind) {
  if (!board) return h("p", { class: "soft" }, "Too large to be drawn.");
  return kind === "jugs" ? jugPicture(board) : picture(board, kind);
}

/** @param {string} id */
export const playLink = (id) => `/play#id=${readable(id)}`;

/** @param {string} id */
export const watchLink = (id) => `/watch?id=${encodeURIComponent(id)}`;

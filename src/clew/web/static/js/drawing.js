// Pictures of boards, and links to puzzles.

import { drawBoard } from "../../../board/static/picture.js";
import { placesOf } from "../../../board/static/places.js";
import { h } from "./dom.js";
import { readable } from "./state.js";

/** Draws a board that can't be played on. @param {import("../../../board/static/places.js").Board | null} board */
export function still(board) {
  if (!board) return h("p", { class: "soft" }, "This board is too large to draw.");
  const svg = drawBoard(board);
  svg.classList.add("board", "still");
  svg.style.maxWidth = `${placesOf(board).width * 1.5}px`;
  return svg;
}

/** @param {string} id */
export const playLink = (id) => `play.html#id=${readable(id)}`;

/** @param {string} id */
export const watchLink = (id) => `watch.html?id=${encodeURIComponent(id)}`;

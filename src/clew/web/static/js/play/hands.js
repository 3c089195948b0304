// The player's controls for each input mode. A board says which mode it uses.

import { Carrying } from "./carrying.js";
import { Dropping, Going, Lettering, Taking, Turning } from "./choosing.js";
import { Dragging } from "./dragging.js";
import { Edging } from "./edging.js";
import { Filling } from "./fill.js";
import { Matching } from "./matchview.js";
import { Moving } from "./moving.js";
import { Painting } from "./painting.js";
import { Shading } from "./shading.js";
import { Steering } from "./steering.js";

/** The controls that fill cells, and those that make moves, by mode. @type {Record<string, Record<string, any>>} */
const HANDS = {
  fill: { edge: Edging, shade: Shading, place: Shading, paint: Painting, match: Matching },
  moves: { edge: Edging, steer: Steering, drag: Dragging, drop: Dropping, go: Going, letter: Lettering, take: Taking,
    turn: Turning, carry: Carrying },
};

/**
 * Returns the controls for the puzzle on the table.
 * @param {import("./table.js").Table} table
 * @param {any} board
 * @param {{pad: HTMLElement, list: HTMLElement, chooser: HTMLElement, preview: (cells: number[]) => void}} parts
 */
export function handsFor(table, board, parts) {
  const { kind, inputs: [input] } = table.view;
  const fills = kind === "fill";
  const Hands = HANDS[fills ? "fill" : "moves"][input?.mode] ?? (fills ? Filling : Moving);
  return new Hands(table, board, parts);
}

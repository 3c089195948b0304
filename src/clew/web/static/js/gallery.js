// The gallery: every kind there is, with a picture from its own examples.

import { puzzles } from "./api.js";
import { picture } from "./board.js";
import { byId, h } from "./dom.js";
import { jugPicture } from "./jugs.js";
import { byFame, GROUPS, kindName } from "./names.js";
import "./shell.js";

/** The link that opens a puzzle. @param {string} id */
export const playLink = (id) => `/play#id=${encodeURIComponent(id)}`;

/** The example whose picture says most: with something on it, and not too large. @param {any} kind */
function poster(kind) {
  const drawn = kind.examples.filter((/** @type {any} */ each) => each.board);
  const rich = drawn.find(({ board }) => board.cells.length <= 120 &&
    board.cells.some((/** @type {any} */ cell) => cell.text.trim() || cell.shaded));
  return rich || drawn[0];
}

/** @param {any} kind */
function tile(kind) {
  const shown = poster(kind);
  const first = kind.examples[0];
  const link = h("a", { href: playLink((shown || first).id) }, kindName(kind.name));
  const examples = kind.examples.map((/** @type {any} */ each) =>
    h("li", {}, h("a", { href: playLink(each.id) }, each.title || each.id)));
  return h("li", { class: "tile card" },
    h("div", { class: "picture", "aria-hidden": "true" }, shown && draw(kind.name, shown.board)),
    h("div", { class: "words" },
      h("h3", {}, link),
      h("p", {}, kind.summary),
      examples.length > 1 && h("details", {},
        h("summary", {}, `${examples.length} examples`,
          h("span", { class: "sr-only" }, ` of ${kindName(kind.name)}`)),
        h("ul", {}, ...examples))));
}

/** @param {string} kind @param {any} board */
const draw = (kind, board) => (kind === "jugs" ? jugPicture(board) : picture(board, kind));

/** @param {any[]} kinds @param {string[]} group */
function section(kinds, [plays, title, words]) {
  const tiles = kinds.filter((kind) => kind.plays === plays).sort(byFame).map(tile);
  if (!tiles.length) return null;
  return h("section", { class: "group", "aria-labelledby": `group-${plays}` },
    h("h2", { id: `group-${plays}` }, title),
    h("p", { class: "soft" }, words),
    h("ul", { class: "tiles" }, ...tiles));
}

async function main() {
  try {
    const { puzzles: kinds } = await puzzles();
    const known = GROUPS.map(([plays]) => plays);
    const others = [...new Set(kinds.map((/** @type {any} */ kind) => kind.plays))].filter((plays) => !known.includes(plays));
    const groups = [...GROUPS, ...others.map((plays) => [plays, "More", ""])];
    byId("gallery").replaceChildren(...groups.map((group) => section(kinds, group)).filter(Boolean));
  } catch (error) {
    byId("trouble").textContent = /** @type {Error} */ (error).message;
    byId("trouble").hidden = false;
  }
}

main();

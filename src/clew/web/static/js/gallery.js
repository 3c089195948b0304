// The gallery: every kind there is, with a picture from its own examples.

import { puzzles } from "./api.js";
import { byId, h } from "./dom.js";
import { playLink, still } from "./drawing.js";
import { clock, counted, GROUPS, kindName, kindOf } from "./names.js";
import { all } from "./progress.js";
import "./shell.js";
import { toFragment } from "./state.js";

/** The example whose picture says most: with something on it, and not too large. @param {any} kind */
function poster(kind) {
  const drawn = kind.examples.filter((/** @type {any} */ each) => each.board);
  const rich = drawn.find((/** @type {any} */ { board }) => board.cells.length <= 120 &&
    board.cells.some((/** @type {any} */ cell) => cell.text.trim() || cell.shaded));
  return rich || drawn[0];
}

/** @param {any} kind */
function tile(kind) {
  const shown = poster(kind);
  const first = shown || kind.examples[0];
  const link = first ? h("a", { href: playLink(first.id) }, kind.title) : kind.title;
  const examples = kind.examples.map((/** @type {any} */ each) =>
    h("li", {}, h("a", { href: playLink(each.id) }, each.title || each.id)));
  return h("li", { class: "tile card" },
    h("div", { class: "picture", "aria-hidden": "true" }, shown && still(shown.board, kind.look.shape)),
    h("div", { class: "words" },
      h("h3", {}, link, h("span", { class: "done", "data-kind": kind.name, hidden: true })),
      h("p", {}, kind.summary),
      examples.length > 1 && h("details", {},
        h("summary", {}, `${examples.length} examples`,
          h("span", { class: "sr-only" }, ` of ${kind.title}`)),
        h("ul", {}, ...examples))));
}

/** @param {any[]} kinds @param {string[]} group */
function section(kinds, [plays, title, words]) {
  const tiles = kinds.filter((kind) => kind.plays === plays).map(tile);
  if (!tiles.length) return null;
  return h("section", { class: "group", "aria-labelledby": `group-${plays}` },
    h("h2", { id: `group-${plays}` }, title),
    h("p", { class: "soft" }, words),
    h("ul", { class: "tiles" }, ...tiles));
}

/** How many of each kind were finished. @param {any[]} played */
function finished(played) {
  for (const badge of document.querySelectorAll(".done")) {
    const kind = /** @type {HTMLElement} */ (badge).dataset.kind;
    const count = played.filter(({ value }) => value.solved && value.kind === kind).length;
    badge.textContent = `✓ ${count}`;
    badge.setAttribute("title", `${count} finished`);
    badge.toggleAttribute("hidden", !count);
  }
}

/** What was begun and not finished: the latest few, to go on with. @param {any[]} played */
async function going(played) {
  const begun = played.filter(({ value }) => value.saved && !value.solved).slice(0, 6);
  const items = await Promise.all(begun.map(async ({ value }) => {
    const kind = kindOf(value.saved.id);
    return h("li", {}, h("a", { class: "card", href: `/play${await toFragment(value.saved)}` },
      h("span", {}, h("strong", {}, kindName(kind)), h("br"),
        h("span", { class: "soft small" }, `${counted(value.saved.moves.length, "move")}, ${clock(value.seconds || 0)}`))));
  }));
  byId("going").querySelector("ul").replaceChildren(...items);
  byId("going").hidden = !items.length;
}

async function main() {
  try {
    const [kinds, played] = await Promise.all([puzzles(), all()]);
    const known = GROUPS.map(([plays]) => plays);
    const others = [...new Set(kinds.map((/** @type {any} */ kind) => kind.plays))].filter((plays) => !known.includes(plays));
    const groups = [...GROUPS, ...others.map((plays) => [plays, "More", ""])];
    byId("gallery").replaceChildren(...groups.map((group) => section(kinds, group)).filter((group) => group !== null));
    finished(played);
    await going(played);
  } catch (error) {
    byId("trouble").textContent = /** @type {Error} */ (error).message;
    byId("trouble").hidden = false;
  }
}

main();

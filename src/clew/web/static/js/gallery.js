// The gallery: all kinds of puzzles, each with a picture of one of its examples.

import { puzzles } from "./api.js";
import { byId, h } from "./dom.js";
import { playLink, still, watchLink } from "./drawing.js";
import { capital, clock, counted, GROUPS, kindName, kindOf } from "./names.js";
import { all, goesOn } from "./progress.js";
import { kept } from "./settings.js";
import "./shell.js";
import { toFragment } from "./state.js";

/** The key of the statistics. A browser with none doesn't load `stats.js`. */
const FINISHED = "clew.finished";
const OFFERED = ["easy", "medium", "hard", "diabolical"];

/** The first group: kinds defined by the reader or added by a package. */
const ADDED = ["added", "Your own", "Puzzles you've defined in Python."];

/** Finds the example with a picture. @param {any} kind */
const poster = (kind) => kind.examples.find((/** @type {any} */ each) => each.board);

/** Links to a new puzzle if the kind has a maker, otherwise to its first example. @param {any} kind */
const freshLink = (kind) => (kind.make ? `play.html#new=${kind.name}` : playLink(kind.examples[0].id));

/** @param {any} kind */
function tile(kind) {
  const shown = poster(kind);
  const examples = kind.examples.map((/** @type {any} */ each) =>
    h("li", {}, h("a", { href: playLink(each.id) }, each.title || each.id)));
  const offers = [
    kind.make && h("a", { href: freshLink(kind), "aria-label": `New ${kind.title}` }, "New"),
    kind.examples.length && h("a", { href: watchLink((shown || kind.examples[0]).id), "aria-label": `Watch ${kind.title} being solved` }, "Watch"),
  ];
  const link = kind.examples.length ? h("a", { class: "whole", href: freshLink(kind) }, kind.title) : kind.title;
  return h("li", { class: "tile card" },
    h("div", { class: "picture", "aria-hidden": "true" }, shown && still(shown.board)),
    h("div", { class: "words" },
      h("h3", {}, link, h("span", { class: "done", "data-kind": kind.name, hidden: true })),
      h("p", {}, kind.summary),
      h("div", { class: "offers" }, ...offers,
        examples.length > 1 && h("details", {},
          h("summary", {}, `${examples.length} examples`,
            h("span", { class: "sr-only" }, ` of ${kind.title}`)),
          h("ul", {}, ...examples)))));
}

/** Offers a new puzzle of the best-known kind at each level. @param {any[]} kinds */
function frontDoor(kinds) {
  const famous = kinds.find((kind) => kind.make?.levels?.length);
  if (!famous) return;
  const levels = famous.make.levels.filter((/** @type {string} */ level) => OFFERED.includes(level));
  const size = famous.make.sizes.includes("9") ? "9" : "";
  byId("start-title").textContent = `Play a new ${famous.title}`;
  byId("start-levels").replaceChildren(...levels.map((/** @type {string} */ level) =>
    h("a", { class: "button", href: `play.html#new=${famous.name}:${size},level=${level}` }, capital(level))));
}

/** @param {any[]} kinds @param {string[]} group */
function section(kinds, [plays, title, words]) {
  const tiles = kinds.filter((kind) => (kind.added ? ADDED[0] : kind.plays) === plays).map(tile);
  if (!tiles.length) return null;
  return h("section", { class: "group", "aria-labelledby": `group-${plays}` },
    h("h2", { id: `group-${plays}` }, title),
    h("p", { class: "soft" }, words),
    h("ul", { class: "tiles" }, ...tiles));
}

/** Shows how many puzzles of each kind were finished. @param {any[]} played */
function finished(played) {
  for (const badge of document.querySelectorAll(".done")) {
    const kind = /** @type {HTMLElement} */ (badge).dataset.kind;
    const count = played.filter(({ value }) => value.solved && value.kind === kind).length;
    badge.textContent = `✓ ${count}`;
    badge.setAttribute("title", `${count} finished`);
    badge.toggleAttribute("hidden", !count);
  }
}

/** Lists the latest unfinished games. @param {any[]} played @param {any[]} kinds */
async function going(played, kinds) {
  const begun = played.filter(goesOn(kinds)).slice(0, 3);
  const items = await Promise.all(begun.map(async ({ value }) => {
    const kind = kindOf(value.saved.id);
    return h("li", {}, h("a", { class: "card", href: `play.html${await toFragment(value.saved)}` },
      h("span", {}, h("strong", {}, kindName(kind)), h("br"),
        h("span", { class: "soft small" }, `${counted(value.saved.moves.length, "move")}, ${clock(value.seconds || 0)}`))));
  }));
  byId("going").querySelector("ul").replaceChildren(...items);
  byId("going").classList.toggle("none", !items.length);
}

async function main() {
  try {
    const [kinds, played] = await Promise.all([puzzles(), all()]);
    const known = GROUPS.map(([plays]) => plays);
    const others = [...new Set(kinds.map((/** @type {any} */ kind) => kind.plays))].filter((plays) => !known.includes(plays));
    const groups = [ADDED, ...GROUPS, ...others.map((plays) => [plays, "More", ""])];
    byId("gallery").replaceChildren(...groups.map((group) => section(kinds, group)).filter((group) => group !== null));
    frontDoor(kinds);
    finished(played);
    await going(played, kinds);
    if (kept(FINISHED)) byId("stats").replaceChildren((await import("./stats.js")).statistics() ?? "");
  } catch (error) {
    byId("trouble").textContent = /** @type {Error} */ (error).message;
    byId("trouble").hidden = false;
  }
}

main();

// The front page: a puzzle to play next to a search, and all kinds of puzzles with a picture of each.

import { puzzles } from "./api.js";
import { byId, h } from "./dom.js";
import { playLink, still, watchLink } from "./drawing.js";
import { duel } from "./duel.js";
import { capital, clock, counted, kindName, kindOf } from "./names.js";
import { all, goesOn } from "./progress.js";
import { kept } from "./settings.js";
import "./shell.js";
import { toFragment } from "./state.js";

/** The key of the statistics. A browser with none doesn't load `stats.js`. */
const FINISHED = "clew.finished";
const OFFERED = ["easy", "medium", "hard", "diabolical"];

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
  return h("li", { class: "tile card", "data-name": kind.name },
    h("div", { class: "picture", "aria-hidden": "true" }, shown && still(shown.board)),
    h("div", { class: "words" },
      h("h4", {}, link, h("span", { class: "done", "data-kind": kind.name, hidden: true })),
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

/** @param {any[]} kinds @param {string} group */
const section = (kinds, group) =>
  h("section", { class: "group", "data-group": group },
    h("h3", {}, group),
    h("ul", { class: "tiles" }, ...kinds.filter((kind) => kind.group === group).map(tile)));

/** Shows only the kinds of a group whose words contain what's typed. @param {any[]} kinds @param {string} group */
function filter(kinds, group) {
  const wanted = byId("find").value.trim().toLowerCase();
  let count = 0;
  for (const each of document.querySelectorAll("#gallery section")) {
    let left = 0;
    for (const item of each.querySelectorAll(".tile")) {
      const kind = kinds.find((one) => one.name === /** @type {HTMLElement} */ (item).dataset.name);
      const words = [kind.name, kind.title, kind.summary, kind.group, ...kind.inputs].join(" ").toLowerCase();
      const shown = (!group || kind.group === group) && words.includes(wanted);
      item.toggleAttribute("hidden", !shown);
      left += Number(shown);
    }
    each.toggleAttribute("hidden", !left);
    count += left;
  }
  byId("no-kind").hidden = count > 0;
  byId("found").textContent = wanted || group ? counted(count, "kind") : "";
}

/** Builds the search field and the buttons of the groups. @param {any[]} kinds @param {string[]} groups */
function finder(kinds, groups) {
  /** @param {string} group */
  const choose = (group) => {
    for (const chip of byId("groups").children) chip.setAttribute("aria-pressed", String(chip.dataset.group === group));
    filter(kinds, group);
  };
  const chip = (/** @type {string} */ group, /** @type {string} */ name, /** @type {number} */ count) =>
    h("button", { class: "chip", type: "button", "data-group": group, "aria-pressed": String(!group), onclick: () => choose(group) },
      name, " ", h("span", {}, String(count)));
  byId("groups").replaceChildren(chip("", "All", kinds.length),
    ...groups.map((group) => chip(group, group, kinds.filter((kind) => kind.group === group).length)));
  byId("find").addEventListener("input", () =>
    filter(kinds, byId("groups").querySelector("[aria-pressed=true]").dataset.group));
  byId("show-all").textContent = `Show all ${kinds.length}`;
  byId("show-all").addEventListener("click", () => {
    byId("find").value = "";
    choose("");
    byId("find").focus();
  });
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
      value.board && still(value.board),
      h("span", {}, h("strong", {}, kindName(kind)), h("br"),
        h("span", { class: "soft small" }, `${counted(value.saved.moves.length, "move")}, ${clock(value.seconds || 0)}`))));
  }));
  byId("going").querySelector("ul").replaceChildren(...items);
  byId("going").classList.toggle("none", !items.length);
}

async function main() {
  try {
    const playable = duel();
    const [kinds, played] = await Promise.all([puzzles(), all()]);
    const first = [...kinds].sort((a, b) => b.added - a.added);
    const groups = [...new Set(first.map((kind) => kind.group))];
    byId("gallery").replaceChildren(...groups.map((group) => section(kinds, group)));
    finder(kinds, groups);
    frontDoor(kinds);
    finished(played);
    await going(played, kinds);
    await playable;
    if (kept(FINISHED)) byId("stats").replaceChildren((await import("./stats.js")).statistics() ?? "");
  } catch (error) {
    byId("trouble").textContent = /** @type {Error} */ (error).message;
    byId("trouble").hidden = false;
  }
}

main();

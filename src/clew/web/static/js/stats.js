// Statistics of finished puzzles, stored in this browser only. They can be exported to a file.

import { h } from "./dom.js";
import { clock, kindName } from "./names.js";
import { keep, kept } from "./settings.js";

const KEY = "clew.finished";
const MOST = 5000;

/** @typedef {{id: string, kind: string, level: string, seconds: number, hints: number, helped: boolean, won?: boolean, at: string}} Finished */

/** @returns {Finished[]} */
export function finished() {
  try {
    return JSON.parse(kept(KEY) || "[]");
  } catch {
    return [];
  }
}

/** Records a finished puzzle, once per sitting. @param {import("./play/table.js").Table} table @param {string} level */
export function record(table, level) {
  const { view } = table;
  const game = view.kind === "game";
  const done = /** @type {any} */ ({
    id: view.id, kind: table.kind, level: game ? table.level : level, seconds: table.whole(), hints: table.hints,
    helped: table.helped, at: new Date().toISOString(),
  });
  if (game && table.seats === "both") return;
  if (game) done.won = view.winner === (table.seats === "first" ? 0 : 1);
  const before = finished().filter((each) => each.id !== done.id || Date.parse(done.at) - Date.parse(each.at) > 6e5);
  keep(KEY, JSON.stringify([...before, done].slice(-MOST)));
}

/** Builds a row for each kind and level. @param {Finished[]} all */
function rows(all) {
  /** @type {Map<string, Finished[]>} */
  const groups = new Map();
  for (const each of all) groups.set(`${each.kind}|${each.level}`, [...(groups.get(`${each.kind}|${each.level}`) ?? []), each]);
  return [...groups].sort(([a], [b]) => a.localeCompare(b)).map(([key, group]) => {
    const [kind, level] = key.split("|");
    const own = group.filter((each) => !each.helped && each.won !== false);
    const times = own.map((each) => each.seconds).sort((a, b) => a - b);
    const hints = own.reduce((sum, each) => sum + each.hints, 0);
    return [kindName(kind), level || "any", `${own.length} of ${group.length}`,
      times.length ? clock(times[0]) : "", times.length ? clock(times[Math.floor(times.length / 2)]) : "", String(hints)];
  });
}

/** Builds the table of statistics and its export button, or returns null if nothing is finished. */
export function statistics() {
  const all = finished();
  if (!all.length) return null;
  const heads = ["Puzzle", "Level", "By yourself", "Best time", "Median", "Hints"];
  return h("details", { class: "card stats" }, h("summary", {}, "Your statistics"),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Statistics" }, h("table", {},
      h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, ...rows(all).map((row) => h("tr", {}, ...row.map((text, at) => h(at ? "td" : "th", at ? {} : { scope: "row" }, text))))))),
    h("p", { class: "soft small" }, "They're saved in this browser only."),
    h("button", { type: "button", onclick: () => download(all) }, "Export to a file"));
}

/** @param {Finished[]} all */
function download(all) {
  const address = URL.createObjectURL(new Blob([JSON.stringify(all, null, 1)], { type: "application/json" }));
  h("a", { href: address, download: "clew-statistics.json" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

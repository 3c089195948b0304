// Compare: several strategies on the same puzzle, side by side and in numbers.

import { get, post, puzzles } from "./api.js";
import { bars, columns, csv, curves, download, entry, svgFile } from "./charts.js";
import { byId, h } from "./dom.js";
import { kindName, kindOf } from "./names.js";
import { Race } from "./race.js";
import { say } from "./shell.js";
import { called, firstId, learnStrategies, listPuzzles, selectPuzzle, toGallery, trouble } from "./watching.js";

const MOST = 4;
const SECONDS = 10;
/** The default sizes, for kinds that have a puzzle of each size. @type {Map<string, number[]>} */
let sizes = new Map();
/** @type {Race} */
let race;
let stop = new AbortController();

const chosen = () => [...byId("strategies").querySelectorAll("input:checked")].map((box) => box.value);

/** @param {any} value */
const shown = (value) =>
  (typeof value === "number" ? value.toLocaleString("en", { maximumFractionDigits: 4 }) : String(value));

/** @param {HTMLElement} table @param {any[]} rows @param {string} caption */
function tabulate(table, rows, caption) {
  const names = columns(rows);
  const cells = (/** @type {any} */ row) => names.map((name) => (name === "strategy"
    ? h("th", { scope: "row", title: row.strategy }, called(row.strategy))
    : h("td", { class: typeof entry(row, name) === "number" ? "number" : null }, shown(entry(row, name)))));
  table.replaceChildren(h("caption", { class: "sr-only" }, caption),
    h("thead", {}, h("tr", {}, ...names.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...cells(row)))));
}

/** Sets up the downloads of a chart and its numbers. @param {string} prefix @param {string} name
 * @param {any[]} rows @param {Element} chart */
function offer(prefix, name, rows, chart) {
  byId(`${prefix}csv`).disabled = byId(`${prefix}svg`).disabled = false;
  byId(`${prefix}csv`).onclick = () => download(`${name}.csv`, "text/csv", csv(rows));
  byId(`${prefix}svg`).onclick = () => download(`${name}.svg`, "image/svg+xml", svgFile(chart));
}

/** Runs the chosen comparison. */
async function compare() {
  const [id, strategies] = [byId("puzzle").value, chosen()];
  stop.abort();
  stop = new AbortController();
  trouble(byId("trouble"));
  const query = new URLSearchParams([["id", id], ...strategies.map((each) => ["strategy", each])]);
  history.replaceState(null, "", `compare.html?${query}`);
  if (!strategies.length) return;
  race.start(id, strategies, (error) => trouble(byId("trouble"), error));
  try {
    const { rows } = await post("/api/compare", { id, strategies, max_seconds: SECONDS }, stop.signal);
    const [example] = byId("puzzle").selectedOptions;
    const chart = bars(`${kindName(kindOf(id))}: ${example.textContent}`, rows);
    byId("chart").replaceChildren(chart);
    tabulate(byId("table"), rows, "Work done by each strategy");
    offer("", `${kindOf(id)}-strategies`, rows, chart);
    say("Comparison finished.");
  } catch (error) {
    trouble(byId("trouble"), error);
  }
}

/** Runs the chosen strategies on puzzles of several sizes. */
async function measure() {
  const wanted = [...new Set((byId("sizes").value.match(/\d+/g) || []).map(Number))];
  trouble(byId("trouble"));
  byId("measuring").textContent = "Measuring…";
  try {
    const kind = byId("kind").value;
    const { rows } = await post("/api/compare", { kind, sizes: wanted, strategies: chosen(), max_seconds: 3 });
    const chart = curves(`${kindName(kind)} by size`, rows);
    byId("curve").replaceChildren(chart);
    tabulate(byId("sized-table"), rows, "Work done by each strategy, by size");
    offer("sized-", `${kind}-sizes`, rows, chart);
    byId("measuring").textContent = "Done.";
  } catch (error) {
    byId("measuring").textContent = "";
    trouble(byId("trouble"), error);
  }
}

/** Lists the strategies to choose from, up to four at once. @param {any} suited @param {string[]} wanted */
function suit({ strategies, textbook, called: words }, wanted) {
  learnStrategies(words);
  const names = [...new Set([...textbook, ...wanted, ...strategies.map((/** @type {any} */ each) => each.name)])];
  const known = wanted.filter((each) => names.includes(each)).slice(0, MOST);
  const told = strategies.filter((/** @type {any} */ each) => each.told).map((/** @type {any} */ each) => each.name);
  const ticked = known.length ? known : first(textbook.length ? textbook : names, told);
  const boxes = names.map((name) => h("label", { class: "tick", title: name },
    h("input", { type: "checkbox", value: name, checked: ticked.includes(name), onchange: limit }), called(name)));
  byId("strategies").replaceChildren(h("legend", {}, "Up to four strategies"), h("div", { class: "boxes" }, ...boxes));
  full();
}

/** Picks three different strategies that record their steps, except the slowest. @param {string[]} names
 * @param {string[]} told */
function first(names, told) {
  const quick = names.filter((name) => told.includes(name.split(":")[0]) && !/^(generate-and-test|minimax)/.test(name));
  const some = quick.length ? quick : names;
  return [...new Set([0, Math.floor(some.length / 2), some.length - 1].map((i) => some[i]))];
}

/** Disables the other boxes once four are ticked. */
function full() {
  const boxes = [...byId("strategies").querySelectorAll("input")];
  const enough = chosen().length >= MOST;
  for (const box of boxes) box.disabled = enough && !box.checked;
}

function limit() {
  full();
  compare();
}

/** The number of puzzles opened so far. It's used to drop answers for earlier ones. */
let opened = 0;

/** @param {string} id @param {string[]} wanted */
async function open(id, wanted) {
  const asked = ++opened;
  trouble(byId("trouble"));
  try {
    const suited = await get("/api/strategies", { id, wanted: wanted.join(";") || undefined });
    if (asked !== opened) return;
    suit(suited, wanted);
    selectPuzzle(byId("puzzle"), id);
    byId("id").value = id;
    selectKind(kindOf(id));
    byId("title").textContent = `Compare: ${kindName(kindOf(id))}`;
    await compare();
  } catch (error) {
    if (asked === opened) trouble(byId("trouble"), error, toGallery());
  }
}

/** @param {string} kind */
function selectKind(kind) {
  const [longest] = [...sizes.keys()].sort((a, b) => (sizes.get(b)?.length || 0) - (sizes.get(a)?.length || 0));
  byId("kind").value = sizes.has(kind) ? kind : longest;
  byId("sizes").value = sizes.get(byId("kind").value)?.join(" ");
}

async function main() {
  race = new Race(byId("race"), say);
  const kinds = await puzzles();
  listPuzzles(byId("puzzle"), kinds);
  const sized = kinds.filter((/** @type {any} */ kind) => kind.look.sizes.length);
  sizes = new Map(sized.map((/** @type {any} */ kind) => [kind.name, kind.look.sizes]));
  byId("kind").replaceChildren(...sized.map((/** @type {any} */ kind) => h("option", { value: kind.name }, kind.title)));
  byId("kind").addEventListener("change", () => selectKind(byId("kind").value));
  byId("puzzle").addEventListener("change", () => open(byId("puzzle").value, []));
  byId("chooser").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    open(byId("id").value.trim(), []);
  });
  byId("sized").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    measure();
  });
  const query = new URLSearchParams(location.search);
  await open(query.get("id") || firstId(kinds), query.getAll("strategy"));
}

main().catch((error) => trouble(byId("trouble"), error));

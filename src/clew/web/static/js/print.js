// Print: lays out puzzles on sheets, several on each, with the solutions at the end.

import { post, puzzles } from "./api.js";
import { byId, h } from "./dom.js";
import { still } from "./drawing.js";
import { brief } from "./play/brief.js";
import { counted, kindName, kindOf, stopReason } from "./names.js";
import "./shell.js";

const SOLUTIONS = 12;
const AT_ONCE = 3;

/** @typedef {{id: string, title: string, brief: string[][], board: any, level?: string, made?: string, solution?: any, told?: string}} Laid */

/** @type {any[]} */
let kinds = [];
/** @param {string} words */
const tell = (words) => (byId("told").textContent = words);

/** @param {string} words */
function trouble(words) {
  byId("error").textContent = words;
  byId("error").hidden = !words;
}

// ---------------------------------------------------------------- the form

/** @param {string[]} values */
const options = (values) => values.map((value) => h("option", { value }, value || "any"));

function showKind() {
  const kind = kinds.find((each) => each.name === byId("kind").value);
  const make = kind?.make;
  byId("size").replaceChildren(...options((make?.sizes || []).map(String)));
  byId("level").replaceChildren(...options(["", ...(make?.levels || [])]));
  byId("level").closest("label").hidden = !make?.levels?.length;
}

function showFrom() {
  const making = from() === "make";
  byId("make").hidden = !making;
  byId("ids-field").hidden = making;
}

const from = () => /** @type {any} */ (document.querySelector("[name=from]:checked")).value;

/** @param {string} value */
function chooseFrom(value) {
  /** @type {any} */ (document.querySelector(`[name=from][value=${value}]`)).checked = true;
  showFrom();
}

/** Fills in the form from the address, and returns whether the address asked for puzzles. */
function fromAddress() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const ids = asked.getAll("ids");
  if (ids.length) {
    byId("ids").value = ids.join("\n");
    chooseFrom("ids");
  }
  for (const name of ["kind", "size", "level", "count", "per", "heading"]) {
    if (!asked.has(name)) continue;
    byId(name).value = asked.get(name);
    if (name === "kind") showKind();
  }
  const solutions = asked.get("solutions") ?? asked.get("answers"); // old addresses use "answers"
  if (solutions === "no") byId("solutions").checked = false;
  return ids.length > 0 || asked.has("kind");
}

// ---------------------------------------------------------------- the puzzles

/** @returns {Promise<Laid[]>} */
async function wanted() {
  if (from() === "ids") {
    const text = byId("ids").value.trim();
    if (!text) throw new Error("Enter at least one puzzle id, such as queens:8.");
    const found = await Promise.all(text.split(/\n+/).map((/** @type {string} */ line) => post("/api/read", { text: line.trim() })));
    return found.flatMap(({ puzzles: read }) => read);
  }
  const [kind, size, level] = ["kind", "size", "level"].map((name) => byId(name).value);
  const count = Math.max(1, Math.min(24, Number(byId("count").value) || 1));
  const body = { kind, ...(size ? { size } : {}), ...(level ? { level } : {}), count };
  return (await post("/api/make", body)).puzzles;
}

/** Adds the solutions, a few at once. @param {Laid[]} laid */
async function solved(laid) {
  const waiting = [...laid];
  const work = async () => {
    for (let each = waiting.shift(); each; each = waiting.shift()) {
      const { boards, told, reason, status } = await post("/api/solve", { id: each.id });
      each.solution = boards[0] || null;
      const why = status === "stopped" ? `Not solved (${stopReason(reason)})` : `No solution${reason ? `: ${reason}` : ""}`;
      each.told = each.solution ? "" : told || why;
      tell(`Solving: ${waiting.length} left …`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

// ---------------------------------------------------------------- the sheets

/** @template T @param {T[]} items @param {number} size @returns {T[][]} */
const parts = (items, size) =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

/** @param {Laid} puzzle @param {number} number @param {boolean} solution whether to draw the solution */
function figure(puzzle, number, solution) {
  const level = !solution && puzzle.level ? puzzle.level : "";
  const drawn = solution ? puzzle.solution : puzzle.board;
  return h("figure", {},
    h("figcaption", {}, h("strong", {}, `${number}. ${puzzle.title}`), h("span", {}, level)),
    !solution && h("div", { class: "told" }, ...brief(puzzle.brief)),
    drawn ? still(drawn) : h("p", { class: "told" }, puzzle.told || ""));
}

/** @param {string} heading @param {string} side @param {number} per @param {HTMLElement[]} figures */
const sheet = (heading, side, per, figures) =>
  h("section", { class: `sheet per-${per}`, "aria-label": `${heading}, ${side}` },
    h("header", {}, h("span", {}, heading), h("span", {}, side)), h("div", { class: "puzzles" }, ...figures));

/** Returns the title of the puzzles' kind, if all of them have the same kind. @param {Laid[]} laid */
function common(laid) {
  const found = new Set(laid.map(({ id }) => kindOf(id)));
  return found.size === 1 ? kindName(kindOf(laid[0].id)) : "Puzzles";
}

/** @param {Laid[]} laid */
function lay(laid) {
  const per = Number(byId("per").value);
  const heading = byId("heading").value.trim() || common(laid);
  const pages = parts(laid.map((each, at) => figure(each, at + 1, false)), per);
  const sheets = pages.map((figures, at) => sheet(heading, `page ${at + 1} of ${pages.length}`, per, figures));
  if (byId("solutions").checked) {
    const solutions = parts(laid.map((each, at) => figure(each, at + 1, true)), laid.length <= 4 ? 4 : SOLUTIONS);
    sheets.push(...solutions.map((figures, at) =>
      sheet(`${heading}: solutions`, solutions.length > 1 ? `page ${at + 1} of ${solutions.length}` : "", laid.length <= 4 ? 4 : SOLUTIONS, figures)));
  }
  byId("sheets").replaceChildren(...sheets);
  byId("preview-title").hidden = false;
}

/** The number of requests so far. Only the last one is laid out. */
let asked = 0;

async function make() {
  const turn = ++asked;
  trouble("");
  byId("lay").disabled = true;
  byId("print").disabled = true;
  tell("Making the puzzles …");
  try {
    const laid = await wanted();
    if (byId("solutions").checked) await solved(laid);
    if (turn !== asked) return;
    lay(laid);
    tell(`${counted(laid.length, "puzzle")} on ${counted(byId("sheets").childElementCount, "page")}.`);
    byId("print").disabled = false;
  } catch (error) {
    if (turn !== asked) return;
    tell("");
    trouble(/** @type {Error} */ (error).message);
  } finally {
    if (turn === asked) byId("lay").disabled = false;
  }
}

async function begin() {
  try {
    kinds = await puzzles();
  } catch (error) {
    return trouble(/** @type {Error} */ (error).message);
  }
  const made = kinds.filter((kind) => kind.make);
  byId("kind").append(...made.map((kind) => h("option", { value: kind.name }, kind.title)));
  if (!made.length) chooseFrom("ids");
  showKind();
  if (fromAddress()) make();
}

byId("kind").addEventListener("change", showKind);
document.querySelectorAll("[name=from]").forEach((radio) => radio.addEventListener("change", showFrom));
byId("form").addEventListener("submit", (/** @type {Event} */ event) => (event.preventDefault(), make()));
byId("print").addEventListener("click", () => window.print());
addEventListener("hashchange", () => fromAddress() && make());
begin();

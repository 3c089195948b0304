// Watch: a puzzle, a strategy with its options, and the film of the search.

import { Guide } from "../../../film/static/lesson.js";
import { Player } from "../../../film/static/player.js";
import { positionAt } from "../../../film/static/position.js";
import { get, post, puzzles } from "./api.js";
import { byId, h } from "./dom.js";
import { capital, kindName, kindOf } from "./names.js";
import "./shell.js";
import { fromFragment, toFragment } from "./state.js";
import { NO_FILMS } from "./transport.js";
import { address, film, firstId, listPuzzles, selectPuzzle, toGallery, trouble } from "./watching.js";

const FORMS = ["html", "gif", "apng", "svg"];
/** @type {any[]} */
let strategies = [];
/** @type {Player | null} */
let player = null;
let stop = new AbortController();
/** The number of puzzles opened so far. It's used to drop answers for earlier ones. */
let opened = 0;

/** Reads the address. */
function asked() {
  const query = new URLSearchParams(location.search);
  return { id: query.get("id") || "", strategy: query.get("strategy") || "", at: Number(query.get("at")) || 0,
    max_steps: query.get("max_steps") || undefined };
}

/** Returns the chosen strategy: its name, and the options that differ from the default. */
function spelling() {
  const changed = [...byId("options").querySelectorAll("select, input")]
    .filter((each) => each.value !== each.dataset.default)
    .map((each) => `${each.name}=${each.value}`);
  return byId("strategy").value + (changed.length ? `:${changed.join(",")}` : "");
}

/** Returns the options of the chosen strategy in its plainest form. */
const plainest = () => strategies.find((each) => each.name === byId("strategy").value)?.plain ?? "";

/** Shows the options of the chosen strategy. @param {string} given as `name=word,…` */
function showOptions(given) {
  const kind = strategies.find((each) => each.name === byId("strategy").value);
  const words = Object.fromEntries(given.split(",").filter(Boolean).map((item) => item.split("=")));
  byId("options").replaceChildren(...(kind ? kind.options : []).map((/** @type {any} */ option) => {
    const value = words[option.name] ?? option.default;
    const field = option.choices.length
      ? h("select", { name: option.name, "data-default": option.default },
        ...option.choices.map((/** @type {any} */ each) => h("option", { value: each.word }, capital(each.title))))
      : h("input", { name: option.name, type: "number", min: 0, "data-default": option.default });
    /** @type {any} */ (field).value = value;
    return h("label", { class: "field" }, option.title, field);
  }));
  byId("how").hidden = !kind || !kind.options.length;
  byId("about").textContent = kind ? kind.summary : "";
}

/** Lists the strategies that work on the puzzle and record their steps, and chooses one. @param {any[]} suited @param {string} wanted */
function suit(suited, wanted) {
  strategies = suited;
  const told = strategies.filter((each) => each.told || each.name === wanted.split(":")[0]);
  byId("strategy").replaceChildren(...told.map((each) => h("option", { value: each.name }, each.title)));
  return choose(wanted);
}

/** Chooses a strategy by its id. Returns the id, or nothing if there's no such strategy. @param {string} wanted */
function choose(wanted) {
  const [name, given = ""] = wanted.split(":");
  if (!strategies.some((each) => each.name === name)) return "";
  byId("strategy").value = name;
  showOptions(given);
  return wanted;
}

/** Starts the film of a strategy, or of one that the server picks. @param {string} strategy
 * @param {number} at the first step to show @param {string} unknown the strategy in the address, if it doesn't exist */
async function start(strategy, at = 0, unknown = "") {
  stop.abort();
  stop = new AbortController();
  player?.close();
  player = null;
  byId("film").replaceChildren();
  byId("keep").hidden = true;
  trouble(byId("trouble"), unknown && new Error(`You can't watch a strategy called ‘${unknown}’ on this puzzle, so here's another one.`));
  const { max_steps } = asked();
  const wanted = { id: byId("puzzle").value, strategy, max_steps };
  history.replaceState(null, "", address("watch.html", { ...wanted, at: at || undefined }));
  try {
    await film(wanted, (story) => begin(story, at), stop.signal);
  } catch (error) {
    trouble(byId("trouble"), error);
  }
}

/** @param {any} story @param {number} at */
function begin(story, at) {
  const now = (player = new Player(byId("film"), story, { keys: document, told: remember }));
  choose(story.head.strategy);
  byId("keep").hidden = false;
  document.title = `${story.head.title}, ${story.head.called} · Clew`;
  keep();
  if (at) story.listeners.push(function arrive() {
    if (story.length < at && !story.end) return;
    story.listeners.splice(story.listeners.indexOf(arrive), 1);
    now.jumpTo(at);
  });
}

/** Shows a lesson: its films one after another, each with its pauses.
 * @param {Record<string, string>} asked a lesson's name or its text */
async function teach(asked) {
  trouble(byId("trouble"));
  byId("lessons").open = false;
  try {
    const lesson = await post("/api/lesson", asked);
    const guide = new Guide(lesson, (scene) => openScene(guide, scene).catch((error) => trouble(byId("trouble"), error)));
    const query = new URLSearchParams(asked);
    history.replaceState(null, "", "name" in asked ? `watch.html?lesson=${query.get("name")}` : `watch.html#${query}`);
    byId("title").textContent = lesson.title;
    document.title = `${lesson.title} · Clew`;
    await guide.open(0);
  } catch (error) {
    trouble(byId("trouble"), error);
  }
}

/** @param {Guide} guide @param {number} scene */
async function openScene(guide, scene) {
  const { id, strategy, max_steps } = guide.lesson.scenes[scene];
  stop.abort();
  stop = new AbortController();
  player?.close();
  const { strategies: suited } = await get("/api/strategies", { id });
  suit(suited, strategy);
  selectPuzzle(byId("puzzle"), id);
  byId("id").value = id;
  await film({ id, strategy, max_steps }, (story) => {
    player = new Player(byId("film"), story, { keys: document });
    byId("keep").hidden = false;
    keep();
    guide.attach(player, scene);
  }, stop.signal);
}

/** Lists the lessons, and a field for your own lesson. */
async function listLessons() {
  const { lessons } = await get("/api/lessons", {});
  const file = h("input", { type: "file", accept: ".txt,text/plain", "aria-label": "Open your own lesson" });
  file.addEventListener("change", async () => {
    const [given] = /** @type {any} */ (file).files;
    if (given) teach({ text: await given.text() });
  });
  byId("lesson-list").replaceChildren(...lessons.map((/** @type {any} */ each) => h("li", {},
    h("a", { href: `watch.html?lesson=${each.name}` }, each.title), h("br"), h("span", { class: "soft small" }, each.about))),
    h("li", {}, h("label", { class: "field" }, "Open your own lesson (a text file)", file)));
}

/** Writes the current step to the address. @param {number} at */
function remember(at) {
  const query = new URLSearchParams(location.search);
  if (at) query.set("at", String(at));
  else query.delete("at");
  history.replaceState(null, "", `watch.html?${query}`);
}

/** Updates the links for saving and sharing. */
function keep() {
  const wanted = { id: byId("puzzle").value, strategy: spelling(), max_steps: asked().max_steps };
  for (const form of FORMS) byId(`as-${form}`).href = address(`api/film.${form}`, wanted);
  for (const form of NO_FILMS) byId(`as-${form}`).hidden = true;
  byId("to-compare").href = address("compare.html", { id: wanted.id });
  byId("to-play").href = `play.html#id=${encodeURIComponent(wanted.id)}`;
  byId("to-play").hidden = false;
  const page = new URL(address("embed.html", wanted), location.href).href;
  byId("spelling").value = wanted.strategy;
  byId("embed").value = `<iframe src="${page.replace(/&/g, "&amp;")}" width="100%" height="760"></iframe>`;
}

/** Opens the position of the step on the play page. @param {Event} event */
async function tryIt(event) {
  if (!player) return;
  event.preventDefault();
  const { id, moves } = positionAt(player.story, player.reel.moment);
  const saved = { id, moves, undone: [], seconds: 0 };
  const works = await post("/api/play", { saved, do: { action: "view" } }).then(() => true, () => false);
  location.href = `play.html${await toFragment(works ? saved : { id })}`;
}

/** Returns the id of the position that the address holds as the play page writes it: `#id=…` or `#s=…`. */
async function positionInAddress() {
  const found = await fromFragment(location.hash).catch(() => null);
  if (!found?.saved) return found?.id ?? "";
  const { view } = await post("/api/play", { saved: found.saved, do: { action: "view" } });
  return view.position_id ?? view.id;
}

/** Keeps an open menu on the screen. @param {HTMLDetailsElement} menu */
function keepInSight(menu) {
  const panel = /** @type {HTMLElement | null} */ (menu.querySelector(".options"));
  if (!panel || !menu.open) return;
  panel.style.translate = "";
  const { left, right } = panel.getBoundingClientRect();
  const off = Math.max(0, right - document.documentElement.clientWidth + 8);
  panel.style.translate = `${-Math.min(off, Math.max(0, left - 8))}px`;
}

/** Points the SVG link at the step on display. */
function thisMoment() {
  const wanted = { id: byId("puzzle").value, strategy: spelling(), max_steps: asked().max_steps };
  byId("as-svg").href = address("api/film.svg", { ...wanted, at: player ? player.at : 0 });
}

/** @param {string} id @param {string} wanted @param {number} [at] */
async function open(id, wanted, at) {
  const asked = ++opened;
  trouble(byId("trouble"));
  try {
    const { strategies: suited } = await get("/api/strategies", { id });
    if (asked !== opened) return;
    const strategy = suit(suited, wanted);
    selectPuzzle(byId("puzzle"), id);
    byId("id").value = id;
    byId("title").textContent = kindName(kindOf(id));
    await start(strategy, at, strategy ? "" : wanted);
  } catch (error) {
    if (asked === opened) trouble(byId("trouble"), error, toGallery());
  }
}

async function main() {
  const kinds = await puzzles();
  listPuzzles(byId("puzzle"), kinds);
  byId("puzzle").addEventListener("change", () => open(byId("puzzle").value, ""));
  byId("strategy").addEventListener("change", () => { showOptions(plainest()); start(spelling()); });
  byId("options").addEventListener("change", () => start(spelling()));
  byId("chooser").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    open(byId("id").value.trim(), "");
  });
  for (const event of ["pointerdown", "focus", "keydown"]) byId("as-svg").addEventListener(event, thisMoment);
  for (const name of ["embed", "spelling"]) byId(name).addEventListener("focus", () => byId(name).select());
  byId("to-play").addEventListener("click", tryIt);
  for (const menu of document.querySelectorAll("details.pop")) {
    menu.addEventListener("toggle", () => keepInSight(/** @type {HTMLDetailsElement} */ (menu)));
  }
  listLessons().catch((error) => trouble(byId("trouble"), error));
  const { id, strategy, at } = asked();
  const name = new URLSearchParams(location.search).get("lesson");
  const text = new URLSearchParams(location.hash.slice(1)).get("text");
  if (name || text) return teach(name ? { name } : { text: text ?? "" });
  const kind = new URLSearchParams(location.search).get("kind");
  if (kind && !id) {
    const best = await get("/api/showcase", { kind });
    return open(best.id, best.strategy, at);
  }
  const position = id ? "" : await positionInAddress();
  return open(id || position || firstId(kinds), strategy, at);
}

main().catch((error) => trouble(byId("trouble"), error));

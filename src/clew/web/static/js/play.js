// The play page: one table, whatever is played on it.

import { puzzles } from "./api.js";
import { BoardView } from "./board.js";
import { byId } from "./dom.js";
import { clock } from "./names.js";
import { brief } from "./play/brief.js";
import { hintCells } from "./play/cells.js";
import { toast } from "./play/dialogs.js";
import { Filling } from "./play/fill.js";
import { Fresh } from "./play/fresh.js";
import { hinted as withHint, nextDegree, parts, sentence, showHint } from "./play/hinting.js";
import { listenForKeys } from "./play/keys.js";
import { Moving } from "./play/moving.js";
import { buildTools, showTools } from "./play/tools.js";
import { Seats } from "./play/seats.js";
import { Table } from "./play/table.js";
import { announce } from "./play/announce.js";
import { Timer } from "./play/timer.js";
import { VesselView } from "./play/vesselview.js";
import { keep } from "./progress.js";
import { begun } from "./play/begun.js";
import { showLevel } from "./play/level.js";
import { onSettings, settings } from "./settings.js";

const MOST_SHOWN = 60;
const SHOWN_FOR = 220;
const catalogue = puzzles();
const table = new Table();
const timer = new Timer(byId("timer"), table);
/** @type {BoardView | VesselView | null} */
let board = null;
/** @type {Filling | Moving | null} */
let hands = null;
/** @type {Fresh | null} */
let fresh = null;
/** @type {any[]} */
let kinds = [];
/** @type {Set<number>} */
let previewed = new Set();
/** The address that stands for what is on the table. */
let address = "";
const seats = new Seats(byId("seats"), table, (words) => trouble(words));

// ---------------------------------------------------------------- what is shown

/** Lays the table for the puzzle that was opened. */
function lay() {
  const { view } = table;
  const host = byId("board");
  hands = null;
  host.classList.toggle("fill", view.kind === "fill");
  byId("title").textContent = view.title;
  document.title = `${view.title}: Clew`;
  byId("pad").replaceChildren();
  byId("moves").replaceChildren();
  byId("chooser").hidden = true;
  board = view.shape === "vessels"
    ? new VesselView(host, (text) => move(text), () => table.waiting)
    : new BoardView(host, view, {
        act: (cell) => hands?.click(cell),
        key: (event, cell) => hands?.key(event, cell) ?? false,
        move: (cell) => look(cell),
        hover: (cell) => hands instanceof Moving && preview(hands.touched(cell)),
      });
  if (board instanceof BoardView) board.show(view.board);
  hands = view.kind === "fill"
    ? new Filling(table, /** @type {BoardView} */ (board), byId("pad"))
    : new Moving(table, board, { list: byId("moves"), chooser: byId("chooser"), preview });
  fresh?.show(table.kind);
  buildTools(table, acts, kindNow());
  draw();
  seats.lay();
  showLevel(byId("level"), view);
  begun(byId("begun"), table);
}

/** The cursor moved: what it sees changes. @param {number} cell */
function look(cell) {
  if (hands instanceof Moving) previewed = new Set(hands.touched(cell));
  if (hands) drawBoard();
}

/** @param {number[]} cells */
function preview(cells) {
  previewed = new Set(cells);
  drawBoard();
}

function drawBoard() {
  const { view, hint, checked } = table;
  if (!board || !view) return;
  const hinted = new Set(hintCells(hint, view));
  if (board instanceof VesselView) {
    return board.show(view, new Set([...hinted].map((cell) => cell % view.board.cols)));
  }
  board.show(withHint(view.board, hint), {
    ...hands?.look(),
    taken: previewed.size > 1 || view.kind === "game" ? previewed : new Set(),
    ...parts(hint, hinted),
    wrong: new Set(settings.conflicts ? view.wrong : []),
    mistake: new Set(checked?.wrong || []),
  });
}

/** What the catalogue says of the kind on the table, if it is there yet. */
const kindNow = () => kinds.find((each) => each.name === table.kind);

/** Brings everything up to date. */
function draw() {
  const { view } = table;
  previewed = new Set();
  hands?.show();
  drawBoard();
  showHint(byId("hint"), table, { ask, make: move, leave: () => board?.focus() });
  showTools(table, () => board?.focus());
  seats.show();
  const message = byId("message");
  const done = view.over && view.kind !== "game";
  const time = done && settings.timer && table.seconds >= 1 ? `, in ${clock(table.seconds)}` : "";
  message.textContent = sentence(table.checked ? table.checked.text : `${seats.message() || view.message}${time}`);
  message.classList.toggle("done", done);
  byId("board").classList.toggle("solved", done);
  byId("about").textContent = kindNow()?.summary || "";
  byId("brief").replaceChildren(...brief(view.brief));
  showPlayed();
}

function showPlayed() {
  const { view } = table;
  const made = view.played || [];
  byId("played").hidden = view.kind === "fill" || !made.length;
  byId("played").querySelector("ol").replaceChildren(
    ...made.slice(-500).map((/** @type {string} */ text) => Object.assign(document.createElement("li"), { textContent: text })));
}

/** @param {string} words */
function trouble(words) {
  byId("trouble").textContent = words;
  byId("trouble").hidden = !words;
}

// ---------------------------------------------------------------- what is done

/** Counts what is done by hand: a solution that is being shown stops when it changes. */
let turns = 0;

/** Does something at the table, and tells what went wrong. @param {string} action @param {object} [more] */
async function act(action, more) {
  turns++;
  return does(action, more);
}

/** @param {string} action @param {object} [more] */
async function does(action, more) {
  trouble("");
  if (timer.paused) timer.pause(false);
  try {
    return await table.act(action, more);
  } catch (error) {
    const words = /** @type {Error} */ (error).message;
    if (action === "move") toast(sentence(words));
    else trouble(sentence(words));
    return null;
  }
}

/** @param {string} text */
const move = (text) => act("move", { text });
/** @param {string} [degree] */
const ask = (degree = nextDegree(table.hint)) => act("hint", { degree });

/** Shows the way to the end move by move, unless it is long or a grid is filled. */
async function solve() {
  const shown = ++turns;
  table.helped = true;
  const still = table.view.kind === "fill" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (still) return does("solve");
  try {
    if (table.view.kind === "game") table.seats = "both";
    const answer = await table.peek("solve");
    if (!answer) return;
    if (answer.moves.length > MOST_SHOWN) return table.take(answer, "solve");
    for (const text of answer.moves) {
      if (shown !== turns || !(await does("move", { text }))) return;
      await new Promise((done) => setTimeout(done, SHOWN_FOR));
    }
  } catch (error) {
    trouble(sentence(/** @type {Error} */ (error).message));
  }
}

const acts = {
  act, ask, move, solve, toast,
  undo: () => act("undo", { count: seats.back() }),
  redo: () => act("redo", { count: seats.forth() }),
  open: (/** @type {string} */ id) => openId(id),
  share,
};

async function share() {
  const link = `${location.origin}/play${await table.fragment()}`;
  try {
    await navigator.clipboard.writeText(link);
    toast("The link is on the clipboard");
  } catch {
    history.replaceState(null, "", link);
    address = location.hash;
    toast("Copy the link from the address bar");
  }
}

/** Opens a puzzle as a new entry of the history. @param {string} id */
async function openId(id) {
  trouble("");
  try {
    if (!(await table.open({ id }))) return;
    const fragment = await table.fragment();
    history.pushState(null, "", fragment);
    address = location.hash;
    board?.focus();
  } finally {
    seats.next();
  }
}

/** What the address says, or a puzzle to begin with. */
async function openAddress() {
  trouble("");
  timer.pause(false);
  address = location.hash;
  try {
    if (address.length > 1) await table.openFragment(address);
    else await table.open(catalogue.then(([{ examples }]) => ({ id: examples[0].id })));
  } catch (error) {
    trouble(sentence(/** @type {Error} */ (error).message));
    seats.next();
  }
}

/** Keeps the state in the address, and the progress with the server. */
async function remember() {
  const { saved, view } = table;
  if (!saved) return;
  const fragment = await table.fragment();
  if (table.saved !== saved || location.hash !== address) return;
  history.replaceState(null, "", fragment);
  if (location.hash === address) return;
  address = location.hash;
  if (view.played?.length || view.over) {
    const done = view.over && !table.helped;
    const stand = { solved: done, seconds: table.whole(), kind: table.kind };
    keep(view.id, view.over ? stand : { ...stand, saved: table.all() });
  }
}

// ---------------------------------------------------------------- beginning

table.addEventListener("opened", lay);
table.addEventListener("change", (event) => {
  draw();
  announce(table, /** @type {CustomEvent} */ (event).detail, seats.message());
  remember();
  seats.next();
});
table.addEventListener("move", (event) => move(/** @type {CustomEvent} */ (event).detail.text));
table.addEventListener("busy", () => byId("board").setAttribute("aria-busy", String(table.asked > 0)));
onSettings(() => table.view && draw());
listenForKeys(acts, () => ({ board, hands }));
addEventListener("hashchange", () => location.hash !== address && openAddress());
document.addEventListener("visibilitychange", () => document.hidden && remember());

async function begin() {
  const opened = openAddress();
  try {
    kinds = await catalogue;
    fresh = new Fresh(byId("fresh-form"), kinds, async (id) => {
      await openId(id);
      byId("fresh").open = matchMedia("(min-width: 52.01rem)").matches && byId("fresh").open;
    });
  } catch (error) {
    trouble(sentence(/** @type {Error} */ (error).message));
  }
  await opened;
  if (!table.view) return fresh?.show(kinds[0].name);
  fresh?.show(table.kind);
  buildTools(table, acts, kindNow());
  draw();
}

begin();

// The play page: one table for every kind of puzzle and game.

import { puzzles } from "./api.js";
import { BoardView } from "./board.js";
import { byId } from "./dom.js";
import { clock } from "./names.js";
import { brief } from "./play/brief.js";
import { hintCells } from "./play/cells.js";
import { toast } from "./play/dialogs.js";
import { Fresh } from "./play/fresh.js";
import { hinted as withHint, nextDegree, sentence, showHint } from "./play/hinting.js";
import { handsFor } from "./play/hands.js";
import { listenForKeys } from "./play/keys.js";
import { buildTools, showTools } from "./play/tools.js";
import { MatchView } from "./play/matchview.js";
import { Seats } from "./play/seats.js";
import { Table } from "./play/table.js";
import { announce } from "./play/announce.js";
import { Timer } from "./play/timer.js";
import { VesselView } from "./play/vesselview.js";
import { begun } from "./play/begun.js";
import { Address } from "./play/address.js";
import { Coach } from "./play/coach.js";
import { showDone } from "./play/done.js";
import { showLevel } from "./play/level.js";
import { onSettings, settings } from "./settings.js";

const MOST_SHOWN = 60;
const SHOWN_FOR = 220;
const MOST_ABOVE = 10; // longer lists of rules go below the board
const catalogue = puzzles();
const table = new Table(true);
const timer = new Timer(byId("timer"), table);
/** @type {BoardView | VesselView | MatchView | null} */
let board = null;
/** @type {any} */
let hands = null;
/** @type {Fresh | null} */
let fresh = null;
/** @type {any[]} */
let kinds = [];
/** @type {Set<number>} */
let previewed = new Set();
const address = new Address(table, catalogue, { trouble: (...words) => trouble(...words), next: () => seats.next(), focus: () => board?.focus() });
const coach = new Coach(byId("coach"), table);
const seats = new Seats(byId("seats"), table, (words) => trouble(words));

// ---------------------------------------------------------------- showing

/** Sets the table for a puzzle that was just opened. */
function lay() {
  const { view } = table;
  const host = byId("board");
  hands = null;
  host.classList.toggle("fill", view.kind === "fill");
  byId("title").textContent = view.title;
  document.title = `${view.title} · Clew`;
  byId("pad").replaceChildren();
  byId("moves").replaceChildren();
  byId("chooser").hidden = true;
  host.oncontextmenu = null;
  board = view.inputs[0]?.mode === "pour"
    ? new VesselView(host, view.piece, (text) => move(text), () => table.waiting)
    : view.inputs[0]?.mode === "match" ? new MatchView(host, (text) => move(text)) : new BoardView(host, view.piece, {
        act: (cell, event) => hands?.click(cell, event),
        key: (event, cell) => hands?.key(event, cell) ?? false,
        move: (cell, event, before) => look(cell, event, before),
        gesture: {
          start: (cell, event) => hands?.start?.(cell, event) ?? false,
          over: (cell, event) => hands?.over?.(cell, event),
          hold: (cell) => hands?.hold?.(cell),
          end: (done) => hands?.end?.(done),
        },
        hover: (cell) => hands?.touched && view.kind !== "fill" && preview(hands.touched(cell)),
      });
  host.classList.toggle("drawn", view.inputs[0]?.mode !== "digit" && view.inputs[0]?.by.includes("drag"));
  if (board instanceof BoardView) board.show(view.board);
  hands = handsFor(table, board, { pad: byId("pad"), list: byId("moves"), chooser: byId("chooser"), preview });
  if (hands.byCell) (hands.moving ?? hands).worth = (text) => coach.says(text);
  fresh?.show(table.kind);
  byId("how").textContent = acts.help().how ?? "";
  byId("how").hidden = !byId("how").textContent;
  buildTools(table, acts, kindNow());
  draw();
  seats.lay();
  showLevel(byId("level"), view);
  begun(byId("begun"), table, () => act("restart"));
}

/** Updates the board after the cursor moved. @param {number} cell @param {Event | null} event @param {number} before */
function look(cell, event, before) {
  hands?.moved?.(cell, event, before);
  if (hands?.touched) previewed = new Set(hands.touched(cell));
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
  if (board instanceof MatchView) return board.show(view, hint);
  const hinted = new Set(hintCells(hint, view));
  if (board instanceof VesselView) {
    return board.show(view, new Set([...hinted].map((cell) => cell % view.board.cols)));
  }
  board.show(withHint(view.board, hint, view.inputs[0]?.mode), {
    ...hands?.look(),
    ...coach.marks(hands),
    taken: previewed.size > 1 || view.kind === "game" ? previewed : new Set(),
    effect: hint?.marks?.length ? new Set() : hinted,
    wrong: new Set(settings.conflicts ? view.wrong : []),
    mistake: new Set(checked?.wrong || []),
  });
}

/** Returns the catalogue's entry for the kind on the table, once it's loaded. */
const kindNow = () => kinds.find((each) => each.name === table.kind);

/** Updates everything. */
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
  const time = done && settings.timer && table.seconds >= 1 ? ` (${clock(table.seconds)})` : "";
  const said = done && table.helped ? "Solved by Clew" : `${seats.message() || view.message}${time}`;
  message.textContent = sentence(table.checked ? table.checked.text : said);
  showDone(byId("done"), table, { another: () => address.another(kindNow()), level: byId("level"), kind: kindNow() });
  coach.show();
  message.classList.toggle("done", done);
  byId("board").classList.toggle("solved", done);
  byId("about").textContent = kindNow()?.summary || "";
  const [above, below] = view.brief.length > MOST_ABOVE ? [[], view.brief] : [view.brief, []];
  byId("brief").replaceChildren(...brief(above));
  byId("rules").replaceChildren(...brief(below));
  showPlayed();
}

function showPlayed() {
  const { view } = table;
  const made = view.played || [];
  byId("played").hidden = view.kind === "fill" || !made.length;
  byId("played").querySelector("ol").replaceChildren(
    ...made.slice(-500).map((/** @type {string} */ text) => Object.assign(document.createElement("li"), { textContent: text })));
}

/** @param {string} words @param {...Node} more */
function trouble(words, ...more) {
  byId("trouble").replaceChildren(words, " ", ...more);
  byId("trouble").hidden = !words;
}

// ---------------------------------------------------------------- acting

/** The number of the player's actions. While a solution is being shown, an action stops it. */
let turns = 0;

/** Does something at the table, and shows the error if that fails. @param {string} action @param {object} [more] */
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

/** Plays the solution move by move. Long solutions, and those of grids, are shown all at once. */
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
  undo: () => (table.before && !table.view.can_undo ? table.open({ saved: table.before }, true)
    : act("undo", { count: seats.back() })),
  scramble: async () => {
    const before = table.all();
    await act("scramble", { count: Math.min(1000, 2 * table.view.board.cells.length) });
    table.before = before;
    draw();
  },
  redo: () => act("redo", { count: seats.forth() }),
  help: () => hands?.constructor.help ?? {},
  open: (/** @type {string} */ id) => address.openId(id),
  share: () => address.share(),
};

// ---------------------------------------------------------------- starting

table.addEventListener("opened", lay);
table.addEventListener("change", (event) => {
  draw();
  announce(table, /** @type {CustomEvent} */ (event).detail, seats.message());
  address.remember();
  seats.next();
});
table.addEventListener("move", (event) => move(/** @type {CustomEvent} */ (event).detail.text));
table.addEventListener("look", () => (hands?.show(), drawBoard(), address.remember()));
table.addEventListener("busy", () => byId("board").setAttribute("aria-busy", String(table.asked > 0)));
onSettings(() => table.view && draw());
listenForKeys(acts, () => ({ board, hands }));

async function begin() {
  const opened = address.open();
  try {
    kinds = await catalogue;
    fresh = new Fresh(byId("fresh-form"), kinds, async (id) => {
      await address.openId(id);
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

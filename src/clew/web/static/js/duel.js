// One puzzle, two solvers: you play it on the left, and a search solves it on the right. The server sends
// the board, the solution and the search's steps at once, so nothing here has to ask again.

import { drawBoard } from "../../../board/static/picture.js";
import { whereIs } from "../../../board/static/spoken.js";
import { front } from "./api.js";
import { BoardView } from "./board.js";
import { byId, h, icon, ICONS, s } from "./dom.js";
import { watchLink } from "./drawing.js";
import { capital, counted } from "./names.js";

/** @typedef {{kind: string, cell: number, value: string, node: number}} Step */

const [WAIT, DEAD, AGAIN] = [480, 650, 5000];
const [WIDE, HIGH] = [240, 212];

/** Returns a board with other texts in its empty cells. @param {any} board @param {string[]} texts @param {any[]} [marks] */
const filled = (board, texts, marks = []) => ({
  ...board, marks,
  cells: board.cells.map((/** @type {any} */ cell, /** @type {number} */ at) =>
    (cell.ink === "given" ? cell : { ...cell, text: texts[at], ink: texts[at] ? "answer" : "none" })),
});

/** Lets you play. @param {any} game */
function you({ board, values, solution }) {
  const texts = board.cells.map((/** @type {any} */ cell) => cell.text);
  const fixed = board.cells.map((/** @type {any} */ cell) => cell.ink === "given");
  const view = new BoardView(byId("you-board"), "", {
    key(event, cell) {
      if (event.ctrlKey || event.metaKey) return false;
      if (values.includes(event.key)) return write(cell, event.key);
      return ["Backspace", "Delete", "0"].includes(event.key) && write(cell, "");
    },
    move: () => show(),
  });
  /** @param {number} cell @param {string} value */
  function write(cell, value) {
    if (!fixed[cell]) texts[cell] = value;
    show();
    return true;
  }
  function show() {
    const every = [...texts.keys()];
    const wrong = new Set(every.filter((at) => texts[at] && texts[at] !== solution[at]));
    const left = every.filter((at) => !texts[at]).length;
    view.show(filled(board, texts), { chosen: new Set([view.cursor]), wrong });
    if (wrong.size) byId("you-say").textContent = `${counted(wrong.size, "cell")} can’t be right.`;
    else if (left < fixed.filter((/** @type {boolean} */ each) => !each).length) byId("you-say").textContent = left ? `${left} to go.` : "Solved. Well done!";
    byId("duel").classList.toggle("won", !left && !wrong.size);
  }
  view.show(filled(board, texts));
  view.go(texts.indexOf(""), false);
  show();
  byId("you-pad").replaceChildren(
    ...values.map((/** @type {string} */ value) => h("button", { type: "button", onclick: () => write(view.cursor, value) }, value)),
    h("button", { type: "button", "aria-label": "Erase", onclick: () => write(view.cursor, "") }, icon(ICONS.erase)));
}

/** Numbers the nodes of the search tree and lays them out. @param {any[]} steps */
function grown(steps) {
  const nodes = [{ parent: -1, depth: 0, x: 0, failed: false }];
  /** @type {number[]} */
  const way = [0];
  /** @type {Step[]} */
  const film = steps.map(([kind, cell, value]) => {
    if (kind === "try") way.push(nodes.push({ parent: way[way.length - 1], depth: way.length, x: 0, failed: false }) - 1);
    const node = way[way.length - 1];
    if (kind === "back") way.pop();
    return { kind, cell, value, node };
  });
  let leaves = 0;
  /** @param {number} node */
  const lay = (node) => {
    const below = nodes.flatMap((each, at) => (each.parent === node ? [at] : []));
    below.forEach(lay);
    nodes[node].x = below.length ? (nodes[below[0]].x + nodes[below[below.length - 1]].x) / 2 : leaves++;
  };
  lay(0);
  const deepest = Math.max(...nodes.map((node) => node.depth));
  return { film, nodes: nodes.map((node) => ({ ...node,
    x: 10 + (node.x / Math.max(1, leaves - 1)) * (WIDE - 20), y: 10 + (node.depth / deepest) * (HIGH - 22) })) };
}

/** Plays the search. @param {any} game */
function machine({ board, steps }) {
  const { film, nodes } = grown(steps);
  const picture = drawBoard(board);
  picture.classList.add("board", "still");
  byId("search-board").replaceChildren(picture);
  let [at, timer, running] = [-1, 0, !matchMedia("(prefers-reduced-motion: reduce)").matches];

  /** Draws the tree as far as it has grown. @param {number} upto @param {number} current @param {Set<number>} failed @param {boolean} done */
  function tree(upto, current, failed, done) {
    /** @type {SVGElement[]} */
    const [lines, dots] = [[], []];
    /** @type {string[]} */
    const thread = [];
    for (let node = current; node >= 0; node = nodes[node].parent) thread.push(`${nodes[node].x} ${nodes[node].y}`);
    for (let node = 0; node <= upto; node++) {
      const { x, y, parent } = nodes[node];
      if (parent >= 0) lines.push(s("path", { class: "edge", d: `M${nodes[parent].x} ${nodes[parent].y}L${x} ${y}` }));
      dots.push(failed.has(node)
        ? s("path", { class: "dead", d: `M${x - 3.5} ${y - 3.5}l7 7m0-7l-7 7` })
        : s("circle", { class: "node", cx: x, cy: y, r: 3.4 }));
    }
    byId("search-tree").replaceChildren(s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true" },
      ...lines, s("path", { class: "thread", d: `M${thread.join("L")}` }), ...dots,
      s("circle", { class: done ? "solved" : "current", cx: nodes[current].x, cy: nodes[current].y, r: 6 })));
  }

  function show() {
    const texts = board.cells.map((/** @type {any} */ cell) => cell.text);
    const [tried, failed] = [new Set([0]), new Set()];
    for (const step of film.slice(0, at + 1)) {
      texts[step.cell] = step.kind === "try" ? step.value : "";
      if (step.kind === "try") tried.add(step.node);
      else failed.add(step.node);
    }
    const step = film[at];
    const done = at === film.length - 1;
    drawBoard(filled(board, texts, step && !done ? [{ kind: step.kind === "try" ? "tried" : "failed", cells: [step.cell] }] : []), picture);
    const current = step ? (step.kind === "back" ? nodes[step.node].parent : step.node) : 0;
    tree(Math.max(...tried), current, failed, done);
    byId("search-count").textContent = `${tried.size - 1} ${tried.size === 2 ? "try" : "tries"}, ${failed.size} back`;
    byId("search-say").textContent = !step ? "Start with the empty cells."
      : done ? `${sentence(step)} Solved!` : sentence(step);
    byId("search-run").replaceChildren(icon(running ? ICONS.pause : ICONS.play));
    byId("search-run").setAttribute("aria-label", running ? "Pause the search" : "Run the search");
  }

  /** @param {Step} step */
  const sentence = ({ kind, cell, value }) => {
    const place = capital(whereIs(board, cell));
    return kind === "try" ? `${place}: try ${value}.` : `Nothing fits after that. ${place}: take the ${value} back.`;
  };

  function tick() {
    if (!running) return;
    at = at + 1 < film.length ? at + 1 : -1;
    show();
    timer = window.setTimeout(tick, at === film.length - 1 ? AGAIN : film[at]?.kind === "back" ? DEAD : WAIT);
  }
  byId("search-run").addEventListener("click", () => {
    running = !running;
    window.clearTimeout(timer);
    show();
    tick();
  });
  show();
  if (running) timer = window.setTimeout(tick, 900);
}

/** Fills both sides. */
export async function duel() {
  const game = await front();
  byId("you-say").textContent = game.about;
  byId("search-more").setAttribute("href", `${watchLink(game.id)}&strategy=${encodeURIComponent(game.strategy)}`);
  you(game);
  machine(game);
}

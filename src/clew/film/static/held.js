// @ts-check
/** Shows the algorithm's data: the waiting states, the path, or the variables with their counts. */
import { make } from "./dom.js";
import { Picture } from "./picture.js";
import { KIND } from "./story.js";
import { LEAST, assignment, grouped, plain, plural, reasonFor, variable, worth } from "./words.js";

const CARD = 92; // about the width of a small board with its numbers
const MOST_CARDS = 24;
const MOST_CHIPS = 60;
/** The name of each frontier, and which state comes out of it first. @type {Object<string, [string, string]>} */
const FRONTIERS = {
  queue: ["Queue", "the oldest state comes out first"],
  stack: ["Stack", "the newest state comes out first"],
  "priority queue": ["Priority queue", "the state with the least number comes out first"],
  path: ["Path", "from the start to where the search is"],
  "two queues": ["Two queues", "one from the start, one from the goals"],
  tree: ["Unassigned variables: values left, unassigned neighbours", "The search hasn't chosen a variable yet."],
  one: ["Assignment", "every variable has a value"],
};

/** The title of the panel. @param {import("./story.js").Story} story */
export function heldTitle(story) {
  if (story.head.face === "game" && !story.head.holds) return "Line of play";
  return FRONTIERS[story.head.holds]?.[0] ?? "Held";
}

export class Held {
  /** @param {import("./story.js").Story} story @param {import("./moment.js").Reel} reel
   * @param {(at: number) => void} go */
  constructor(story, reel, go) {
    this.story = story;
    this.reel = reel;
    this.go = go;
    this.said = make("p", { class: "film-held-said" });
    const chips = story.head.holds === "tree" ? " film-chips" : "";
    this.list = make("ol", { class: `film-held-list${chips}`, tabindex: "0", "aria-label": heldTitle(story) });
    this.list.hidden = ["one", "two queues"].includes(story.head.holds) || !story.head.told;
    this.element = make("div", { class: "film-held" }, [this.said, this.list]);
    /** @type {{element: any, picture: Picture, words: any, state: number}[]} */
    this.cards = [];
    /** @type {any[]} the cards in the lane */
    this.laid = [];
    /** @type {any[]} */
    this.chips = [];
    /** @type {number | null} */
    this.fit = null;
  }

  /** @param {import("./moment.js").Moment} moment @param {number} at */
  show(moment, at) {
    const { holds, face } = this.story.head;
    if (holds === "tree") this.showVariables(moment);
    else if (holds === "path" || (face === "game" && !holds)) this.showPath(moment);
    else if (["queue", "stack", "priority queue"].includes(holds)) this.showWaiting(moment, at);
    else this.said.textContent = this.summaryOf(moment);
  }

  /** @param {import("./moment.js").Moment} moment */
  summaryOf(moment) {
    const { story } = this;
    if (story.head.holds === "two queues") return FRONTIERS["two queues"][1];
    if (story.head.holds !== "one") return "This strategy records only its solutions.";
    const [conflicts] = moment.last >= 0 ? story.why(moment.last) : [];
    return conflicts === undefined ? FRONTIERS.one[1] : `${plural(conflicts, "variable")} ${conflicts === 1 ? "is" : "are"} in conflict`;
  }

  // ------------------------------------------------------------- states

  /** The number of cards that fit. It's measured once per size, because measuring lays the page out. */
  get room() {
    this.fit ??= Math.max(3, Math.min(MOST_CARDS, Math.floor((this.list.clientWidth || 600) / CARD)));
    return this.fit;
  }

  /** Forgets the measurements after the lane was resized. */
  resize() {
    this.fit = null;
  }

  /** @param {import("./moment.js").Moment} moment @param {number} at */
  showWaiting(moment, at) {
    const { holds } = this.story.head;
    const states = this.story.waiting(at, this.room);
    const more = moment.waiting - states.length;
    this.said.textContent = `${plural(Math.max(0, moment.waiting), "state")} waiting: `
      + `${FRONTIERS[holds][1]}${more > 0 ? ` (${grouped(more)} more not shown)` : ""}`;
    this.lay(states, (state, i) => this.numbers(state, i === 0 ? "next" : ""));
  }

  /** @param {import("./moment.js").Moment} moment */
  showPath(moment) {
    const { story } = this;
    const path = story.pathTo(moment.state);
    const states = path.slice(-this.room);
    const left = path.length - states.length;
    const window = story.stateOf(moment.state).window;
    const limit = moment.limit === null ? "" : `limit ${plain(moment.limit)}, `;
    const bounds = window ? `α = ${plain(window[0], LEAST)}, β = ${plain(window[1])}, ` : "";
    this.said.textContent = `${limit}${bounds}${plural(path.length, "state")} from the start`
      + `${left > 0 ? ` (the last ${states.length} shown)` : ""}`;
    this.lay(states, (state) => this.numbers(state, state === moment.state ? "here" : ""));
  }

  /** @param {number} state @param {string} note */
  numbers(state, note) {
    const { head } = this.story;
    const { g, rank, window, met } = this.story.stateOf(state);
    const words = [];
    if (head.rank === "f") words.push(`f ${plain(rank)} = ${plain(g)} + ${plain(rank - g)}`);
    else if (head.rank) words.push(`${head.rank} ${plain(rank)}`);
    if (window) words.push(`${plain(window[0])} … ${plain(window[1])}`);
    if (!words.length) words.push(this.story.saying(met).split("\n")[0] || (state ? "" : "start"));
    return { name: `${state}${note ? ` ${note}` : ""}`, words: words.join(" "), marked: Boolean(note) };
  }

  /** Puts small boards into the lane. @param {number[]} states
   * @param {(state: number, i: number) => {name: string, words: string, marked: boolean}} about */
  lay(states, about) {
    const shown = new Map(this.cards.map((card) => [card.state, card]));
    const free = this.cards.filter((card) => !states.includes(card.state));
    const cards = states.map((state) => shown.get(state) ?? free.pop() ?? this.card());
    const same = cards.length === this.laid.length && cards.every((card, i) => card === this.laid[i]);
    if (!same) this.order(cards.map((card) => card.element));
    this.laid = cards;
    this.cards = [...cards, ...free];
    states.forEach((state, i) => this.fillCard(cards[i], state, about(state, i)));
  }

  /** Puts elements in order, moving only those that are out of place. @param {Element[]} elements */
  order(elements) {
    for (const each of [...this.list.children]) if (!elements.includes(each)) each.remove();
    elements.forEach((each, i) => {
      if (this.list.children[i] !== each) this.list.insertBefore(each, this.list.children[i] ?? null);
    });
  }

  card() {
    const picture = new Picture(this.story);
    picture.element.setAttribute("aria-hidden", "true");
    picture.element.removeAttribute("role");
    const words = make("span", { class: "film-card-words" });
    /** @type {any} */
    const card = { picture, words, state: -1, element: null };
    const press = () => this.go(this.story.stateOf(card.state).met + 1);
    const face = make("button", { type: "button", class: "film-card", tabindex: "-1", onclick: press }, [picture.element, words]);
    card.element = make("li", {}, [face]);
    return card;
  }

  /** @param {any} card @param {number} state @param {{name: string, words: string, marked: boolean}} about */
  fillCard(card, state, { name, words, marked }) {
    if (card.state !== state) {
      card.state = state;
      card.picture.show(this.reel.momentOf(state));
    }
    const text = words ? `${name} · ${words}` : name;
    if (card.words.textContent !== text) card.words.textContent = text;
    card.element.classList.toggle("film-marked", marked);
  }

  // ------------------------------------------------------------- variables

  /** @param {import("./moment.js").Moment} moment */
  showVariables(moment) {
    const { story } = this;
    const { last } = moment;
    const step = untried(story, last) ?? moment.chosen[last >= 0 ? story.depth(last) : 0];
    const chosen = step === undefined ? -1 : story.subject(step);
    this.said.textContent = step === undefined ? FRONTIERS.tree[1] : this.chosenWords(moment, step);
    const candidates = this.candidates(moment);
    const shown = candidates.slice(0, MOST_CHIPS);
    while (this.chips.length < shown.length) this.chips.push(this.chip());
    if (this.list.childElementCount !== shown.length) this.list.replaceChildren(...this.chips.slice(0, shown.length));
    shown.forEach((each, i) => this.fillChip(this.chips[i], each, each.x === chosen));
  }

  /** @param {import("./moment.js").Moment} moment @param {number} step a CHOOSE */
  chosenWords(moment, step) {
    const { story } = this;
    const path = moment.choices.slice(-5).map(([, x]) => assignment(story, x, moment.assigned[x]));
    const before = moment.choices.length > 5 ? "… › " : "";
    const stack = path.length ? `   Assigned: ${before}${path.join(" › ")}` : "";
    return `${variable(story, story.subject(step))}: ${reasonFor(story, step)}.${stack}`;
  }

  /** Returns the unassigned variables with their counts, the most constrained first.
   * @param {import("./moment.js").Moment} moment */
  candidates(moment) {
    const { head, rulesOf } = this.story;
    const settles = head.infer && !["none", "forward-checking"].includes(head.infer);
    const open = head.domains.map((domain, x) => domain.length > 1 && moment.assigned[x] < 0
      && !(settles && moment.size(x) === 1));
    const left = head.rules.map(([, scope]) => scope.reduce((sum, x) => sum + Number(open[x]), 0));
    const found = [];
    for (let x = 0; x < open.length; x++) {
      if (!open[x]) continue;
      const size = head.infer === "none" ? moment.legal[x] : moment.size(x);
      found.push({ x, size, degree: rulesOf[x].reduce((sum, rule) => sum + left[rule] - 1, 0) });
    }
    return found.sort((a, b) => a.size - b.size || b.degree - a.degree || a.x - b.x);
  }

  chip() {
    const [name, size, degree] = [make("span"), make("b"), make("small")];
    const element = make("li", { class: "film-chip" }, [name, size, degree]);
    return Object.assign(element, { name, size, degree });
  }

  /** @param {any} chip @param {{x: number, size: number, degree: number}} about @param {boolean} chosen */
  fillChip(chip, { x, size, degree }, chosen) {
    const texts = [variable(this.story, x), size < 0 ? "?" : String(size), String(degree)];
    [chip.name, chip.size, chip.degree].forEach((each, i) => {
      if (each.textContent !== texts[i]) each.textContent = texts[i];
    });
    if (chosen) chip.setAttribute("aria-current", "true");
    else chip.removeAttribute("aria-current");
    chip.title = `${texts[0]}: ${plural(Math.max(0, size), "value")} left, ${degree} unassigned neighbours`;
  }
}

/** The CHOOSE whose variable has no value yet: this step, or the one before the tests that lead to it.
 * @param {import("./story.js").Story} story @param {number} step @returns {number | undefined} */
function untried(story, step) {
  let at = step;
  while (at > 0 && story.kind(at) === KIND.CHECK) at -= 1;
  return at >= 0 && story.kind(at) === KIND.CHOOSE ? at : undefined;
}

/** The values of the variables in the pseudocode. @param {import("./story.js").Story} story
 * @param {import("./moment.js").Moment} moment @returns {[string, string][]} */
export function liveValues(story, moment) {
  const { face, holds, rank } = story.head;
  const step = moment.last;
  if (step < 0) return [];
  /** @type {[string, string][]} */
  const found = [];
  if (holds === "tree") {
    const open = untried(story, step);
    const chosen = open ?? moment.chosen[story.depth(step)];
    const tried = moment.choices[moment.choices.length - 1];
    if (chosen !== undefined) found.push(["x", variable(story, story.subject(chosen))]);
    else if (tried) found.push(["x", variable(story, tried[1])]);
    if (tried && open === undefined) found.push(["v", assignment(story, tried[1], moment.assigned[tried[1]]).split(" = ").pop() ?? ""]);
    found.push(["assigned", String(moment.choices.length)]);
    return found;
  }
  if (face === "game" || moment.state >= 0) {
    const { depth, g, window } = story.stateOf(moment.state);
    found.push(["s", String(moment.state)], ["depth", String(depth)]);
    if (rank === "f") {
      const total = story.stateOf(moment.state).rank;
      found.push(["g", plain(g)], ["h", plain(total - g)], ["f", plain(total)]);
    } else if (rank) found.push([rank, plain(story.stateOf(moment.state).rank)]);
    if (window) found.push(["α", plain(window[0], LEAST)], ["β", plain(window[1])]);
    if (moment.limit !== null && holds === "path") found.push(["limit", plain(moment.limit)]);
    if (story.kind(step) === KIND.VALUE) found.push(["value", worth(story, story.value(step))]);
    if (["queue", "stack", "priority queue"].includes(holds)) found.push(["|frontier|", String(Math.max(0, moment.waiting))]);
  }
  return found;
}

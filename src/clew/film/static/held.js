// @ts-check
/** Shows the algorithm's data: the waiting states, the path, or the variables with their counts. */
import { make } from "./dom.js";
import { FRONTIERS, candidates, choiceOf, choiceWords, heldTitle, isWay, laneOf } from "./lane.js";
import { WAITING } from "./nodes.js";
import { Picture } from "./picture.js";
import { plural, variable } from "./words.js";

const CARD = 92; // about the width of a small board with its numbers
const MOST_CARDS = 24;
const MOST_CHIPS = 60;

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
    this.list.hidden = story.head.holds === "one" || !story.head.told;
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
    const { holds } = this.story.head;
    if (holds === "tree") this.showVariables(moment);
    else if (isWay(this.story) || WAITING.includes(holds)) this.showCards(moment, at);
    else this.said.textContent = this.summaryOf(moment);
  }

  /** @param {import("./moment.js").Moment} moment */
  summaryOf(moment) {
    const { story } = this;
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
  showCards(moment, at) {
    const { words, cards } = laneOf(this.story, moment, at, this.room);
    this.said.textContent = words;
    this.lay(cards);
  }

  /** Puts small boards into the lane. @param {import("./lane.js").Card[]} wanted */
  lay(wanted) {
    const states = wanted.map(({ node }) => node);
    const shown = new Map(this.cards.map((card) => [card.state, card]));
    const free = this.cards.filter((card) => !states.includes(card.state));
    const cards = states.map((state) => shown.get(state) ?? free.pop() ?? this.card());
    const same = cards.length === this.laid.length && cards.every((card, i) => card === this.laid[i]);
    if (!same) this.order(cards.map((card) => card.element));
    this.laid = cards;
    this.cards = [...cards, ...free];
    wanted.forEach((each, i) => this.fillCard(cards[i], each));
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
    const bead = make("b", { class: "film-number" });
    /** @type {any} */
    const card = { picture, words, bead, state: -1, element: null };
    const press = () => this.go(this.story.stateOf(card.state).met + 1);
    card.face = make("button", { type: "button", class: "film-card", tabindex: "-1", onclick: press }, [
      make("span", { class: "film-card-head" }, [bead]), picture.element, words,
    ]);
    card.element = make("li", {}, [card.face]);
    return card;
  }

  /** @param {any} card @param {import("./lane.js").Card} about */
  fillCard(card, { node, note, words, kind }) {
    if (card.state !== node) {
      card.state = node;
      card.picture.show(this.reel.momentOf(node));
      card.bead.textContent = String(node);
    }
    const text = [note, words].filter(Boolean).join(" · ");
    if (card.words.textContent !== text) card.words.textContent = text;
    card.face.dataset.kind = kind;
    if (kind === "here") card.face.setAttribute("aria-current", "true");
    else card.face.removeAttribute("aria-current");
  }

  // ------------------------------------------------------------- variables

  /** @param {import("./moment.js").Moment} moment */
  showVariables(moment) {
    const { story } = this;
    const step = choiceOf(story, moment);
    const chosen = step === undefined ? -1 : story.subject(step);
    this.said.textContent = step === undefined ? FRONTIERS.tree[1] : choiceWords(story, moment, step);
    const shown = candidates(story, moment).slice(0, MOST_CHIPS);
    while (this.chips.length < shown.length) this.chips.push(this.chip());
    if (this.list.childElementCount !== shown.length) this.list.replaceChildren(...this.chips.slice(0, shown.length));
    shown.forEach((each, i) => this.fillChip(this.chips[i], each, each.x === chosen));
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
    chip.title = `${texts[0]}: ${plural(Math.max(0, size), "value")} left, ${plural(degree, "constraint link")} to unassigned variables`;
  }
}

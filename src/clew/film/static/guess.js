// @ts-check
/** Guess: asks what comes next before each choice of the search. Right skips a question, Escape ends them. */
import { make } from "./dom.js";
import { KIND, WAITING } from "./nodes.js";
import { assignment, quoted, rankWords, state, variable } from "./words.js";

const OFFERED = 4;

export class Guesser {
  /** @param {import("./player.js").Player} player */
  constructor(player) {
    this.player = player;
    this.on = false;
    this.asking = false;
    this.right = this.asked = 0;
    this.answered = -1; // the step of the last question
    player.picture.element.addEventListener("click", (/** @type {any} */ event) => {
      const cell = event.target.closest("[data-at]");
      if (this.asking && cell) this.guess(Number(cell.dataset.at));
    });
  }

  /** Tests whether the film has choices to ask about. */
  possible() {
    const { story } = this.player;
    const cells = story.kinds.has(KIND.TRY) && story.head.variables;
    return Boolean(cells) || (story.kinds.has(KIND.EXPAND) && story.states.size > 2);
  }

  /** @param {number} step */
  isChoice(step) {
    const { story } = this.player;
    const kind = story.kind(step);
    if (kind === KIND.EXPAND) return this.waiting(step).length > 1;
    return kind === KIND.TRY && story.cellOf(story.subject(step), story.value(step)) >= 0;
  }

  /** Returns the state that a step expands, and some others that were waiting. @param {number} step */
  waiting(step) {
    const { story } = this.player;
    const found = [story.subject(step)];
    if (WAITING.includes(story.head.holds)) {
      const others = story.waiting(step, OFFERED).filter((state) => state !== found[0]);
      return [...found, ...others.slice(0, OFFERED - 1)];
    }
    for (let later = step + 1; later < story.length && later < step + 400 && found.length < OFFERED; later++) {
      if (story.kind(later) !== KIND.EXPAND) continue;
      const parent = story.states.get(story.value(later));
      if (parent !== undefined && parent.met < step && parent.taken < step) found.push(story.subject(later));
    }
    return found;
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    this.right = this.asked = 0;
    this.answered = -1;
    this.dismiss();
    this.player.say(on ? "Guess is on: before each choice, guess what comes next." : "Guess is off.");
    if (on) this.tell("Press play or step on. Before each choice, guess what comes next. Right skips a question, Esc ends them.");
    else this.player.question.replaceChildren();
  }

  /** Returns the first step from `at` to `target` to ask about, or null. @param {number} at
   * @param {number} target */
  next(at, target) {
    if (!this.on) return null;
    for (let step = at; step < Math.min(target, this.player.story.length); step++) {
      if (step !== this.answered && this.isChoice(step)) return step;
    }
    return null;
  }

  /** Asks about the next step. */
  ask() {
    const { story, at, question } = this.player;
    this.asking = true;
    if (story.kind(at) === KIND.EXPAND) this.offer();
    else this.askForCell();
    this.player.say(question.textContent);
  }

  askForCell() {
    const { question, story, at } = this.player;
    const id = "film-guess";
    const places = story.head.variables;
    const input = make("input", { id, type: "text", size: 6, autocomplete: "off", placeholder: "r1c1" });
    const whose = places && places.byValue ? ` for ${variable(story, story.subject(at))}` : "";
    const send = (/** @type {Event} */ event) => { event.preventDefault(); this.typed(input.value); };
    const form = make("form", { onsubmit: send }, [
      make("label", { for: id }, [`Which cell is next${whose}? Click it or type it: `]),
      input, make("button", { type: "submit", class: "film-button" }, ["Guess"]),
    ]);
    question.replaceChildren(form, make("p", { class: "film-score" }, [this.score()]));
    input.focus();
  }

  /** Offers some of the waiting states, in an order that doesn't give the answer away. */
  offer() {
    const { question, story, at } = this.player;
    const states = this.waiting(at).sort((a, b) => a - b);
    const right = story.subject(at);
    const buttons = states.map((each) => make("button", {
      type: "button", class: "film-button", onclick: () => this.judge(each === right),
    }, [this.called(each)]));
    const score = make("p", { class: "film-score" }, [this.score()]);
    question.replaceChildren(make("p", {}, ["Which node does the search expand next?"]), ...buttons, score);
    buttons[0].focus();
  }

  /** @param {number} number of a state */
  called(number) {
    const { story } = this.player;
    const { met, parent, g, rank } = story.stateOf(number);
    const said = story.saying(met).split("\n")[0];
    const from = parent >= 0 ? ` (from node ${parent}${said ? ` via ${quoted(said)}` : ""})` : "";
    return `node ${number}${from}${rankWords(story, story.head.rank ? [g, rank] : [])}`;
  }

  /** @param {string} text */
  typed(text) {
    const found = /^\s*r?(\d+)\s*[c,]\s*(\d+)\s*$/i.exec(text);
    const { rows, cols } = this.player.story.head.board;
    if (!found || Number(found[1]) > rows || Number(found[2]) > cols || !Number(found[1]) || !Number(found[2])) {
      this.player.say(`${text ? `${text} isn't a cell of this board` : "Type a cell"}, such as r1c1.`);
      return;
    }
    this.guess((Number(found[1]) - 1) * cols + Number(found[2]) - 1);
  }

  /** @param {number} cell */
  guess(cell) {
    const { story, at } = this.player;
    this.judge(cell === story.cellOf(story.subject(at), story.value(at)));
  }

  /** Shows what comes next, and whether the guess was right. @param {boolean} right */
  judge(right) {
    const { player } = this;
    this.asking = false;
    this.asked += 1;
    this.right += Number(right);
    const step = player.at;
    this.answered = step;
    const came = player.story.kind(step) === KIND.EXPAND ? state(player.story, step)
      : assignment(player.story, player.story.subject(step), player.story.value(step));
    player.go(step + 1);
    const words = `${right ? "✓ Right" : "✗ No"}: it was ${came}. ${this.score()}`;
    this.tell(words);
    player.say(words);
    player.playButton.focus();
  }

  score() {
    return this.asked ? `You guessed ${this.right} of ${this.asked}.` : "";
  }

  /** @param {string} words */
  tell(words) {
    this.player.question.replaceChildren(make("p", {}, [words]));
  }

  /** Leaves the open question unanswered, and doesn't ask it again. */
  skip() {
    if (this.asking) this.answered = this.player.at;
  }

  /** Withdraws the open question. */
  dismiss() {
    if (!this.asking) return;
    this.asking = false;
    if (this.player.question.contains(document.activeElement)) this.player.playButton.focus({ preventScroll: true });
    this.tell(this.score());
  }
}

// @ts-check
/** The text below the board: the step as a sentence, its details, a question, the board in words. */
import { button, SPEEDS } from "./deck.js";
import { KIND, NOBODY } from "./nodes.js";
import { beaded, make } from "./dom.js";
import { describe, ending, plural, summary, warning } from "./words.js";

/** The kinds of steps with a colour of their own. @type {Object<number, string>} */
const KINDS = { [KIND.CUT]: "cut", [KIND.FAIL]: "dead", [KIND.STUCK]: "dead", [KIND.ANSWER]: "solved" };
const MOST_DETAILS = 200; // the maximum number of details to list for a step
const QUICK = SPEEDS[3]; // in steps per second; at higher speeds, details would only flicker

export class Talk {
  /** @param {import("./player.js").Player} player */
  constructor(player) {
    this.player = player;
    this.words = make("span");
    this.bead = make("span", { class: "film-bead" });
    this.line = make("p", { class: "film-words" }, [this.bead, this.words]);
    this.inside = make("details", { class: "film-inside", ontoggle: () => this.listDetails() });
    this.question = make("div", { class: "film-question" });
    this.told = make("div", { class: "film-told", hidden: "" });
    this.readButton = button("In words", "The board in words (R)", () => this.read());
    this.readButton.setAttribute("aria-expanded", "false");
    this.element = make("div", { class: "film-talk" }, [this.inside, this.question, this.told]);
    /** @type {number[]} */
    this.steps = [];
  }

  /** @param {number[]} steps the steps to show together */
  show(steps) {
    this.steps = steps;
    this.words.textContent = this.sentence(steps);
    beaded(this.bead, steps.length ? this.player.story.node(steps[0]) : NOBODY);
    this.line.dataset.kind = steps.length ? KINDS[this.player.story.kind(steps[0])] ?? "" : "";
    this.showInside();
    this.showTold();
  }

  /** @param {number[]} steps */
  sentence(steps) {
    const { story, at, opened } = this.player;
    const done = story.end && at >= story.length;
    if (at === 0) return done && !story.length ? ending(story) : `Before the first step.${warning(story)}`;
    const [first] = steps;
    const more = opened ? "" : summary(story, story.folded(first) ? first : first + 1, at);
    const said = story.folded(first) && !opened ? "Apply the givens:" : describe(story, first);
    return [said, more, done ? ending(story) : ""].filter(Boolean).join(" ");
  }

  /** Shows how many details are folded into the step. */
  showInside() {
    const { at, playing, speed } = this.player;
    const hidden = this.steps.length < 2 || (playing && SPEEDS[speed] > QUICK);
    this.inside.hidden = hidden;
    if (hidden || this.inside.dataset.at === `${at}`) return;
    this.inside.dataset.at = `${at}`;
    this.inside.replaceChildren(make("summary", {}, [plural(this.steps.length - 1, "detail")]));
    this.listDetails();
  }

  listDetails() {
    if (!this.inside.open || this.inside.childElementCount > 1) return;
    const items = this.steps.slice(1, 1 + MOST_DETAILS).map((step) => make("li", {}, [describe(this.player.story, step)]));
    this.inside.append(make("ol", { tabindex: "0", "aria-label": "Details" }, items));
  }

  /** Shows and reads out the board in words, or hides the words. */
  read() {
    this.told.hidden = !this.told.hidden;
    this.readButton.setAttribute("aria-expanded", String(!this.told.hidden));
    this.showTold();
    if (!this.told.hidden) this.player.say(this.player.picture.rows().join(" "));
  }

  showTold() {
    if (this.told.hidden) return;
    this.told.replaceChildren(...this.player.picture.rows().map((row) => make("p", {}, [row])));
  }
}

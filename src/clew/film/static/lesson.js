// @ts-check
/** Guides a student through a lesson: stops the film, shows text and asks questions. */
import { button } from "./deck.js";
import { make } from "./dom.js";

/**
 * @typedef {{at: number, words: string, question: string, answers: string[], right: number, because: string}} Pause
 * @typedef {{id: string, strategy: string, max_steps: number, pauses: Pause[]}} Scene
 * @typedef {{title: string, about: string, scenes: Scene[]}} Lesson
 */

export class Guide {
  /** @param {Lesson} lesson @param {(scene: number) => void} open shows the film of a scene */
  constructor(lesson, open) {
    this.lesson = lesson;
    this.open = open;
    this.scene = 0;
    this.shown = -1; // the pause that is shown
    /** @type {Set<string>} the answered questions */
    this.answered = new Set();
    this.right = this.asked = 0;
    /** @type {import("./player.js").Player | null} */
    this.player = null;
    this.talk = make("div", { role: "status", "aria-live": "polite" });
    this.title = make("strong");
    this.score = make("span", { class: "film-score" });
    this.element = make("section", { class: "film-lesson", "aria-label": "Lesson" }, [
      make("p", { class: "film-lesson-line" }, [this.title, this.score]), this.talk,
    ]);
  }

  get pauses() {
    return this.lesson.scenes[this.scene].pauses;
  }

  /** Guides the reader through the film of a scene. @param {import("./player.js").Player} player @param {number} scene */
  attach(player, scene) {
    this.player = player;
    this.scene = scene;
    this.shown = -1;
    player.guide = this;
    this.talk.replaceChildren();
    player.stops = (at, target) => this.pauses.find((each) => each.at > at && each.at <= target)?.at ?? null;
    player.root.prepend(this.element);
    this.title.textContent = `${this.lesson.title}: film ${scene + 1} of ${this.lesson.scenes.length}`;
    this.show(player.at);
  }

  /** Shows the pause at a place of the film. @param {number} at */
  show(at) {
    const found = this.pauses.findIndex((each) => each.at === at);
    if (found === this.shown && this.talk.childElementCount) return;
    this.shown = found;
    this.score.textContent = this.asked ? `${this.right} of ${this.asked} right` : "";
    if (found < 0) this.talk.replaceChildren(this.row([this.onward()]));
    else this.tell(this.pauses[found], found);
  }

  /** @param {Pause} pause @param {number} number */
  tell(pause, number) {
    const key = `${this.scene}:${number}`;
    const parts = [make("p", {}, [pause.words])];
    if (pause.question && !this.answered.has(key)) {
      parts.push(make("p", {}, [make("b", {}, [pause.question])]), this.row(pause.answers.map((text, i) =>
        button(text, text, () => this.judge(pause, key, i)))));
    } else {
      if (pause.question) parts.push(make("p", {}, [make("b", {}, [pause.question]), ` ${pause.answers[pause.right]}. ${pause.because}`]));
      parts.push(this.row([this.onward()]));
    }
    this.talk.replaceChildren(...parts);
  }

  /** @param {Node[]} children */
  row(children) {
    return make("div", { class: "film-row" }, children);
  }

  /** @param {Pause} pause @param {string} key @param {number} given */
  judge(pause, key, given) {
    this.answered.add(key);
    this.asked += 1;
    this.right += Number(given === pause.right);
    const verdict = given === pause.right ? "✓ Right." : `✗ Not quite. The answer is: ${pause.answers[pause.right]}.`;
    this.score.textContent = `${this.right} of ${this.asked} right`;
    const on = this.onward();
    this.talk.replaceChildren(make("p", {}, [make("b", {}, [pause.question])]),
      make("p", {}, [make("b", {}, [verdict]), ` ${pause.because}`]), this.row([on]));
    on.focus();
  }

  /** Makes the button that leads to the next pause, the next film, or back to the first. */
  onward() {
    const { player } = this;
    const left = player && this.pauses.some((each) => each.at > player.at);
    if (left || !player || !player.story.end) return button("Continue", "Continue to the next pause", () => this.go());
    const next = this.scene + 1;
    if (next < this.lesson.scenes.length) return button("Next film", "Open the next film of the lesson", () => this.open(next));
    return button("Start again", "Start the lesson again", () => this.open(0));
  }

  /** Plays to the next pause. */
  go() {
    const { player } = this;
    if (!player) return;
    const next = this.pauses.find((each) => each.at > player.at);
    const far = next ? next.at - player.at : 0;
    if (far > 60) player.setSpeed(Math.max(player.speed, far > 400 ? 8 : 7));
    player.play();
    player.playButton.focus();
  }
}

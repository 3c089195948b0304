// @ts-check
/** The panels: board, tree, code and frontier. On a narrow screen, all except the board are tabs. */
import { button, panel } from "./deck.js";
import { make } from "./dom.js";
import { heldTitle } from "./held.js";

const TABS = [["tree", "Tree"], ["code", "Code"], ["held", "Frontier"]];

export class Stage {
  /** @param {import("./player.js").Player} player */
  constructor(player) {
    const { root, story, code, talk } = player;
    this.player = player;
    root.classList.add("film");
    root.dataset.tab = "tree";
    this.treePanel = panel("tree-panel", "Search tree", player.view.parts);
    this.tabs = TABS.map(([name, text]) => {
      const tab = button(text, `Show: ${text}`, () => this.turnTo(name), "film-tab");
      tab.dataset.tab = name;
      tab.setAttribute("aria-pressed", String(name === "tree"));
      return tab;
    });
    this.element = make("div", { class: "film-panels" }, [
      panel("board-panel", "Board", [make("div", { class: "film-tools" }, [talk.readButton]),
        make("div", { class: "film-canvas-board" }, [player.picture.element]), talk.element]),
      this.treePanel,
      panel("code-panel", `Pseudocode: ${story.head.called}`, [code.list, code.values, code.counters]),
      panel("held-panel", heldTitle(story), [player.held.element]),
      make("div", { class: "film-tabs", role: "group", "aria-label": "Panels" }, this.tabs),
    ]);
  }

  /** @param {string} name */
  turnTo(name) {
    this.player.root.dataset.tab = name;
    for (const tab of this.tabs) tab.setAttribute("aria-pressed", String(tab.dataset.tab === name));
    this.player.recolour();
  }

  get hasTree() {
    return !this.treePanel.hidden;
  }

  /** @param {boolean} shown */
  showTree(shown) {
    this.treePanel.hidden = !shown;
    this.element.classList.toggle("film-flat", !shown);
  }
}

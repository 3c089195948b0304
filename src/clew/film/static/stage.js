// @ts-check
/** The panels: board, tree, code and frontier. On a narrow screen, all except the board are tabs. */
import { button, panel } from "./deck.js";
import { make } from "./dom.js";
import { heldTitle } from "./lane.js";

const VIEWPOINT = "All values are those of MAX, who moves at the start and looks for every best move.";
const TABS = [["tree", "Tree"], ["code", "Code"], ["held", "Frontier"]];

export class Stage {
  /** @param {import("./player.js").Player} player */
  constructor(player) {
    const { root, story, code, talk } = player;
    this.player = player;
    const isGame = story.head.face === "game";
    root.classList.add("film");
    root.dataset.tab = "tree";
    this.treePanel = panel("tree-panel", isGame ? "Game tree" : "Search tree", player.view.parts, isGame ? VIEWPOINT : "");
    this.tabs = TABS.map(([name, text]) => {
      const tab = button(text, `Show: ${text}`, () => this.turnTo(name), "film-tab");
      tab.dataset.tab = name;
      tab.setAttribute("aria-pressed", String(name === "tree"));
      return tab;
    });
    this.showsNetwork = false;
    this.boardBox = make("div", { class: "film-canvas-board" }, [player.picture.element]);
    this.netButton = button("Network", "The constraint network instead of the board (N)", () => this.turnNetwork());
    this.netButton.setAttribute("aria-pressed", "false");
    this.element = make("div", { class: "film-panels" }, [
      talk.line,
      panel("board-panel", "Board", [
        make("div", { class: "film-tools" }, [...(player.network ? [this.netButton] : []), talk.readButton]),
        this.boardBox, talk.element,
      ]),
      this.treePanel,
      panel("code-panel", story.head.called, [code.list, code.head, code.values, code.counters]),
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

  /** Shows the constraint network instead of the board, or the board again. */
  turnNetwork() {
    const { network, picture } = this.player;
    if (!network) return;
    this.showsNetwork = !this.showsNetwork;
    this.boardBox.replaceChildren(this.showsNetwork ? network.element : picture.element);
    this.netButton.setAttribute("aria-pressed", String(this.showsNetwork));
    this.player.show();
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

// The page's address: opens the game in it, keeps it up to date, and saves the progress.

import { byId, h } from "../dom.js";
import { keep, latest } from "../progress.js";
import { keep as store } from "../settings.js";
import { record } from "../stats.js";
import { toast } from "./dialogs.js";
import { made } from "./fresh.js";
import { sentence } from "./hinting.js";

/** The number of cells of the largest board that "Carry on" shows. */
const MOST = 400;
/** The key under which the browser's other tabs learn about a move. */
const TABS = "clew.table";

export class Address {
  /**
   * @param {import("./table.js").Table} table
   * @param {Promise<any[]>} catalogue
   * @param {{trouble: (words: string, ...more: Node[]) => void, next: () => void, focus: () => void}} page
   */
  constructor(table, catalogue, page) {
    this.table = table;
    this.catalogue = catalogue;
    this.page = page;
    /** The fragment for the game on the table. */
    this.here = "";
    addEventListener("hashchange", () => location.hash !== this.here && this.open());
    document.addEventListener("visibilitychange", () => document.hidden && this.remember());
    addEventListener("storage", (event) => event.key === TABS && event.newValue && this.follow(event.newValue));
  }

  async share() {
    const link = new URL(await this.table.fragment(), location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      toast("Link copied");
    } catch {
      history.replaceState(null, "", link);
      this.here = location.hash;
      toast("Copy the link from the address bar");
    }
  }

  /** Opens a puzzle, with a new entry in the browser's history. @param {string} id */
  async openId(id) {
    this.page.trouble("");
    try {
      if (!(await this.table.open({ id }))) return;
      const fragment = await this.table.fragment();
      history.pushState(null, "", fragment);
      this.here = location.hash;
      this.page.focus();
    } finally {
      this.page.next();
    }
  }

  /** Makes a puzzle and opens it. @param {any} wanted its kind, and optionally size and level */
  async makeNew(wanted) {
    const { id } = await made(wanted);
    if (await this.table.open({ saved: { ...(await this.table.begin(id)), from: wanted } })) {
      history.replaceState(null, "", await this.table.fragment());
      this.here = location.hash;
    }
  }

  /** Makes another puzzle like the one on the table, or restarts it if its kind has no maker. @param {any} kind */
  async another(kind) {
    this.page.trouble("");
    const { levels } = kind?.make ?? {};
    const level = byId("level").textContent;
    const like = levels?.includes(level) ? { level } : {};
    try {
      if (kind?.make) await this.makeNew(this.table.from ?? { kind: this.table.kind, ...like });
      else await this.table.act("restart");
    } catch (error) {
      this.page.trouble(sentence(/** @type {Error} */ (error).message));
    }
  }

  /** Opens the game in the address. If there's none, opens the latest game or an initial puzzle. */
  async open() {
    this.page.trouble("");
    this.here = location.hash;
    try {
      const asked = /^#new=([\w-]+)(?::(\w*))?(?:,level=([\w-]+))?$/.exec(this.here);
      if (asked) {
        const [, kind, size, level] = asked;
        await this.makeNew({ kind, ...(size ? { size } : {}), ...(level ? { level } : {}) });
      } else if (this.here.length > 1) await this.table.openFragment(this.here);
      else await this.openLatest();
    } catch (error) {
      const words = sentence(/** @type {Error} */ (error).message);
      this.page.trouble(words, h("a", { href: "./" }, "Choose a puzzle from the gallery"));
      this.page.next();
    }
  }

  /** Opens the latest game if it still works, or else an initial puzzle. */
  async openLatest() {
    const kinds = await this.catalogue;
    const saved = await latest(kinds);
    const first = { id: kinds[0].examples[0].id };
    return saved ? this.table.open({ saved }).catch(() => this.table.open(first)) : this.table.open(first);
  }

  /** Shows what another tab has done on the same puzzle. @param {string} news */
  async follow(news) {
    const { id, fragment } = JSON.parse(news);
    const { view } = this.table;
    if (view?.id !== id || location.hash === fragment || this.table.asked) return;
    this.here = fragment;
    history.replaceState(null, "", fragment);
    await this.table.openFragment(fragment);
  }

  /** Writes the game to the address, saves the progress, and tells other tabs. */
  async remember() {
    const { saved, view } = this.table;
    if (!saved) return;
    const fragment = await this.table.fragment();
    if (this.table.saved !== saved || location.hash !== this.here) return;
    history.replaceState(null, "", fragment);
    if (location.hash === this.here) return;
    this.here = location.hash;
    store(TABS, JSON.stringify({ id: view.id, fragment: this.here }));
    if (view.played?.length || view.over) {
      const done = view.over && !this.table.helped;
      const stand = { solved: done, seconds: this.table.whole(), kind: this.table.kind };
      if (view.over) record(this.table, byId("level").textContent || "");
      keep(view.id, view.over ? stand : { ...stand, saved: this.table.all(), ...(view.board.cells.length <= MOST ? { board: view.board } : {}) });
    }
  }
}

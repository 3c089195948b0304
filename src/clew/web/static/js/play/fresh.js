// A new puzzle: made at a size and level where there is a maker, else chosen or typed.

import { post } from "../api.js";
import { h } from "../dom.js";
import { byFame, kindName } from "../names.js";

/** @param {string[]} values @param {string} [chosen] @param {(value: string) => string} [name] */
function options(values, chosen, name = String) {
  return values.map((value) => h("option", { value, selected: value === chosen }, name(value)));
}

/** @param {string} label @param {HTMLElement} control @param {boolean} [wide] */
const field = (label, control, wide = false) =>
  h("label", { class: wide ? "field wide" : "field" }, label, control);

export class Fresh {
  /** @param {HTMLFormElement} form @param {any[]} kinds @param {(id: string) => Promise<any>} open */
  constructor(form, kinds, open) {
    this.form = form;
    this.kinds = [...kinds].sort(byFame);
    this.open = open;
    this.kind = "sudoku";
    form.addEventListener("submit", (event) => (event.preventDefault(), this.go()));
  }

  /** @param {string} kind */
  show(kind) {
    if (this.form.childElementCount && kind === this.kind) return;
    this.kind = kind;
    const chosen = this.kinds.find((each) => each.name === kind);
    const picker = h("select", { onchange: () => this.show(/** @type {any} */ (picker).value) },
      ...options(this.kinds.map((each) => each.name), kind, kindName));
    this.error = h("p", { class: "error", role: "alert", hidden: true });
    this.button = h("button", { class: "primary", type: "submit" }, chosen?.make ? "New puzzle" : "Open");
    this.form.replaceChildren(field("Kind", picker, true),
      ...(chosen?.make ? this.making(chosen.make) : this.choosing(chosen)), this.error, this.button);
  }

  /** @param {{sizes: any[], levels: string[]}} make */
  making(make) {
    this.size = h("select", {}, ...options(make.sizes.map(String), make.sizes.map(String).includes("9") ? "9" : undefined));
    this.level = h("select", {}, h("option", { value: "" }, "any"), ...options(make.levels || []));
    this.typed = this.example = null;
    return [field("Size", this.size), field("Level", this.level)];
  }

  /** @param {any} chosen */
  choosing(chosen) {
    this.size = this.level = null;
    const examples = chosen?.examples || [];
    this.example = h("select", {}, ...examples.map((/** @type {any} */ each) =>
      h("option", { value: each.id }, each.title || each.id)));
    this.typed = h("input", { type: "text", placeholder: examples[0]?.id.split(":").slice(1).join(":") || "", autocomplete: "off", spellcheck: "false" });
    return [field("Example", this.example, true), field("or your own", this.typed, true),
      h("p", { class: "soft small" }, chosen?.form ? `Written as: ${chosen.form}` : "")];
  }

  async go() {
    this.error.hidden = true;
    this.button.disabled = true;
    try {
      await this.open(await this.id());
    } catch (error) {
      this.error.textContent = /** @type {Error} */ (error).message;
      this.error.hidden = false;
    } finally {
      this.button.disabled = false;
    }
  }

  async id() {
    if (!this.size) {
      const typed = this.typed?.value.trim();
      return typed ? (typed.startsWith(`${this.kind}:`) ? typed : `${this.kind}:${typed}`) : this.example.value;
    }
    const body = { kind: this.kind, size: this.size.value, ...(this.level.value ? { level: this.level.value } : {}) };
    const { puzzles } = await post("/api/make", body);
    return puzzles[0].id;
  }
}

// The form for a new puzzle: one of the chosen size and level, an example, or your own.

import { post } from "../api.js";
import { byId, h } from "../dom.js";
import { kindName } from "../names.js";

/** After this many milliseconds, the page shows that it's making a puzzle. */
const SOON = 400;

/** Makes a new puzzle. If that takes a while, the page shows a button to stop it. @param {any} wanted its kind, and optionally size and level */
export async function made(wanted) {
  const stop = new AbortController();
  const place = byId("making");
  const told = setTimeout(() => {
    place.replaceChildren(`Making a new ${kindName(wanted.kind)} … `, h("button", { type: "button", onclick: () => stop.abort() }, "Stop"));
    place.hidden = false;
  }, SOON);
  try {
    return (await post("/api/make", wanted, stop.signal)).puzzles[0];
  } catch (error) {
    throw stop.signal.aborted ? new Error("Stopped. No new puzzle was made.") : error;
  } finally {
    clearTimeout(told);
    place.hidden = true;
  }
}

/** @param {string[]} values @param {(value: string) => string} [name] */
const options = (values, name = String) => values.map((value) => h("option", { value }, name(value)));

/** @param {string} label @param {HTMLElement} control @param {boolean} [wide] */
const field = (label, control, wide = false) =>
  h("label", { class: wide ? "field wide" : "field" }, label, control);

export class Fresh {
  /** @param {HTMLFormElement} form @param {any[]} kinds @param {(id: string) => Promise<any>} open */
  constructor(form, kinds, open) {
    this.form = form;
    this.kinds = kinds;
    this.open = open;
    this.kind = "";
    this.error = this.size = this.level = this.example = this.typed = h("span");
    form.addEventListener("submit", (event) => (event.preventDefault(), this.go(() => this.wanted())));
  }

  /** @param {string} kind */
  show(kind) {
    if (kind === this.kind) return;
    this.kind = kind;
    const chosen = this.kinds.find((each) => each.name === kind);
    const picker = h("select", { onchange: () => this.show(/** @type {any} */ (picker).value) },
      ...options(this.kinds.map((each) => each.name), kindName));
    /** @type {any} */ (picker).value = kind;
    this.error = h("p", { class: "error", role: "alert", hidden: true });
    const others = this.choosing(chosen);
    this.form.replaceChildren(field("Kind", picker, true), ...(chosen?.make ? this.making(chosen.make) : []),
      this.error, chosen?.make ? h("details", { class: "wide" }, h("summary", {}, "Examples, or your own"),
        h("div", { class: "own" }, ...others)) : h("div", { class: "wide own" }, ...others));
  }

  /** @param {{sizes: any[], levels: string[]}} make */
  making(make) {
    const { sizes, levels } = make;
    this.size = h("select", {}, ...options(sizes.map(String)));
    this.level = h("select", {}, h("option", { value: "" }, "any"), ...options(levels || []));
    return [field("Size", this.size, !levels?.length), levels?.length ? field("Level", this.level) : "",
      h("button", { class: "primary", type: "button", onclick: () => this.go(() => this.made()) }, "Make one")];
  }

  /** @param {any} chosen */
  choosing(chosen) {
    const examples = chosen?.examples || [];
    this.example = h("select", {}, ...examples.map((/** @type {any} */ each) =>
      h("option", { value: each.id }, each.title || each.id)));
    this.typed = h("input", { type: "text", autocomplete: "off", spellcheck: "false",
      placeholder: examples[0]?.id.split(":").slice(1).join(":") || "" });
    return [field("Example", this.example), field("Or type your own", this.typed),
      h("p", { class: "soft small" }, chosen?.form ? `Format: ${chosen.form}` : ""),
      h("button", { type: "submit" }, "Open")];
  }

  /** Finds a puzzle and opens it. Until then, the form is disabled. @param {() => Promise<string> | string} find */
  async go(find) {
    this.error.hidden = true;
    this.form.inert = true;
    this.form.classList.add("busy");
    try {
      await this.open(await find());
    } catch (error) {
      this.error.textContent = /** @type {Error} */ (error).message;
      this.error.hidden = false;
    } finally {
      this.form.inert = false;
      this.form.classList.remove("busy");
    }
  }

  async made() {
    const level = this.level.value ? { level: this.level.value } : {};
    return (await made({ kind: this.kind, size: this.size.value, ...level })).id;
  }

  wanted() {
    const typed = this.typed.value.trim();
    if (!typed) return this.example.value;
    return typed.startsWith(`${this.kind}:`) ? typed : `${this.kind}:${typed}`;
  }
}

// What every page has around it: the header with its menu, the theme, the footer, the live region.

import { h, icon, ICONS, s } from "./dom.js";
import { choose, settings } from "./settings.js";
import { MORE_PAGES } from "./transport.js";

const PAGES = [
  ["./", "Gallery"],
  ["play.html", "Play"],
  ["watch.html", "Watch"],
  ["compare.html", "Compare"],
  ["enter.html", "Enter"],
  ...MORE_PAGES,
  ["print.html", "Print"],
];
const THEMES = ["system", "light", "dark"];

/** A ball of thread. @returns {SVGElement} */
function clew() {
  return s("svg", { viewBox: "0 0 32 32", "aria-hidden": "true", fill: "none", stroke: "currentColor",
    "stroke-width": 2, "stroke-linecap": "round" },
    s("circle", { cx: 15, cy: 15, r: 11 }),
    s("path", { d: "M5 12c6-4 13-3 19 3M4.5 17c6-4 12-3 17 3M7 22c4-2.5 8-2 11 1M12 4.5c5 0 10 4 13 9M25 20c2 3 1 7 5 8" }));
}

/** A button that goes from one theme to the next. */
function themeButton() {
  const button = h("button", { class: "icon quiet", type: "button" }, icon(ICONS.theme));
  const name = () => button.setAttribute("aria-label", `Theme: ${settings.theme}. Change`);
  button.title = "Light, dark, or as the system has it";
  button.addEventListener("click", () => {
    choose({ theme: THEMES[(THEMES.indexOf(settings.theme) + 1) % THEMES.length] });
    name();
    say(`Theme: ${settings.theme}`);
  });
  name();
  return button;
}

/** The name of the page at a path; the gallery's is empty. @param {string} path */
const pageOf = (path) => /** @type {string} */ (path.split("/").pop()).replace(/\.html$/, "").replace("index", "");

/** Fills the page's header and footer. */
function dress() {
  const top = document.querySelector("header.top") || document.body.insertBefore(
    h("header", { class: "top" }), document.body.firstChild);
  const here = pageOf(location.pathname);
  const links = PAGES.map(([path, name]) =>
    h("a", { href: path, "aria-current": pageOf(path) === here ? "page" : null }, name));
  top.replaceChildren(h("div", { class: "inner" },
    h("a", { class: "brand", href: "./", "aria-label": "Clew, to the gallery" }, clew(), "Clew"),
    h("nav", { "aria-label": "Pages" }, ...links),
    themeButton()));
  const main = document.querySelector("main[id]");
  if (main) {
    document.body.prepend(h("a", { class: "skip", href: `#${main.id}`, onclick: skip }, "Skip to the content"));
  }
  document.body.append(h("footer", { class: "foot" }, h("div", { class: "inner" },
    h("span", {}, "Clew: puzzles stated, searched and played."),
    h("a", { href: "about.html" }, "About"),
    h("a", { href: "api/openapi.json" }, "API"))));
  document.body.append(h("div", { id: "live", class: "sr-only", role: "status", "aria-live": "polite" }));
}

/** The fragment holds the state of a page, so skipping only moves the focus. @param {Event} event */
function skip(event) {
  event.preventDefault();
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  main.tabIndex = -1;
  main.focus();
}

let turn = 0;

/** Says something to a screen reader. @param {string} words */
export function say(words) {
  const live = document.getElementById("live");
  // The same words twice are said twice only if the text differs: a blank makes it differ.
  if (live) live.textContent = words + (turn++ % 2 ? " " : "");
}

dress();

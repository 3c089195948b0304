// The frame of every page: the header with its menu, the theme button, the footer and the live region.

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

/** Draws the logo, a ball of thread. @returns {SVGElement} */
function clew() {
  return s("svg", { viewBox: "0 0 32 32", "aria-hidden": "true", fill: "none", stroke: "currentColor",
    "stroke-width": 2, "stroke-linecap": "round" },
    s("circle", { cx: 15, cy: 15, r: 11 }),
    s("path", { d: "M5 12c6-4 13-3 19 3M4.5 17c6-4 12-3 17 3M7 22c4-2.5 8-2 11 1M12 4.5c5 0 10 4 13 9M25 20c2 3 1 7 5 8" }));
}

/** Builds the button that switches to the next theme. */
function themeButton() {
  const button = h("button", { class: "icon quiet", type: "button" }, icon(ICONS.theme));
  const name = () => button.setAttribute("aria-label", `Theme: ${settings.theme}. Change theme`);
  button.title = "Switch theme: system, light or dark";
  button.addEventListener("click", () => {
    choose({ theme: THEMES[(THEMES.indexOf(settings.theme) + 1) % THEMES.length] });
    name();
    say(`Theme: ${settings.theme}`);
  });
  name();
  return button;
}

/** Returns the name of the page at a path, or "" for the gallery. @param {string} path */
const pageOf = (path) => /** @type {string} */ (path.split("/").pop()).replace(/\.html$/, "").replace("index", "");

/** Fills the page's header and footer. */
function dress() {
  const top = document.querySelector("header.top") || document.body.insertBefore(
    h("header", { class: "top" }), document.body.firstChild);
  const here = pageOf(location.pathname);
  const links = PAGES.map(([path, name]) =>
    h("a", { href: path, "aria-current": pageOf(path) === here ? "page" : null }, name));
  top.replaceChildren(h("div", { class: "inner" },
    h("a", { class: "brand", href: "./", "aria-label": "Clew home" }, clew(), "Clew"),
    h("nav", { "aria-label": "Pages" }, ...links),
    themeButton()));
  const main = document.querySelector("main[id]");
  if (main) {
    document.body.prepend(h("a", { class: "skip", href: `#${main.id}`, onclick: skip }, "Skip to content"));
  }
  document.body.append(h("footer", { class: "foot" }, h("div", { class: "inner" },
    h("span", {}, "Clew: puzzles to play, searches to watch."),
    h("a", { href: "about.html" }, "About"),
    h("a", { href: "api/openapi.json" }, "API"))));
  document.body.append(h("div", { id: "live", class: "sr-only", role: "status", "aria-live": "polite" }));
}

/** Moves the focus to the content. The fragment must stay, because it holds the page's state. @param {Event} event */
function skip(event) {
  event.preventDefault();
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  main.tabIndex = -1;
  main.focus();
}

let turn = 0;

/** Announces something to screen readers. @param {string} words */
export function say(words) {
  const live = document.getElementById("live");
  // Screen readers announce only changes, so a repeated message gets an extra space.
  if (live) live.textContent = words + (turn++ % 2 ? " " : "");
}

dress();

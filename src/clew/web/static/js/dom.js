// Small helpers to build elements. Text is always set as text, never as HTML.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, any>} Attributes */
/** @typedef {(Node | string | null | undefined | false)} Child */

/**
 * Sets attributes: `on…` adds a listener, true an empty attribute, null and false nothing.
 * @param {Element} element
 * @param {Attributes} attributes
 */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" && "value" in element) element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Leaves out the children that aren't there. @param {Child[]} children @returns {(Node | string)[]} */
const shown = (children) =>
  children.filter((child) => child instanceof Node || typeof child === "string");

/**
 * Builds an HTML element.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {any}  its type depends on the tag
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  element.append(...shown(children));
  dress(element, attributes);
  return element;
}

/**
 * Builds an SVG element.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, attributes);
  element.append(...shown(children));
  return element;
}

/**
 * Returns the element with that id, which must exist.
 * @param {string} id
 * @returns {any}
 */
export const byId = (id) => document.getElementById(id);

/** Draws a path as a small line icon. @param {string} d @returns {SVGElement} */
export function icon(d) {
  return s(
    "svg",
    {
      viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", "stroke-width": 1.8,
      "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true",
    },
    s("path", { d }),
  );
}

export const ICONS = {
  more: "M5 12h.01M12 12h.01M19 12h.01",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  check: "m5 13 4 4L19 7",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.7.7 1 1.5 1 2.5h6c0-1 .3-1.8 1-2.5A6 6 0 0 0 12 3Z",
  pencil: "M4 20h4L19 9l-4-4L4 16v4ZM13.5 6.5l4 4",
  erase: "M20 20H9l-5-5 9-9 7 7-7 7M8.5 10.5l7 7",
  share: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.700l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.700l1-1",
  print: "M7 9V3h10v6M7 18H4v-7h16v7h-3M7 14h10v7H7z",
  watch: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  settings: "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5",
  restart: "M4 5v5h5M4.6 15A8 8 0 1 0 6 7.5L4 10",
  scramble: "M3 7h3c5 0 7 10 12 10h3M3 17h3c2 0 3.5-1.5 5-3.5M14 9c1.2-1.2 2.5-2 4-2h3M18 4l3 3-3 3M18 14l3 3-3 3",
  solve: "M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.600l2 2M16.4 16.400l2 2M5.6 18.400l2-2M16.4 7.600l2-2",
  pause: "M9 5v14M15 5v14",
  play: "M7 4v16l13-8z",
  theme: "M20 14.500A8.500 8.500 0 1 1 9.500 4a7 7 0 0 0 10.500 10.500z",
  help: "M9 9a3 3 0 1 1 4.5 2.600c-1 .6-1.5 1.2-1.5 2.400M12 18v.01",
  fresh: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6 6 18",
};

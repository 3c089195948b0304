// @ts-check
/** Functions that build elements. */

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element. @param {string} name @param {Object<string, any>} [attributes]
 * @param {(Node | string)[]} [children] @returns {any} */
export function make(name, attributes = {}, children = []) {
  return fill(document.createElement(name), attributes, children);
}

/** An SVG element. @param {string} name @param {Object<string, any>} [attributes]
 * @param {(Node | string)[]} [children] @returns {any} */
export function draw(name, attributes = {}, children = []) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** @param {Element} element @param {Object<string, any>} attributes
 * @param {(Node | string)[]} children */
function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** Puts a node's number into a bead, or hides the bead of a step without one. @param {any} bead @param {number} node */
export function beaded(bead, node) {
  const text = node < 0 ? "" : String(node);
  if (bead.textContent !== text) bead.textContent = text;
  bead.classList.toggle("film-none", node < 0);
}

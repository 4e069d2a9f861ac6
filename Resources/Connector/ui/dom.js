// SPDX-License-Identifier: MIT
// Elements without markup: text from manifests only ever becomes text.

/**
 * @param {string} name a tag, or "tag.class.class"
 * @param {Record<string, unknown>} [attributes] `on…` are listeners, the rest attributes; undefined, null and false are left out
 * @param {(Node | string | null | undefined)[]} children
 * @returns {HTMLElement}
 */
export function element(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const node = document.createElement(tag);
  if (classes.length > 0) node.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

const svgNamespace = "http://www.w3.org/2000/svg";

/**
 * A line drawing of 24 by 24, in the colour of the text around it. It says nothing that the text beside it doesn't.
 *
 * @param {string} path
 */
export function drawing(path) {
  const svg = document.createElementNS(svgNamespace, "svg");
  const attributes = {
    viewBox: "0 0 24 24", width: 20, height: 20, fill: "none", stroke: "currentColor",
    "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true",
  };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value);
  const line = document.createElementNS(svgNamespace, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** What a reader takes for the first letter of a name: marks that stand on it, and parts of an emoji, belong to it. */
const firstLetter = (name) => [...letters.segment(name.trim())][0]?.segment.toLocaleUpperCase() ?? "?";

/**
 * A wallet's icon; an address that is no picture's, or doesn't load, leaves the first letter of its name.
 *
 * @param {{icon?: string, name: string}} manifest
 */
export function walletIcon({ icon, name }) {
  const box = element("span.nc-icon", { "aria-hidden": "true" }, firstLetter(name));
  if (typeof icon !== "string" || !/^(https:|data:image\/|near-connect:)/i.test(icon)) return box;
  const image = element("img", { src: icon, alt: "", decoding: "async" });
  image.addEventListener("load", () => box.replaceChildren(image), { once: true });
  return box;
}

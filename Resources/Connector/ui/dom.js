// SPDX-License-Identifier: MIT
// Elements without markup: text from manifests only ever becomes text.

/** @import { WalletManifest } from "../../Types/wallets.d.ts" */

/**
 * The tag of "tag.class.class".
 *
 * @template {string} Name
 * @typedef {Name extends `${infer Tag}.${string}` ? Tag : Name} TagOf
 */

/**
 * The element of a tag.
 *
 * @template {string} Tag
 * @typedef {Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag] : HTMLElement} ElementOf
 */

/**
 * Makes an element.
 *
 * @template {string} Name
 * @param {Name} name a tag, or "tag.class.class"
 * @param {Record<string, unknown> & {onkeydown?: (event: KeyboardEvent) => void}} [attributes] `on…` are listeners, the
 *   rest attributes;
 *   undefined, null and false are left out
 * @param {(Node | string | null | undefined)[]} children
 * @returns {ElementOf<TagOf<Name>>}
 */
export function element(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const node = document.createElement(tag);
  if (classes.length > 0) node.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return /** @type {ElementOf<TagOf<Name>>} */ (node);
}

const svgNamespace = "http://www.w3.org/2000/svg";

/**
 * Makes a line drawing of 24 by 24, in the colour of the text around it. Screen readers skip it.
 *
 * @param {string} path
 */
export function drawing(path) {
  const svg = document.createElementNS(svgNamespace, "svg");
  const attributes = {
    viewBox: "0 0 24 24", width: 20, height: 20, fill: "none", stroke: "currentColor",
    "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true",
  };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, String(value));
  const line = document.createElementNS(svgNamespace, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The first letter of a name as readers see it, with its marks; an emoji is one letter. @param {string} name */
const firstLetter = (name) => [...letters.segment(name.trim())][0]?.segment.toLocaleUpperCase() ?? "?";

/**
 * Makes a wallet's icon, or the first letter of its name if there is no icon that loads.
 *
 * @param {Pick<WalletManifest, "icon" | "name">} manifest
 */
export function walletIcon({ icon, name }) {
  const box = element("span.nc-icon", { "aria-hidden": "true" }, firstLetter(name));
  if (typeof icon !== "string" || !/^(https:|data:image\/|near-connect:)/i.test(icon)) return box;
  const image = element("img", { src: icon, alt: "", decoding: "async" });
  image.addEventListener("load", () => box.replaceChildren(image), { once: true });
  return box;
}

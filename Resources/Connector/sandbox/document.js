// SPDX-License-Identifier: MIT
// The document of a wallet's frame. The only strings in it that come from outside are in one JSON text without `<`. The script beside it is
// the same text in each frame, so that the engine parses it once.

import { bodyTaker } from "./executor-text.js";
import { guest } from "./guest.js";
import { frameFeatures } from "./permissions.js";

const style = `
:root { color-scheme: light dark; }
html, body { height: 100%; margin: 0; }
body { background: Canvas; color: CanvasText; font: 15px/1.5 system-ui, sans-serif; }
*, *::before, *::after { box-sizing: border-box; }
#root { display: none; height: 100%; align-items: center; justify-content: center; }
.prompt-container { align-items: center; display: flex; flex-direction: column; gap: 12px; max-width: 40ch; padding: 24px; text-align: center; }
.prompt-img { border-radius: 16px; height: 64px; object-fit: cover; width: 64px; }
.prompt-h1 { font-size: 20px; font-weight: 600; margin: 0; }
.prompt-p { margin: 0; opacity: 0.75; }
.prompt-button { appearance: none; background: CanvasText; border: 0; border-radius: 10px; color: Canvas; cursor: pointer; font: inherit; font-weight: 600; margin-top: 12px; min-height: 44px; padding: 0 24px; }
.prompt-button:focus-visible { outline: 2px solid Highlight; outline-offset: 2px; }
`;

const script = `(${guest})(JSON.parse(document.currentScript.previousElementSibling.textContent), "${bodyTaker}");`;

/** JSON that can stand in a script element: no `<` opens or closes anything there. */
const inlineJSON = (value) => JSON.stringify(value).replaceAll("<", "\\u003c");

/**
 * @param {object} start what the guest script is given, see `guest`
 * @param {{cspNonce?: string, scheme?: "light" | "dark"}} options
 * @returns {string}
 */
export function frameDocument(start, { cspNonce = "", scheme }) {
  const nonce = cspNonce.replace(/[^A-Za-z0-9+/=]/g, "");
  const attribute = nonce === "" ? "" : ` nonce="${nonce}"`;
  const colors = scheme === "light" || scheme === "dark" ? `:root { color-scheme: ${scheme}; }` : "";
  return [
    '<!DOCTYPE html><html><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<style${attribute}>${style}${colors}</style></head><body><div id="root"></div>`,
    `<script type="application/json">${inlineJSON(start)}</script><script${attribute}>${script}</script>`,
    "</body></html>",
  ].join("");
}

/**
 * An iframe for that document, not yet in the page.
 *
 * @param {object} manifest
 * @param {string} srcdoc
 * @returns {HTMLIFrameElement}
 */
export function frameElement(manifest, srcdoc) {
  const frame = document.createElement("iframe");
  frame.sandbox = "allow-scripts";
  frame.allow = frameFeatures(manifest.permissions);
  frame.title = manifest.name;
  frame.srcdoc = srcdoc;
  return frame;
}

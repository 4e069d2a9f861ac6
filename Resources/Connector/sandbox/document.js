// SPDX-License-Identifier: MIT
// The document of a wallet's frame. The only strings in it that come from outside are in one JSON text without `<`. The
// script beside it is the same text in each frame, so that the engine parses it once.

/** @import { GuestStart, Surroundings } from "../../Types/connector.d.ts" */
/** @import { SandboxManifest, WalletManifest } from "../../Types/wallets.d.ts" */

import { protocolVersion } from "../version.js";
import { walletKeyPrefix, walletQuota } from "../storage.js";
import { bodyTaker } from "./executor-text.js";
import { guest } from "./guest.js";
import { guestStorage } from "./guest-storage.js";
import { frameFeatures } from "./permissions.js";
import { windowPlace } from "./window-place.js";

/**
 * The style sheet of a frame. Wallets are written for upstream's: a dark page whose `#root` makes everything in it
 * light, with three named colours, and a sheet in the body, since some wallets empty the head.
 */
const style = `
* { font-family: system-ui, sans-serif; }
html, body { background: var(--background-color); box-sizing: border-box; color: var(--text-color); margin: 0; padding: 0; }
#root { align-items: center; background: var(--background-color); display: none; flex-direction: column; height: 100vh; justify-content: center; text-align: center; width: 100vw; }
#root * { box-sizing: border-box; color: var(--text-color); line-height: 1.5; }
.prompt-container { align-items: center; display: flex; flex-direction: column; gap: 12px; max-width: 40ch; padding: 24px; text-align: center; }
.prompt-img { border-radius: 16px; height: 64px; object-fit: cover; width: 64px; }
.prompt-h1 { font-size: 20px; font-weight: 600; margin: 0; }
.prompt-p { margin: 0; opacity: 0.75; }
#root .prompt-button { appearance: none; background: var(--text-color); border: 0; border-radius: 10px; color: var(--background-color); cursor: pointer; font-size: 15px; font-weight: 600; margin-top: 12px; min-height: 44px; padding: 0 24px; }
.prompt-button:focus-visible { outline: 2px solid Highlight; outline-offset: 2px; }
`;

const upstreamColors = ":root { --background-color: rgb(40, 40, 40); --text-color: rgb(255, 255, 255); --border-color: rgb(209, 209, 209); } #root { color-scheme: dark; }";

/** The packaged wallets look like this connector. @param {string} scheme */
const ownColors = (scheme) => `:root { color-scheme: ${scheme}; --background-color: Canvas; --text-color: CanvasText; --border-color: GrayText; }`;

/** @param {WalletManifest} manifest */
const isOwn = ({ executor }) => String(executor).startsWith("near-connect://bridge/");

/**
 * Makes the text of a part of the guest script, without its comments, which every frame would parse. All comments stand
 * on lines of their own.
 *
 * @param {Function} part
 */
const textOf = (part) => String(part).replace(/^ *(?:\/\/.*|\/\*\*.*\*\/)\n/gm, "");

const startText = "JSON.parse(document.currentScript.previousElementSibling.textContent)";
const script = `(${textOf(guest)})(${startText}, ${textOf(guestStorage)}, "${bodyTaker}");`;

/** Makes JSON that can stand in a script element: without `<` nothing opens or closes there. @param {unknown} value */
const inlineJSON = (value) => JSON.stringify(value).replaceAll("<", "\\u003c");

/**
 * Makes what a frame's script is given.
 *
 * @param {string} uuid the frame's
 * @param {SandboxManifest} manifest
 * @param {Surroundings} surroundings
 * @returns {GuestStart}
 */
export const guestStart = (uuid, manifest, { network, providers }) => ({
  uuid, manifest, location: location.href, version: protocolVersion, network, providers, screen: windowPlace(),
  quota: { bytes: walletQuota, prefix: walletKeyPrefix(manifest.id).length },
});

/**
 * @param {GuestStart} start
 * @param {Pick<Surroundings, "cspNonce" | "theme" | "framePolicy">} surroundings
 * @returns {string}
 */
export function frameDocument(start, { cspNonce = "", theme: scheme, framePolicy }) {
  const policy = (framePolicy?.(start.manifest) ?? "").replace(/[^\w ':;*./-]/g, "");
  const nonce = cspNonce.replace(/[^A-Za-z0-9+/=]/g, "");
  const attribute = nonce === "" ? "" : ` nonce="${nonce}"`;
  const colors = isOwn(start.manifest) ? ownColors(scheme === "light" || scheme === "dark" ? scheme : "light dark") : upstreamColors;
  return [
    '<!DOCTYPE html><html><head><meta charset="utf-8">',
    policy === "" ? "" : `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `</head><body><div id="root"></div><style${attribute}>${colors}${style}</style>`,
    `<script type="application/json">${inlineJSON(start)}</script><script${attribute}>${script}</script>`,
    "</body></html>",
  ].join("");
}

/**
 * Makes an iframe for that document, not yet in the page.
 *
 * @param {WalletManifest} manifest
 * @param {string} srcdoc
 * @returns {HTMLIFrameElement}
 */
export function frameElement(manifest, srcdoc) {
  const frame = document.createElement("iframe");
  frame.sandbox.value = "allow-scripts";
  frame.allow = frameFeatures(manifest.permissions);
  frame.title = manifest.name;
  frame.srcdoc = srcdoc;
  return frame;
}

// SPDX-License-Identifier: MIT
// Shows a link that a wallet hands to its app. The app may be on the user's phone: the link can be scanned from here,
// or copied.

import { element } from "./dom.js";
import { qrCode } from "./qr.js";
import { text } from "./texts.js";

const quietZone = 4;
const svgNamespace = "http://www.w3.org/2000/svg";

/** @param {boolean[][]} modules @param {string} label */
function picture(modules, label) {
  const side = modules.length + 2 * quietZone;
  const svg = document.createElementNS(svgNamespace, "svg");
  const attributes = { viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges", class: "nc-code" };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value);
  const path = document.createElementNS(svgNamespace, "path");
  const cells = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + quietZone} ${y + quietZone}h1v1h-1z` : "")));
  path.setAttribute("d", cells.join(""));
  svg.append(path);
  return svg;
}

/**
 * @param {string} link
 * @param {string} walletName
 * @returns {HTMLDetailsElement}
 */
export function linkPanel(link, walletName) {
  const code = qrCode(link);
  /** @type {HTMLInputElement} */
  const field = element("input", { type: "text", readonly: true, value: link, "aria-label": text("linkLabel", { name: walletName }), dir: "ltr", onfocus: () => field.select() });
  const copy = element("button.nc-button", { type: "button" }, text("copy"));
  const said = element("span.nc-said", { role: "status" });
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(link);
      said.textContent = text("copied");
    } catch {
      field.focus();
      said.textContent = text("pressToCopy");
    }
  });
  return element("details.nc-link", {},
    element("summary", {}, text("onYourPhone", { name: walletName })),
    element("div.nc-link-body", {},
      code === null ? null : picture(code, text("codeLabel", { name: walletName })),
      element("div.nc-copy", {}, field, copy), said));
}

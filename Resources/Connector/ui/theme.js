// SPDX-License-Identifier: MIT
// Light, dark, or what the system says, for all that the connector shows.

import { sheet } from "./styles.js";

/** @param {"light" | "dark" | undefined} theme */
export function setTheme(theme) {
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  if (theme === "light" || theme === "dark") document.documentElement.dataset.nearConnectTheme = theme;
  else delete document.documentElement.dataset.nearConnectTheme;
}

// SPDX-License-Identifier: MIT
// Light, dark, or what the system says, for all that the connector shows.

/** @param {"light" | "dark" | undefined} theme */
export function setTheme(theme) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.nearConnectTheme = theme;
  else delete document.documentElement.dataset.nearConnectTheme;
}

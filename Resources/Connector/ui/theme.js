// SPDX-License-Identifier: MIT
// The theme and the language of the connector's sheets. The page's root element holds both, for sheets that are loaded
// later.

/** @param {"light" | "dark" | undefined} theme */
export function setTheme(theme) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.nearConnectTheme = theme;
  else delete document.documentElement.dataset.nearConnectTheme;
}

/** @param {string | undefined} language a tag such as "de"; the browser's languages count without one */
export function setLanguage(language) {
  if (typeof language === "string") document.documentElement.dataset.nearConnectLanguage = language;
  else delete document.documentElement.dataset.nearConnectLanguage;
}

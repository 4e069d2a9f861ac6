// SPDX-License-Identifier: MIT
// The embedded connector's texts and hints, for tests that ask them one by one.

import { hintFor } from "near-connect://bridge/Connector/ui/hints.js";
import { languageOf, languages, missingTexts, text } from "near-connect://bridge/Connector/ui/texts.js";

document.documentElement.dataset.nearConnectLanguage = "en"; // whatever the machine speaks

/**
 * @param {"languages" | "missing" | "found" | "values" | "hints"} name
 * @returns {string} JSON
 */
export const ask = (name) => JSON.stringify({
  languages, missing: missingTexts(), found: [["pt-BR", "de-AT", "en"], ["ja"], []].map((wanted) => languageOf(wanted)),
  values: text("connectTo", { name: "{name} $& <b>" }),
  hints: [
    [{ platform: { ios: "https://a", android: "https://b" } }], [{ platform: ["chrome"] }], [{ platform: { ios: "x", web: "y" } }], [{ platform: {} }],
    [{ debug: true, recent: true }], [{ recent: true, platform: ["linux"] }], [{ platform: ["linux"] }], [{ injected: true }],
    [{ permissions: { external: ["document", "window"] } }], [{ recent: true }, "thisComputer"], [{}, "Beta"],
  ].map(([wallet, own]) => hintFor(wallet, own)),
}[name]);

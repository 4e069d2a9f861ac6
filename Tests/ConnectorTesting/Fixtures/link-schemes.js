// SPDX-License-Identifier: MIT
// The host's rule of which schemes apps' links may have, as the page of the tests has it.

/** @import { LinkSchemes } from "#types/wallets.d.ts" */

/** @type {LinkSchemes} */
export const linkSchemes = JSON.parse(document.getElementById("link-schemes")?.textContent ?? "{}");

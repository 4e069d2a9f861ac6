// SPDX-License-Identifier: MIT
// The conformance suite: a table of rules, run one by one against the connector that the import map names.

import { Scene } from "./scene.js";
import { rules as actions } from "./rules/1.10-actions.js";
import { rules as api } from "./rules/1.9-api.js";
import { rules as attacks } from "./rules/attacks.js";
import { rules as bootstrap } from "./rules/1.3-bootstrap.js";
import { rules as connecting } from "./rules/1.9-connecting.js";
import { rules as envelope } from "./rules/1.4-envelope.js";
import { rules as frame } from "./rules/1.2-frame.js";
import { rules as manifest } from "./rules/1.1-manifest.js";
import { rules as methods } from "./rules/1.5-methods.js";
import { rules as others } from "./rules/1.8-other-wallets.js";
import { rules as panels } from "./rules/1.6-panels.js";
import { rules as params } from "./rules/1.10-params.js";
import { rules as permissions } from "./rules/1.1-permissions.js";
import { rules as selector } from "./rules/1.6-selector.js";
import { rules as senders } from "./rules/1.11-senders.js";
import { rules as storage } from "./rules/1.7-storage.js";
import { rules as texts } from "./rules/1.11-texts.js";
import { rules as endings } from "./rules/1.11-endings.js";

/**
 * One row of the table.
 *
 * @typedef {object} Rule
 * @property {string} id the section of the protocol and a name
 * @property {string} says the rule, as a sentence
 * @property {(scene: Scene) => Promise<void>} check throws when the rule doesn't hold
 * @property {(scene: Scene) => Promise<void>} [before] runs in an earlier load of the page
 */

/** Milliseconds until a rule counts as broken. Each takes a fraction of it, unless the machine has much else to do. */
const patience = 30_000;

/** @type {Rule[]} */
const rules = [
  ...manifest, ...permissions, ...frame, ...bootstrap, ...envelope, ...methods, ...selector, ...panels, ...storage,
  ...others, ...api, ...connecting, ...params, ...actions, ...senders, ...endings, ...texts, ...attacks,
];

/** Every rule, as the host reads it. */
export const list = () => JSON.stringify(rules.map(({ id, says, before }) => ({ id, says, loads: before === undefined ? 1 : 2 })));

/**
 * Runs one rule, or the part of it that belongs to an earlier load of the page.
 *
 * @param {string} id
 * @param {"before" | "check"} part
 * @param {string} site where wallets' pages are served: "http://127.0.0.1:<port>"
 * @param {number} [impatience] milliseconds after which any rule counts as broken, for connectors that are known to
 *   hang
 * @returns {Promise<string>} "" when it holds, or why it doesn't
 */
export async function run(id, part, site, impatience = Infinity) {
  const rule = rules.find((each) => each.id === id);
  if (rule === undefined) return `there is no rule ${id}`;
  const scene = new Scene(id, site);
  const limit = Math.min(patience, impatience);
  let timer;
  const tooLate = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing happened for ${limit} ms`)), limit);
  });
  try {
    await Promise.race([rule[part]?.(scene), tooLate]);
    return "";
  } catch (error) {
    return String(/** @type {Error | undefined} */ (error)?.message ?? error) || "it failed without a reason";
  } finally {
    clearTimeout(timer);
    scene.end();
  }
}

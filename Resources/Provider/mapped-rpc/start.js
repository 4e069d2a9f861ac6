// SPDX-License-Identifier: MIT
// In a browser that is driven, and in no other: a page's own JSON-RPC calls to hosts that the test has named go to the
// test's chain. They leave by the relay, so neither the page's policies nor its mixed content stop them. Workers have a
// `fetch` of their own, which isn't replaced.

import { makeCarrier } from "./carrier.js";
import { replaceFetch } from "./fetch.js";
import { replaceRequests } from "./requests.js";

/** @import { MappedPrefix } from "../../Types/mapped-rpc.d.ts" */

/** @param {{prefixes: MappedPrefix[]}} configuration */
export function startMappedRPC({ prefixes }) {
  if (!/^https?:/.test(window.origin)) return;
  if (!/^(text\/html|application\/xhtml\+xml)$/.test(document.contentType)) return;
  const carrier = makeCarrier(prefixes);
  replaceFetch(carrier);
  replaceRequests(carrier);
}

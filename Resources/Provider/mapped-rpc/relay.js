// SPDX-License-Identifier: MIT
// Not part of the page: the relay of mapped JSON-RPC calls, in the isolated world of each document of a driven browser.
// What a page asks here is public, and no account's: the host needs no word about who asks.

/** The calls of a document that are on their way at once. */
const openLimit = 8;
/** The calls that wait until one of those has ended. */
const waitingLimit = 64;
/** The characters of a call: as many as a request to the wallet. */
const sizeLimit = 4 * 1024 * 1024;

export function startMappedRPCRelay() {
  if (!/^https?:/.test(self.origin)) return;
  if (!/^(text\/html|application\/xhtml\+xml)$/.test(document.contentType)) return;
  let open = 0;
  /** @type {(() => void)[]} */
  const waiting = [];

  /** @param {EventTarget} channel @param {string} detail `<id> <method> <address>`, a line break, the body */
  const take = async (channel, detail) => {
    const space = detail.indexOf(" ");
    const id = detail.slice(0, space);
    /** @param {string} text the status, 0 for none, a line break, the body or the reason */
    const answer = (text) => channel.dispatchEvent(new CustomEvent("answer", { detail: `${id} ${text}` }));
    if (detail.length > sizeLimit) return answer(`413\n{"error":"a call has ${sizeLimit} characters at most"}`);
    if (open >= openLimit) {
      if (waiting.length >= waitingLimit) return answer(`429\n{"error":"${waitingLimit} calls of this page wait already"}`);
      await new Promise((resolve) => waiting.push(() => resolve(undefined)));
    } else open += 1;
    // The host's answer is the message of an error, as in ../relay.js.
    let text = "0\nthe browser gives no answer";
    try {
      await window.webkit.messageHandlers.nearConnectRPC.postMessage(detail.slice(space + 1));
    } catch (error) {
      text = String(error).match(/^Error: =(.*)/s)?.[1] ?? text;
    }
    // Whoever waits has this call's place.
    const next = waiting.shift();
    if (next) next();
    else open -= 1;
    answer(text);
  };

  document.addEventListener("near-connect-rpc:hello", (event) => {
    event.stopImmediatePropagation();
    const channel = /** @type {EventTarget} */ (event.relatedTarget);
    // A global holds the channel: a listener alone doesn't keep this world's wrapper of it alive.
    globalThis.nearConnectMappedRPC = channel;
    channel.addEventListener("call", (message) => {
      const { detail } = /** @type {CustomEvent<unknown>} */ (message);
      if (typeof detail === "string") void take(channel, detail);
    });
  }, { once: true, capture: true });
  document.dispatchEvent(new Event("near-connect-rpc:relay"));
}

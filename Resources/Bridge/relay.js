// SPDX-License-Identifier: MIT
// Not part of the page: the host injects this script into its isolated world (top frame, document start, this origin only). The page's own
// scripts can't see it. It takes the channel that the bridge hands over first, and passes each message on to the host.
//
// The channel is kept in a global of this world: a listener alone doesn't keep this world's wrapper of the target alive, and after
// a garbage collection messages would be lost without a word (seen on WebKitGTK 2.50.6).

document.addEventListener("near-connect:hello", (event) => {
  event.stopImmediatePropagation();
  const handler = window.webkit.messageHandlers.nearConnect;
  globalThis.nearConnectChannel = event.relatedTarget;
  globalThis.nearConnectChannel.addEventListener("message", ({ detail }) => handler.postMessage(detail));
}, { once: true, capture: true });

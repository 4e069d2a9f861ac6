// SPDX-License-Identifier: MIT
// Not part of the page: the host injects this script into its isolated world (top frame, document start, this origin
// only), where the page's scripts can't see it. It takes the first channel that the bridge hands over and passes each
// message on to the host.
//
// A global of this world holds the channel: a listener alone doesn't keep this world's wrapper of the target alive, and
// after a garbage collection messages would be lost silently (seen on WebKitGTK 2.50.6).

document.addEventListener("near-connect:hello", (event) => {
  event.stopImmediatePropagation();
  const handler = window.webkit.messageHandlers.nearConnect;
  globalThis.nearConnectChannel = /** @type {EventTarget} */ (event.relatedTarget);
  globalThis.nearConnectChannel.addEventListener("message", (message) => {
    handler.postMessage(/** @type {CustomEvent<string>} */ (message).detail);
  });
}, { once: true, capture: true });

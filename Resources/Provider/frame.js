// SPDX-License-Identifier: MIT
// The provider in a child frame: small, since pages have many. Where something of the frame looks for a wallet, the
// top frame's provider is put there; a page of another origin has none to give.

export function startFrame() {
  const { top } = window;
  if (!top || window === top || window.origin === "null" || !window.isSecureContext) return;
  const announce = /** @param {Event} event */ (event) => {
    try {
      const install = /** @type {any} */ (top)[Symbol.for("near-connect.provider")];
      if (typeof install !== "function") return;
      removeEventListener("near-selector-ready", announce);
      install(window, new EventTarget());
      dispatchEvent(new Event(event.type));
    } catch {
      // The top frame is another site's. Its relay hears that a wallet is looked for here; a port is its mark.
      removeEventListener("near-selector-ready", announce);
      const text = ["near-connect-dapp:looking", Array.from(location.ancestorOrigins)];
      top.postMessage(text, "*", [new MessageChannel().port1]);
    }
  };
  addEventListener("near-selector-ready", announce);
}

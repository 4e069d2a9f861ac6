// SPDX-License-Identifier: MIT
// The provider in a child frame: small, since pages have many. Where something of the frame looks for a wallet, the
// top frame's provider is put there; a page of another origin has none to give.

export function startFrame() {
  if (window === window.top || window.origin === "null" || !window.isSecureContext) return;
  const channel = new EventTarget();
  const hello = () => document.dispatchEvent(new FocusEvent("near-connect-dapp:hello", { relatedTarget: channel }));
  document.addEventListener("near-connect-dapp:relay", hello, { once: true });
  hello();
  const announce = /** @param {Event} event */ (event) => {
    try {
      const install = /** @type {any} */ (window.top)[Symbol.for("near-connect.provider")];
      if (typeof install !== "function") return;
      removeEventListener("near-selector-ready", announce);
      install(window, channel);
      dispatchEvent(new Event(event.type));
    } catch {
      // The top frame is another site's.
    }
  };
  addEventListener("near-selector-ready", announce);
}

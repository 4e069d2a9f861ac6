// SPDX-License-Identifier: MIT
// Names that the tests' pages put into their window.

declare global {
  interface Window {
    /** An object of the page, as an extension might put it there. */
    // deno-lint-ignore no-explicit-any
    probeExt?: any;
    /** Set by text that was run although it is none of a wallet's code. */
    hit?: unknown;
    // deno-lint-ignore no-explicit-any
    nightly?: any;
    Telegram?: unknown;
    openMobile?: () => void;
    /** How often a wallet of these tests was called. */
    calls: number;
  }
  /** Elements that the tests' documents have. */
  interface ParentNode {
    querySelector(selectors: "#root" | "#root button" | "#probe" | "dialog[open] .nc-close"): HTMLElement;
    querySelector(selectors: "script[nonce]" | "script[type=importmap]"): HTMLScriptElement;
  }
  interface Object {
    /** Set by an attack on every object. */
    polluted?: unknown;
  }
}

export {};

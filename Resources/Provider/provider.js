// SPDX-License-Identifier: MIT
// The provider in a page's own world: the wallet as dApps look for it. The host joins the modules below into one
// classic script, which runs at the start of each document of a top frame, before the page's own scripts.

import { takeBuiltIns } from "./built-ins.js";
import { makeCore } from "./core.js";
import { announceWallet } from "./facades/near-connect.js";
import { makeNEP408Wallet } from "./facades/nep408.js";
import { makeInjectedExtension } from "./facades/injected-web3.js";

/** @import { BuiltIns, Core, Link, PersonaParts, ProviderConfiguration } from "../Types/provider.d.ts" */

/** Where frames of the page's own origin find the provider: they have a small script that takes it from here. */
const place = Symbol.for("near-connect.provider");

/**
 * Puts the wallet into a window.
 *
 * @param {Window & typeof globalThis} window
 * @param {BuiltIns} builtIns the window's
 * @param {EventTarget} channel the window's private way to the relay
 * @param {ProviderConfiguration} configuration
 * @param {object} [options]
 * @param {Link} [options.link] the state of that way; open if it is left out
 * @param {(parts: PersonaParts) => void} [options.addPersona] called before anything else is put there
 */
function install(window, builtIns, channel, configuration, { link, addPersona } = {}) {
  const core = once(() => makeCore(builtIns, channel, link));
  addPersona?.({ builtIns, core: core(), getState: () => core().request("getAccounts", {}) });
  announceWallet(window, builtIns, core, configuration);
  share(builtIns, window, "near", configuration.id, once(() => makeNEP408Wallet(builtIns, core(), configuration)));
  share(builtIns, window, "injectedWeb3", configuration.id, once(() => makeInjectedExtension(builtIns, core(), configuration.version)));
}

/**
 * Makes a value when it is first asked for.
 *
 * @template Value
 * @param {() => Value} make
 * @returns {() => Value}
 */
function once(make) {
  /** @type {{value: Value} | undefined} */
  let made;
  return () => (made ??= { value: make() }).value;
}

/**
 * Puts `window[name][key]` there, and keeps it there when a script of the page sets `window[name]` anew.
 *
 * @param {BuiltIns} builtIns
 * @param {any} window
 * @param {string} name
 * @param {string} key
 * @param {() => object} make
 */
function share(builtIns, window, name, key, make) {
  /** @param {any} holder */
  const add = (holder) => {
    const isObject = (typeof holder === "object" && holder !== null) || typeof holder === "function";
    try {
      if (!isObject || builtIns.getOwnPropertyDescriptor(holder, key) !== undefined || !builtIns.isExtensible(holder)) return;
      builtIns.defineProperty(holder, key, { __proto__: null, get: make, enumerable: true });
    } catch {
      // A proxy of the page's refuses it; its script goes on.
    }
  };
  let holder = window[name] ?? {};
  add(holder);
  // A page may have a variable of this name; one that can't be configured would be a syntax error there.
  builtIns.defineProperty(window, name, {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get: () => holder,
    set: (/** @type {unknown} */ value) => {
      holder = value;
      add(value);
    },
  });
}

/**
 * @param {ProviderConfiguration} configuration
 * @param {(parts: PersonaParts) => void} [addPersona]
 */
export function start(configuration, addPersona) {
  const { isSecureContext, origin, EventTarget, FocusEvent } = window;
  if (!isSecureContext || !/^https?:/.test(origin)) return;
  if (!/^(text|application)\/x?html/.test(document.contentType)) return;
  const channel = new EventTarget();
  /** @type {Link} */
  const link = { isOpen: false, onOpen: () => {} };
  const hello = () => {
    const isHeard = !document.dispatchEvent(new FocusEvent("near-connect-dapp:hello", { relatedTarget: channel, cancelable: true }));
    if (!isHeard) return;
    link.isOpen = true;
    link.onOpen();
  };
  // The relay says when it is there, in case it comes second.
  document.addEventListener("near-connect-dapp:relay", hello, { once: true });
  hello();
  const builtIns = takeBuiltIns(window);
  /** @type {(frame: Window & typeof globalThis, framesChannel: EventTarget) => void} */
  const installIn = (frame, framesChannel) => {
    const message = new FocusEvent("frame", { relatedTarget: framesChannel, view: frame, cancelable: true });
    // In a frame that isn't served, requests would never end.
    if (!builtIns.dispatch(channel, message)) install(frame, takeBuiltIns(frame), framesChannel, configuration);
  };
  builtIns.defineProperty(window, place, { __proto__: null, value: installIn });
  install(window, builtIns, channel, configuration, { link, addPersona });
}

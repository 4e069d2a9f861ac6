// SPDX-License-Identifier: MIT
// The page's entry. It opens the channel to the host before any other script runs and takes requests at once; all that
// this needs is imported here, side by side. The connector, which may be a third party's, and the rest of the bridge
// load afterwards; requests wait.

import { log, send } from "./channel.js";
import { configuration } from "./configuration.js";
import { BridgeError, failureOf } from "./failures.js";
import { dispatch, NativeCustomEvent, objectFreeze, parseJSON } from "./primordials.js";
import { cancel, deliverReturn, run } from "./requests.js";
import "./wire.js";

/** @import { Bridge, BridgeRequest, ConnectorModule, DeliveredReturn } from "../Types/bridge.d.ts" */
/** @import { Theme } from "../Types/connector.d.ts" */
/** @import { SandboxManifest } from "../Types/wallets.d.ts" */
/** @typedef {typeof import("./page.js")} Page */

/** Delays in milliseconds until a closed window's `closed` is true. WebKit takes a moment and has no event for it. */
const closingTimes = [10, 30, 100];

/** Functions for the host. They never throw and return no promise; answers are messages. @type {Bridge} */
const bridge = {
  /** @param {string} requestText JSON: {v: 1, id, kind, params, returnUrl?} */
  perform(requestText) {
    /** @type {BridgeRequest} */
    let request;
    try {
      request = parseJSON(requestText);
    } catch (error) {
      log("error", `A request is no JSON: ${messageOf(error)}`);
      return;
    }
    if (typeof request?.id !== "string" || request.id === "") {
      log("error", "A request without an id was dropped");
      return;
    }
    // An echo measures the bridge and nothing else, so it opens no request.
    if (request.kind === "echo" && request.v === 1) {
      send("echo", request.id, request.params ?? {}, true);
      return;
    }
    /** @param {{signal: AbortSignal}} opened */
    const perform = async (opened) => (await pageOrFail()).perform(request, requestText, opened.signal);
    run(request.id, request.kind, perform, typeof request.returnUrl === "string" ? request.returnUrl : null);
  },

  /**
   * @param {string} id
   * @param {string} reason
   */
  cancel(id, reason) {
    cancel(`${id}`, `${reason ?? ""}`);
  },

  /** @param {string} text JSON: {callId, ok, result | error} */
  settleHostCall(text) {
    try {
      if (page === null) log("debug", "An answer came before there were host calls");
      else page.settleHostCall(text);
    } catch (error) {
      log("error", `An answer to a host call can't be read: ${messageOf(error)}`);
    }
  },

  /** @param {string} text JSON: {id, url, query, fragment}, a link by which the wallet of a request came back */
  deliverReturn(text) {
    try {
      /** @type {DeliveredReturn} */
      const { id, ...returned } = parseJSON(text);
      deliverReturn(id, returned);
    } catch (error) {
      log("error", `A link that came back can't be read: ${messageOf(error)}`);
    }
  },

  /** Tells the connector that a wallet's window was closed. The embedded one listens for this; others poll. */
  windowClosed() {
    const tell = () => dispatch(window, new NativeCustomEvent("near-connect:window-closed"));
    tell();
    for (const delay of closingTimes) setTimeout(tell, delay);
  },

  /**
   * @param {string} text JSON: {theme?, wallets?}; wallets are entries to offer besides those that the page was loaded
   *   with
   */
  configure(text) {
    try {
      /** @type {{theme?: Theme, wallets?: SandboxManifest[]}} */
      const { theme, wallets } = parseJSON(text);
      if (theme !== undefined) setTheme(theme);
      if (wallets !== undefined) loading?.then(({ offerWallets }) => offerWallets(wallets), () => {});
    } catch (error) {
      log("error", `A change of configuration can't be read: ${messageOf(error)}`);
    }
  },
};

/** @param {unknown} error an error, as all are that are thrown here @returns {string} */
const messageOf = (error) => /** @type {Error} */ (error).message;

/** @param {Theme | undefined} theme anything but these two means the system's */
function setTheme(theme) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  loading?.then(({ setTheme: setConnectorTheme }) => setConnectorTheme(theme), () => {});
}

/** The rest of the bridge once it is loaded. @type {Page | null} */
let page = null;
/** @type {Promise<Page> | undefined} */
let loading;

async function pageOrFail() {
  try {
    return /** @type {Page} */ (await loading);
  } catch (error) {
    throw new BridgeError("internal", `The bridge could not be loaded: ${messageOf(error)}`);
  }
}

/** Loads what requests wait for. */
async function load() {
  /** @type {Promise<ConnectorModule>} */
  const connectorModule = import("@hot-labs/near-connect");
  connectorModule.catch(() => {}); // told below
  loading = import("./page.js");
  try {
    page = await pageOrFail();
    log("info", `The connector is ${await page.start(connectorModule)}`);
    document.body.dataset.state = "ready";
  } catch (error) {
    const { message } = failureOf(error);
    const whole = page === null ? message : `The connector could not be loaded: ${message}`;
    document.body.dataset.state = "failed";
    const status = /** @type {HTMLElement} */ (document.getElementById("near-connect-status"));
    status.textContent = whole;
    send("failure", null, { code: "internal", message: whole });
  }
}

Object.defineProperty(window, "nearConnect", {
  value: objectFreeze(bridge), configurable: false, writable: false, enumerable: false,
});
setTheme(configuration.theme);
// The connector's sheets take it from here, and so may another connector's.
if (configuration.accent !== undefined) {
  document.documentElement.style.setProperty("--near-connect-accent", configuration.accent);
}
// From here on the page takes requests; those that need the connector wait for it.
send("ready", null, { protocol: 1 });
load();

// SPDX-License-Identifier: MIT
// The page's entry. First the channel to the host, with nothing else loaded that could come between, and at once what takes requests: all
// that it needs is imported here, side by side, so that the page is ready soon. Then the connector, which may be anybody's, and the
// rest of the bridge; requests wait for them.

import { log, send } from "./channel.js";
import { configuration } from "./configuration.js";
import { BridgeError, failureOf } from "./failures.js";
import { dispatch, NativeCustomEvent, objectFreeze, parseJSON } from "./primordials.js";
import { cancel, deliverReturn, run } from "./requests.js";
import "./wire.js";

/** When a window's `closed` is true after its view is gone, in milliseconds: WebKit takes a moment, and says nothing when it is done. */
const closingTimes = [10, 30, 100];

/** What the host calls in this world. Nothing here throws or returns a promise; answers are messages. */
const bridge = {
  /** @param {string} requestText JSON: {v: 1, id, kind, params, returnUrl?} */
  perform(requestText) {
    let request;
    try {
      request = parseJSON(requestText);
    } catch (error) {
      log("error", `A request is no JSON: ${error.message}`);
      return;
    }
    if (typeof request?.id !== "string" || request.id === "") {
      log("error", "A request without an id was dropped");
      return;
    }
    // Nothing is opened for an echo, and nothing can go wrong on its way: it measures the bridge and no more.
    if (request.kind === "echo" && request.v === 1) {
      send("echo", request.id, request.params ?? {}, true);
      return;
    }
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
      log("error", `An answer to a host call can't be read: ${error.message}`);
    }
  },

  /** @param {string} text JSON: {id, url, query, fragment}, a link by which the wallet of a request came back */
  deliverReturn(text) {
    try {
      const { id, ...returned } = parseJSON(text);
      deliverReturn(id, returned);
    } catch (error) {
      log("error", `A link that came back can't be read: ${error.message}`);
    }
  },

  /** A wallet's window was closed: a connector that waits for it looks at once, others look by and by. */
  windowClosed() {
    const tell = () => dispatch(window, new NativeCustomEvent("near-connect:window-closed"));
    tell();
    for (const delay of closingTimes) setTimeout(tell, delay);
  },

  /** @param {string} text JSON: {theme?, wallets?}; wallets are entries to offer besides those that the page was loaded with */
  configure(text) {
    try {
      const { theme, wallets } = parseJSON(text);
      if (theme !== undefined) setTheme(theme);
      if (wallets !== undefined) loading?.then(({ offerWallets }) => offerWallets(wallets), () => {});
    } catch (error) {
      log("error", `A change of configuration can't be read: ${error.message}`);
    }
  },
};

function setTheme(theme) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  loading?.then(({ setTheme: setConnectorTheme }) => setConnectorTheme(theme), () => {});
}

/** The rest of the bridge, from when it is loaded on. */
let page = null;
let loading;

async function pageOrFail() {
  try {
    return await loading;
  } catch (error) {
    throw new BridgeError("internal", `The bridge could not be loaded: ${error.message}`);
  }
}

/** Loads what requests wait for. */
async function load() {
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
    document.getElementById("near-connect-status").textContent = whole;
    send("failure", null, { code: "internal", message: whole });
  }
}

Object.defineProperty(window, "nearConnect", {
  value: objectFreeze(bridge), configurable: false, writable: false, enumerable: false,
});
setTheme(configuration.theme);
// From here on the page takes requests; those that need the connector wait for it.
send("ready", null, { protocol: 1 });
load();

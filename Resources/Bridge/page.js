// SPDX-License-Identifier: MIT
// What the page does once its channel stands: takes requests, and turns each into one message.

import { connectorModule } from "./bridge.js";
import { log, send } from "./channel.js";
import { configuration, cspNonce, isHostWallet } from "./configuration.js";
import { BridgeError, failureOf } from "./failures.js";
import { closeSheets, manifestForForeign, watchSheets } from "./foreign-connector.js";
import { callHost, hostEntities, settleHostCall } from "./host-calls.js";
import { operations, Session } from "./operations.js";
import { objectFreeze, parseJSON } from "./primordials.js";
import { cancel, run } from "./requests.js";
import { storage } from "./selection.js";
import { inexactInteger } from "./wire.js";

const session = new Session();
const connecting = start();
connecting.catch(() => {}); // told by `failure` below, and by each request that waits for it

/** Makes the connector that the import map names with this load's configuration. */
async function start() {
  const module = await connectorModule;
  const isForeign = module.NearConnector.takesSignals !== true;
  const connector = new module.NearConnector({
    network: configuration.network,
    providers: configuration.providers,
    manifest: isForeign ? manifestForForeign(configuration.manifest) : configuration.manifest,
    storage,
    excludedWallets: configuration.excludedWallets,
    autoConnect: false,
    cspNonce,
    theme: configuration.theme,
    appName: configuration.appName,
    hints: Object.fromEntries(configuration.manifest.wallets.filter(isHostWallet).map(({ id }) => [id, "On this computer"])),
    readyTimeout: configuration.readyTimeout,
    logger: { log: (...parts) => log("debug", parts.map(String).join(" ")) },
    onUIVisible: (visible) => send("walletUI", null, { visible }),
    hostEntities: (wallet, context) => (isHostWallet(wallet) ? hostEntities(wallet.id, context) : {}),
    ledger: configuration.hostServices.includes("ledgerBle")
      ? (action, params, context) => callHost("ledgerBle", action, params, context)
      : undefined,
  });
  if (isForeign) watchSheets((visible) => send("walletUI", null, { visible }));
  connector.on("selector:walletsChanged", () => send("walletsChanged", null, {}));
  connector.on("wallet:signOut", () => { session.walletId = null; });
  return { connector, isForeign, name: `${module.name ?? "near-connect"} ${module.version ?? "unknown"}` };
}

async function connectorOrFail() {
  try {
    return await connecting;
  } catch (error) {
    throw new BridgeError("internal", `The connector could not be loaded: ${failureOf(error).message}`);
  }
}

/** What the host calls in this world. Nothing here throws or returns a promise; answers are messages. */
const bridge = {
  /** @param {string} requestText JSON: {v: 1, id, kind, params} */
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
    run(request.id, request.kind, async (opened) => {
      if (request.v !== 1) throw new BridgeError("invalidRequest", `Unknown protocol version ${request.v}`);
      const operation = operations[request.kind];
      if (operation === undefined) throw new BridgeError("invalidRequest", `Unknown kind "${request.kind}"`);
      const params = request.params ?? {};
      if (typeof params !== "object" || Array.isArray(params)) {
        throw new BridgeError("invalidRequest", '"params" must be an object');
      }
      const inexact = inexactInteger(requestText);
      if (inexact !== null) {
        throw new BridgeError("invalidRequest", `JavaScript can't hold the number ${inexact} exactly; wallets need it as a string`);
      }
      const { connector, isForeign } = await connectorOrFail();
      const { signal } = opened;
      if (isForeign) signal.addEventListener("abort", closeSheets, { once: true });
      return operation(params, { connector, takesSignals: !isForeign, signal, session });
    });
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
      settleHostCall(text);
    } catch (error) {
      log("error", `An answer to a host call can't be read: ${error.message}`);
    }
  },

  /** @param {string} text JSON: {theme?} */
  configure(text) {
    try {
      const { theme } = parseJSON(text);
      if (theme !== undefined) setTheme(theme);
    } catch (error) {
      log("error", `A change of configuration can't be read: ${error.message}`);
    }
  },
};

function setTheme(theme) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  connecting.then(({ connector }) => connector.setTheme?.(theme), () => {});
}

Object.defineProperty(window, "nearConnect", {
  value: objectFreeze(bridge), configurable: false, writable: false, enumerable: false,
});
setTheme(configuration.theme);

// From here on the page takes requests; those that need the connector wait for it.
send("ready", null, { protocol: 1 });

connecting.then(
  ({ name }) => {
    document.body.dataset.state = "ready";
    log("info", `The connector is ${name}`);
  },
  (error) => {
    const { message } = failureOf(error);
    document.body.dataset.state = "failed";
    document.getElementById("near-connect-status").textContent = `The connector could not be loaded. ${message}`;
    send("failure", null, { code: "internal", message: `The connector could not be loaded: ${message}` });
  },
);

// SPDX-License-Identifier: MIT
// Runs the page's requests: makes the connector of this load and calls one operation a request.

import { log, send } from "./channel.js";
import { configuration, cspNonce, isHostWallet } from "./configuration.js";
import { BridgeError, failureOf } from "./failures.js";
import { closeSheets, manifestForForeign, watchSheets } from "./foreign-connector.js";
import { callHost, hostEntities, hostWalletConnect } from "./host-calls.js";
import { watchNetworkProcess } from "./network-process.js";
import { operations, Session } from "./operations.js";
import { isIdle, noteWindow, requestIdOf, returnOf, soleSignal } from "./requests.js";
import { storage } from "./selection.js";
import { inexactInteger } from "./wire.js";

/** @import { BridgeRequest, ConnectorModule, Reply } from "../Types/bridge.d.ts" */
/** @import { Manifest, SandboxManifest } from "../Types/wallets.d.ts" */
/** @import { Theme } from "../Types/connector.d.ts" */
/** @import { NearConnector } from "../Connector/connector.js" */

/**
 * The connector of this load.
 *
 * @typedef {{connector: NearConnector, isForeign: boolean, name: string}} Connected
 */

export { settleHostCall } from "./host-calls.js";

const session = new Session();
/** @type {PromiseWithResolvers<Connected>} */
const { promise: connecting, resolve: connectWith } = Promise.withResolvers();
connecting.catch(() => {}); // reported by the caller of `start`, and by each request that waits for it

/**
 * @param {Promise<ConnectorModule>} loading the module that the import map names
 * @returns {Promise<string>} the connector's name and version
 */
export async function start(loading) {
  connectWith(loading.then(makeConnector));
  window.addEventListener("message", noteWindow, { capture: true });
  watchNetworkProcess(() => send("networkProcessEnded", null, {}));
  return (await connecting).name;
}

/**
 * Runs one request as soon as the connector is there.
 *
 * @param {BridgeRequest} request
 * @param {string} requestText the same as it came, with its numbers as they were written
 * @param {AbortSignal} signal
 * @returns {Promise<Reply>}
 */
export async function perform(request, requestText, signal) {
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
  if (signal.aborted) throw signal.reason; // the host gave up while the connector was loading
  // Foreign connectors don't say which request a sheet belongs to: one that another request still needs must stay.
  if (isForeign) signal.addEventListener("abort", () => { if (isIdle()) closeSheets(); }, { once: true });
  return operation(/** @type {import("../Types/wallets.d.ts").JSONObject} */ (params), { connector, takesSignals: !isForeign, signal, session });
}

/** @param {Theme | undefined} theme */
export function setTheme(theme) {
  connecting.then(({ connector }) => connector.setTheme?.(theme), () => {});
}

/**
 * Offers wallets that the host has learnt of since the page was loaded.
 *
 * @param {SandboxManifest[]} entries
 */
export function offerWallets(entries) {
  connecting.then(async ({ connector, isForeign }) => {
    await connector.whenManifestLoaded;
    const { wallets } = isForeign ? manifestForForeign({ wallets: entries }) : { wallets: entries };
    await Promise.all(wallets.map((entry) => connector.registerWallet(entry)));
  }).catch((error) => log("warning", `Wallets could not be offered: ${error.message}`));
}

/**
 * Makes the connector that the import map names, with this load's configuration. It connects to no wallet: operations
 * do.
 *
 * @param {ConnectorModule} module
 * @returns {Connected}
 */
function makeConnector(module) {
  if (typeof module.NearConnector !== "function") throw new Error("it exports no class NearConnector");
  const isForeign = module.NearConnector.takesSignals !== true;
  const connector = new module.NearConnector({
    network: configuration.network,
    features: configuration.features,
    providers: configuration.providers,
    manifest: /** @type {Manifest} */ (isForeign ? manifestForForeign(configuration.manifest) : configuration.manifest),
    storage,
    excludedWallets: configuration.excludedWallets,
    autoConnect: false,
    cspNonce,
    theme: configuration.theme,
    language: configuration.language,
    appName: configuration.appName,
    hints: Object.fromEntries(configuration.manifest.wallets.filter(isHostWallet).map(({ id }) => [id, "thisComputer"])),
    readyTimeout: configuration.readyTimeout,
    logger: { log: (...parts) => log("debug", parts.map(String).join(" ")) },
    onUIVisible: (visible) => send("walletUI", null, { visible }),
    hostEntities: (wallet, context) => (isHostWallet(wallet) ? hostEntities(wallet.id, context) : {}),
    linkSchemes: configuration.linkSchemes,
    openLink: (url, wallet, { signal }) => send("openLink", requestIdOf(signal ?? soleSignal()), { walletId: wallet.id, url }),
    returnOf,
    framePolicy: ({ id }) => (configuration.foreignCode?.wallets.includes(id) === false ? configuration.foreignCode.policyOfOthers : ""),
    // Foreign connectors need a whole sign client with its sessions, which the host doesn't have.
    walletConnect: configuration.hostServices.includes("walletConnect") && !isForeign
      ? { forWallet: ({ id }, context) => hostWalletConnect(id, context) }
      : undefined,
    onCall: (wallet, { signal }) => {
      const id = requestIdOf(signal);
      if (id !== null) send("walletAsked", id, { walletId: wallet.id });
    },
    onAttention: () => send("attention", null, {}),
    ledger: configuration.hostServices.includes("ledgerBle")
      ? (action, params, context) => callHost("ledgerBle", action, params, context)
      : undefined,
  });
  if (isForeign) watchSheets((visible) => send("walletUI", null, { visible }));
  connector.on("selector:walletsChanged", () => send("walletsChanged", null, {}));
  return { connector, isForeign, name: `${module.name ?? "near-connect"} ${module.version ?? "unknown"}` };
}

async function connectorOrFail() {
  try {
    return await connecting;
  } catch (error) {
    throw new BridgeError("internal", `The connector could not be loaded: ${failureOf(error).message}`);
  }
}

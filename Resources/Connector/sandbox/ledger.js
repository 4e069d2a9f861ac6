// SPDX-License-Identifier: MIT
// The Ledger executor's own messages, which aren't part of the wallet protocol: it asks every page above it to speak to
// the device, and takes the first answer. A page that gives the connector a `ledger` function answers them here; any
// other may listen itself.

/** @import { FrameMessage, FrameRequest, LedgerService } from "../../Types/connector.d.ts" */
/** @import { Permissions, WalletManifest } from "../../Types/wallets.d.ts" */

const requestType = "near-connect:ledger-ble:request";
const responseType = "near-connect:ledger-ble:response";

/** @type {Set<unknown>} */
const actions = new Set(["scan", "stopScan", "getDevices", "connect", "disconnect", "exchange", "isConnected"]);

/** @param {FrameMessage} message */
export const isLedgerRequest = (message) => message?.type === requestType && typeof message.id !== "undefined";

/** Only wallets that may use a device may ask for one. @param {Permissions} [permissions] */
const mayUseDevices = ({ bluetooth, usb, hid } = {}) => Boolean(bluetooth || usb || hid);

/** @typedef {Pick<FrameRequest, "data" | "source">} LedgerRequest */

/** @param {LedgerRequest} request @param {{result: unknown} | {error: string}} rest */
const reply = ({ data, source }, rest) =>
  /** @type {Window} */ (source).postMessage({ type: responseType, id: data.id, ...rest }, "*");

/**
 * @param {LedgerRequest} request
 * @param {string} why
 */
export const refuseLedger = (request, why) => reply(request, { error: why });

/**
 * Answers one request of a wallet's frame, unless the page that embeds this one does.
 *
 * @param {LedgerRequest} request
 * @param {{manifest: WalletManifest, ledger?: LedgerService, signal?: AbortSignal}} frame
 */
export async function answerLedger(request, { manifest, ledger, signal }) {
  if (ledger === undefined) return;
  const { action, params } = request.data;
  if (!mayUseDevices(manifest.permissions) || !actions.has(action)) {
    refuseLedger(request, "Permission denied");
    return;
  }
  let answer;
  try {
    answer = { result: await ledger(/** @type {string} */ (action), params ?? {}, { walletId: manifest.id, signal }) };
  } catch (error) {
    answer = { error: String(/** @type {Error | undefined} */ (error)?.message ?? error) };
  }
  reply(request, answer);
}

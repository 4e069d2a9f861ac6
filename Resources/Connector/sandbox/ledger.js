// SPDX-License-Identifier: MIT
// The Ledger executor's own messages: it asks every page above it to speak to the device, and takes the first answer. They are no
// part of the wallet protocol. A page that gives the connector a `ledger` function answers them here; any other may listen itself.

const requestType = "near-connect:ledger-ble:request";
const responseType = "near-connect:ledger-ble:response";

/** @typedef {(action: string, params: unknown, context: {walletId: string, signal?: AbortSignal}) => Promise<unknown>} LedgerService */

const actions = new Set(["scan", "stopScan", "getDevices", "connect", "disconnect", "exchange", "isConnected"]);

/** @param {unknown} message */
export const isLedgerRequest = (message) => message?.type === requestType && typeof message.id !== "undefined";

/** Only wallets that may use a device may ask for one. */
const mayUseDevices = ({ bluetooth, usb, hid } = {}) => Boolean(bluetooth || usb || hid);

/** @typedef {{data: any, source: MessageEventSource}} LedgerRequest */

const reply = ({ data, source }, rest) => source.postMessage({ type: responseType, id: data.id, ...rest }, "*");

/**
 * @param {LedgerRequest} request
 * @param {string} why
 */
export const refuseLedger = (request, why) => reply(request, { error: why });

/**
 * Answers one request of a wallet's frame, unless whoever embeds this page does.
 *
 * @param {LedgerRequest} request
 * @param {{manifest: object, ledger?: LedgerService, signal?: AbortSignal}} frame
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
    answer = { result: await ledger(action, params ?? {}, { walletId: manifest.id, signal }) };
  } catch (error) {
    answer = { error: String(error?.message ?? error) };
  }
  reply(request, answer);
}

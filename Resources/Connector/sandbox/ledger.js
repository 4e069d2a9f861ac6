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

/**
 * Answers one request of a wallet's frame.
 *
 * @param {MessageEvent} event
 * @param {object} manifest
 * @param {LedgerService | undefined} service
 * @param {AbortSignal | undefined} signal
 */
export async function answerLedger({ data, source }, manifest, service, signal) {
  if (service === undefined) return;
  const reply = (rest) => source.postMessage({ type: responseType, id: data.id, ...rest }, "*");
  if (!mayUseDevices(manifest.permissions) || !actions.has(data.action)) {
    reply({ error: "Permission denied" });
    return;
  }
  try {
    reply({ result: await service(data.action, data.params ?? {}, { walletId: manifest.id, signal }) });
  } catch (error) {
    reply({ error: String(error?.message ?? error) });
  }
}

// SPDX-License-Identifier: MIT
// The services of the page for executors, by method name. Every request is answered, an unknown one with a failure.

import { allowsScheme, readAddress } from "./address.js";
import { callExternal } from "./external.js";
import { mayOpen } from "./permissions.js";

/** @import { ExecutorFrame } from "./frame.js" */

const denied = "Permission denied";
const malformed = "Invalid parameters";
const invalidURL = "Invalid URL";

/** @param {unknown} value @returns {string} */
const textual = (value) => {
  if (typeof value !== "string") throw malformed;
  return value;
};

/**
 * The key of a stored pair as text: wallets also use numbers, as with localStorage.
 *
 * @param {{key?: unknown}} params
 */
const keyOf = (params) => {
  if (!Object.hasOwn(params, "key")) throw malformed;
  return String(params.key);
};

/** @type {Record<string, (frame: ExecutorFrame, params: any) => unknown>} */
const methods = {
  // @ts-expect-error TypeScript takes the prototype for an entry
  __proto__: null,

  "ui.showIframe": (frame) => frame.show(),
  "ui.hideIframe": (frame) => frame.hide(),

  "storage.set": (frame, params) => storageOf(frame).set(keyOf(params), String(params.value)),
  "storage.get": (frame, params) => storageOf(frame).get(keyOf(params)),
  "storage.remove": (frame, params) => storageOf(frame).remove(keyOf(params)),
  "storage.keys": (frame) => storageOf(frame).keys(),

  open: (frame, { url, features }) => {
    const address = readAddress(url);
    if (address === null) throw invalidURL;
    if (!mayOpen(frame.permissions.allowsOpen, address)) throw denied;
    if (address.page !== null) return frame.panels.open(address.page, withOpener(features));
    if (!allowsScheme(address.scheme, frame.linkSchemes)) throw invalidURL;
    frame.offerLink(address.text);
    frame.openLink(address.text);
    // Not null, which would mean that the window was blocked: wallets try again then.
    return frame.panels.openWithoutWindow();
  },
  "open.nativeApp": (frame, { url }) => {
    const address = readAddress(url);
    if (address === null || address.page !== null || !allowsScheme(address.scheme, frame.linkSchemes)) throw invalidURL;
    if (!mayOpen(frame.permissions.allowsOpen, address)) throw denied;
    frame.offerLink(address.text);
    frame.openLink(address.text);
  },
  "panel.focus": (frame, { windowId }) => frame.panels.focus(windowId),
  "panel.postMessage": (frame, { windowId, data }) => frame.panels.postMessage(windowId, data),
  "panel.close": (frame, { windowId }) => frame.panels.close(windowId),

  external: (frame, { entity, key, args }) => {
    textual(entity);
    textual(key);
    if (!Array.isArray(args)) throw malformed;
    const entities = frame.hostEntities();
    const listed = frame.permissions.external;
    if (!Object.hasOwn(entities, entity) && !(Array.isArray(listed) && listed.includes(entity))) throw denied;
    return callExternal({ entity, key, args }, entities);
  },

  "walletConnect.connect": (frame, params) => walletConnectOf(frame).connect(params),
  "walletConnect.disconnect": (frame, params) => walletConnectOf(frame).disconnect(params),
  "walletConnect.request": (frame, params) => walletConnectOf(frame).request(params),
  "walletConnect.getProjectId": (frame) => walletConnectOf(frame).getProjectId(),
  "walletConnect.getSession": (frame) => walletConnectOf(frame).getSession(),
};

/** Methods for pages inside the executor's frame: the wallet embeds them, but they aren't the wallet's code. */
const nestedMethods = new Set(["open", "open.nativeApp", "panel.focus", "panel.postMessage", "panel.close"]);

/** @param {ExecutorFrame} frame */
function storageOf(frame) {
  if (!frame.permissions.storage) throw denied;
  return frame.storage;
}

/** @param {ExecutorFrame} frame */
function walletConnectOf(frame) {
  if (!frame.permissions.walletConnect) throw denied;
  return frame.walletConnect();
}

/** Removes features that take the window's opener: then no messages could pass. @param {unknown} features */
function withOpener(features) {
  if (typeof features !== "string") return "";
  return features.split(",").filter((part) => !/^\s*(noopener|noreferrer)\b/i.test(part)).join(",");
}

/**
 * Runs one request.
 *
 * @param {ExecutorFrame} frame
 * @param {string} method
 * @param {unknown} params
 * @param {boolean} nested true if a frame inside the executor's asks
 * @returns {Promise<unknown>} rejects with the wallet's answer
 */
export async function serve(frame, method, params, nested) {
  const service = methods[method];
  if (service === undefined) throw "Method not found";
  if (nested && !nestedMethods.has(method)) throw denied;
  if (params !== undefined && params !== null && typeof params !== "object") throw malformed;
  const result = await service(frame, params ?? {});
  return result === undefined && method !== "external" ? null : result;
}

// SPDX-License-Identifier: MIT
// The way of a mapped call to the relay and back. The built-ins are taken before the page's own scripts run.

/** @import { MappedAnswer, MappedCarrier, MappedPrefix } from "../../Types/mapped-rpc.d.ts" */

/**
 * @param {MappedPrefix[]} prefixes
 * @returns {MappedCarrier}
 */
export function makeCarrier(prefixes) {
  const { URL, CustomEvent, EventTarget, FocusEvent, Promise } = window;
  const channel = new EventTarget();
  /** @type {Map<string, (answer: MappedAnswer) => void>} */
  const open = new Map();
  const listen = channel.addEventListener.bind(channel);
  const dispatch = channel.dispatchEvent.bind(channel);
  const [get, set, remove] = [open.get.bind(open), open.set.bind(open), open.delete.bind(open)];
  let last = 0;

  listen("answer", (event) => {
    const [, id, status, body] = /** @type {RegExpExecArray} */ (
      /^(\d+) (\d+)\n([^]*)$/.exec(/** @type {CustomEvent<string>} */ (event).detail)
    );
    const settle = get(id);
    remove(id);
    settle?.({ status: Number(status), body });
  });
  const hello = () => document.dispatchEvent(new FocusEvent("near-connect-rpc:hello", { relatedTarget: channel }));
  document.addEventListener("near-connect-rpc:relay", hello, { once: true });
  hello();

  return {
    covers: (address) => {
      let url;
      try {
        url = new URL(address, document.baseURI);
      } catch {
        return null;
      }
      const { origin, pathname } = url;
      const isNamed = prefixes.some((prefix) => prefix.origin === origin && `${pathname}/`.startsWith(`${prefix.path}/`));
      url.hash = "";
      return isNamed ? url.href : null;
    },
    send: (method, address, body) => new Promise((resolve) => {
      last += 1;
      const id = String(last);
      set(id, resolve);
      dispatch(new CustomEvent("call", { detail: `${id} ${method} ${address}\n${body}` }));
    }),
  };
}

// SPDX-License-Identifier: MIT
// `fetch` for mapped hosts. Calls of others go to the browser's own, as they came.

/** @import { MappedCarrier } from "../../Types/mapped-rpc.d.ts" */

/** @param {MappedCarrier} carrier */
export function replaceFetch(carrier) {
  const { Request, Response, TypeError, Reflect, Object, Promise, fetch: original } = window;
  const getAddress = /** @type {(this: Request) => string} */ (
    Object.getOwnPropertyDescriptor(Request.prototype, "url")?.get
  );
  const { text } = Request.prototype;

  /** A text that is made of something else is made once. @param {RequestInfo | URL} input */
  const read = (input) => {
    try {
      return { address: Reflect.apply(getAddress, input, []), asked: input };
    } catch {
      const text = String(input);
      return { address: text, asked: text };
    }
  };

  /** @param {Request} request @param {string} mapped */
  const carried = async (request, mapped) => {
    request.signal.throwIfAborted();
    const answer = carrier.send(request.method, mapped, await Reflect.apply(text, request, []));
    const given = new Promise((_, reject) => {
      request.signal.addEventListener("abort", () => reject(request.signal.reason), { once: true });
    });
    const { status, body } = /** @type {Awaited<typeof answer>} */ (await Promise.race([answer, given]));
    if (status === 0) throw new TypeError(`The call to ${mapped} failed: ${body}`);
    const response = new Response(body, { status, headers: { "Content-Type": "application/json" } });
    Object.defineProperty(response, "url", { value: mapped });
    return response;
  };

  /** @param {RequestInfo | URL} input @param {RequestInit} [init] */
  const fetch = async (input, init) => {
    const { address, asked } = read(input);
    const mapped = carrier.covers(address);
    return mapped === null ? Reflect.apply(original, window, [asked, init]) : carried(new Request(asked, init), mapped);
  };
  Object.defineProperty(window, "fetch", { value: fetch, configurable: true, enumerable: true, writable: true });
}

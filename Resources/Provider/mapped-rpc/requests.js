// SPDX-License-Identifier: MIT
// `XMLHttpRequest` for mapped hosts: the browser's own object, which is opened but never sent; what it would say of the
// answer is laid over it. An object that is opened for another host afterwards is the browser's own again.

/** @import { MappedCall, MappedCarrier } from "../../Types/mapped-rpc.d.ts" */

/** What is laid over an object while it is mapped. */
const covered = ["readyState", "status", "statusText", "response", "responseText", "responseXML", "responseURL"];

/** @param {MappedCarrier} carrier */
export function replaceRequests(carrier) {
  const { XMLHttpRequest, Request, Reflect, DOMException, setTimeout, clearTimeout } = window;
  const prototype = XMLHttpRequest.prototype;
  const { open, send, abort, getResponseHeader, getAllResponseHeaders, setRequestHeader } = prototype;
  /** @type {WeakMap<XMLHttpRequest, MappedCall>} */
  const calls = new WeakMap();

  /** @param {MappedCall} call @param {XMLHttpRequest} request @param {number} state */
  const step = (call, request, state) => {
    call.state = state;
    request.dispatchEvent(new Event("readystatechange"));
  };
  /** @param {MappedCall} call @param {XMLHttpRequest} request @param {string} name */
  const tell = (call, request, name) => {
    const loaded = call.body.length;
    request.dispatchEvent(new ProgressEvent(name, { lengthComputable: loaded > 0, loaded, total: loaded }));
  };
  /** Ends a call without an answer. @param {MappedCall} call @param {XMLHttpRequest} request @param {string} name */
  const fail = (call, request, name) => {
    Object.assign(call, { isSent: false, status: 0, body: "" });
    step(call, request, 4);
    tell(call, request, name);
    tell(call, request, "loadend");
  };
  /** @param {MappedCall} call @param {XMLHttpRequest} request @param {() => Promise<{status: number, body: string}>} ask */
  const carry = async (call, request, ask) => {
    tell(call, request, "loadstart");
    const timer = request.timeout > 0 ? setTimeout(() => call.isSent && fail(call, request, "timeout"), request.timeout) : 0;
    const answer = await ask();
    clearTimeout(timer);
    // Another call of this object, or none any more: what comes now is nobody's.
    if (calls.get(request) !== call || !call.isSent) return;
    if (answer.status === 0) return fail(call, request, "error");
    Object.assign(call, answer);
    step(call, request, 2);
    step(call, request, 3);
    tell(call, request, "progress");
    call.isSent = false;
    step(call, request, 4);
    tell(call, request, "load");
    tell(call, request, "loadend");
  };

  /** @param {XMLHttpRequest} request @param {MappedCall} call @returns {unknown} */
  const response = (request, call) => {
    const isText = request.responseType === "" || request.responseType === "text";
    if (isText) return call.state >= 3 ? call.body : "";
    if (call.state !== 4 || call.status === 0) return null;
    switch (request.responseType) {
      case "json":
        try {
          return JSON.parse(call.body);
        } catch {
          return null;
        }
      case "arraybuffer": return call.made ??= new TextEncoder().encode(call.body).buffer;
      case "blob": return call.made ??= new Blob([call.body], { type: "application/json" });
      default: return null;
    }
  };
  /** @param {XMLHttpRequest} request @param {MappedCall} call @param {string} name */
  const value = (request, call, name) => {
    switch (name) {
      case "readyState": return call.state;
      case "status": return call.state >= 2 ? call.status : 0;
      case "statusText": return call.state >= 2 && call.status === 200 ? "OK" : "";
      case "responseURL": return call.state >= 2 && call.status > 0 ? call.address : "";
      case "responseXML": return null;
      case "response": return response(request, call);
      default:
        if (request.responseType === "" || request.responseType === "text") return response(request, call);
        throw new DOMException("responseText is only there for text", "InvalidStateError");
    }
  };

  /** @type {Record<string, (this: XMLHttpRequest, ...rest: any[]) => unknown>} */
  const methods = {
    open(method, url, isAsync = true, ...rest) {
      for (const name of covered) Reflect.deleteProperty(this, name);
      const before = calls.get(this);
      if (before) before.isSent = false;
      calls.delete(this);
      const address = carrier.covers(url);
      if (address === null) return Reflect.apply(open, this, [method, url, isAsync, ...rest]);
      /** @type {MappedCall} */
      const call = { method: String(method).toUpperCase(), address, isAsync: Boolean(isAsync), isSent: false, state: 1, status: 0, body: "" };
      calls.set(this, call);
      for (const name of covered) {
        Object.defineProperty(this, name, { configurable: true, enumerable: true, get: () => value(this, call, name) });
      }
      return Reflect.apply(open, this, [method, url, true, ...rest]);
    },
    send(body) {
      const call = calls.get(this);
      if (call === undefined) return Reflect.apply(send, this, [body]);
      if (call.isSent || call.state !== 1) throw new DOMException("The request was sent already.", "InvalidStateError");
      if (!call.isAsync) throw new DOMException(`A synchronous request to ${call.address} can't be carried to the chain.`, "NetworkError");
      call.isSent = true;
      const hasBody = !["GET", "HEAD"].includes(call.method) && body !== undefined && body !== null;
      void carry(call, this, async () => {
        // What a body of any kind is as bytes, the browser knows.
        const text = hasBody ? await new Request(call.address, { method: "POST", body }).text() : "";
        return carrier.send(call.method, call.address, text);
      });
    },
    abort() {
      const call = calls.get(this);
      if (call === undefined) return Reflect.apply(abort, this, []);
      if (call.isSent) fail(call, this, "abort");
      Object.assign(call, { status: 0, body: "", state: 0 });
    },
    setRequestHeader(name, text) {
      if (calls.get(this)?.isSent) throw new DOMException("The request was sent already.", "InvalidStateError");
      return Reflect.apply(setRequestHeader, this, [name, text]);
    },
    getResponseHeader(name) {
      const call = calls.get(this);
      if (call === undefined) return Reflect.apply(getResponseHeader, this, [name]);
      return call.state >= 2 && call.status > 0 && String(name).toLowerCase() === "content-type" ? "application/json" : null;
    },
    getAllResponseHeaders() {
      const call = calls.get(this);
      if (call === undefined) return Reflect.apply(getAllResponseHeaders, this, []);
      return call.state >= 2 && call.status > 0 ? "content-type: application/json\r\n" : "";
    },
  };
  for (const [name, method] of Object.entries(methods)) {
    Object.defineProperty(prototype, name, { value: method, configurable: true, enumerable: true, writable: true });
  }
}

// SPDX-License-Identifier: MIT
// A page's own JSON-RPC calls to hosts that a test has named.

/** The addresses that are mapped: those of an origin below a path, which ends without a slash. */
export interface MappedPrefix {
  origin: string;
  path: string;
}

/** The answer to a call; a status of 0 says that there is none, and the body why. */
export interface MappedAnswer {
  status: number;
  body: string;
}

/** The way to the relay. */
export interface MappedCarrier {
  /** The address in full if it is mapped, else null. */
  covers(address: string | URL): string | null;
  send(method: string, address: string, body: string): Promise<MappedAnswer>;
}

/** A call of an XMLHttpRequest. */
export interface MappedCall extends MappedAnswer {
  method: string;
  address: string;
  isAsync: boolean;
  /** True from `send` until the answer, or what ends the call otherwise. */
  isSent: boolean;
  /** As `readyState`. */
  state: number;
  /** The response, where each look at it gives the same object. */
  made?: unknown;
}

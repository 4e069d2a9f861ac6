// SPDX-License-Identifier: MIT
// Names that pages of this project find in their window, or lack in TypeScript's own libraries.

import type { Bridge } from "./bridge.d.ts";
import type { RelayState } from "./provider.d.ts";
import type { SandboxedLocalStorage, Selector, Wallet } from "./wallets.d.ts";

declare global {
  interface Window {
    /** The bridge page: what the host calls. */
    readonly nearConnect: Bridge;
    /** A wallet's frame: its way to the connector. */
    selector: Selector;
    /** A wallet's frame: what stands in for `localStorage`. */
    sandboxedLocalStorage: SandboxedLocalStorage;
    /** The host's isolated world. */
    webkit: {
      messageHandlers: {
        nearConnect: { postMessage(text: string): void };
        /** A dApp's page: the host's answer is an error's message, behind a mark. */
        nearConnectDApp: { postMessage(text: string): Promise<never> };
        /** A driven dApp's page, whose own JSON-RPC is mapped: as above, the status, a line break, the body. */
        nearConnectRPC: { postMessage(text: string): Promise<never> };
      };
    };
  }

  /** The host's isolated world: keeps the channel's target alive. */
  var nearConnectChannel: EventTarget;

  /** The isolated world of a driven page: keeps the target of mapped calls alive. */
  var nearConnectMappedRPC: EventTarget;

  /** The host's isolated world in a dApp's document. */
  var nearConnectRelay: RelayState;

  /** The host's isolated world in a frame that a wallet was put into: what the relay of the top frame serves there. */
  var nearConnectFrame: { document: Document; channel: EventTarget } | undefined;

  interface WindowEventMap {
    "near-wallet-injected": CustomEvent<Wallet>;
  }
  interface DocumentEventMap {
    "near-connect:hello": FocusEvent;
    "near-connect-dapp:hello": FocusEvent;
    "near-connect-rpc:hello": FocusEvent;
  }
}

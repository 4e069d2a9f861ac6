// SPDX-License-Identifier: MIT
// What passes between the host program and the bridge page, as types. `BridgeMessage.swift` is the other side.

import type { NearConnector } from "../Connector/connector.js";
import type { Account, Features, LinkSchemes, Outcome, ReturnedLink, SignedAccount, SignedMessage, WalletManifest } from "./wallets.d.ts";

/** The configuration of one load of the page. */
export interface Configuration {
  v: 1;
  /** Goes back with each message: it proves that the message is of this load's bridge script. */
  loadSecret: string;
  /** "mainnet", "testnet" or the id of a custom network. */
  network: string;
  /** RPC URLs by network. */
  providers: Record<string, string[]>;
  manifest: { version: string; wallets: WalletManifest[] };
  excludedWallets: string[];
  /** Wallets that lack one of them are not offered. */
  features?: Features;
  /** Ids of the packaged wallets that may reach services of the host. */
  hostWallets: string[];
  /** Services beyond "keystore" that the host answers, for example "ledgerBle". */
  hostServices: string[];
  linkSchemes: LinkSchemes;
  /** The wallets that may run code from elsewhere, and the policy that keeps all others from it. */
  foreignCode?: { wallets: string[]; policyOfOthers: string };
  theme?: "light" | "dark";
  /** The program's colour for links and focus, such as "#1a5fb4"; the connector's own without one. */
  accent?: string;
  /** The language of the host's texts, a tag such as "de"; the browser's languages count without one. */
  language?: string;
  appName?: string;
  /** Milliseconds that a wallet has to get ready, 30,000 by default. */
  readyTimeout?: number;
}

/** A request of the host. Its parameters are checked by its operation. */
export interface BridgeRequest {
  v: unknown;
  id: string;
  kind: string;
  params?: unknown;
  returnUrl?: unknown;
}

/** Messages that answer requests: what each type carries. */
export interface Replies {
  signedIn: { accounts: Account[]; walletId: string };
  signedInAndSignedMessage: { accounts: (Account | SignedAccount)[]; walletId: string };
  signedOut: Record<never, never>;
  transactionResult: { outcome: Outcome };
  transactionsResult: { outcomes: Outcome[] };
  messageResult: { signedMessage: SignedMessage };
  delegateActionResult: { signedDelegateActions: string[] };
  walletSelected: { walletId: string };
  walletList: { wallets: Omit<WalletManifest, "permissions">[] };
  accountList: { accounts: Account[]; walletId: string | null };
}

/** A message that answers a request. */
export type Reply = { [Type in keyof Replies]: { type: Type; payload: Replies[Type] } }[keyof Replies];

/** All messages to the host: what each type carries. */
export interface Messages extends Replies {
  ready: { protocol: 1 };
  echo: unknown;
  failure: Failure;
  log: { level: LogLevel; message: string };
  hostCall: HostCall;
  openLink: { walletId: string; url: string };
  walletAsked: { walletId: string };
  windowSpoke: Record<never, never>;
  walletUI: { visible: boolean };
  attention: Record<never, never>;
  walletsChanged: Record<never, never>;
  networkProcessEnded: Record<never, never>;
}

export type LogLevel = "debug" | "info" | "warning" | "error";

/** The reason why a request failed, as the host is told. */
export interface Failure {
  code: string;
  message: string;
  /** Of the transaction that went wrong. */
  hash?: string;
  /** Of the transactions before it, which were executed. */
  outcomes?: unknown[];
}

/** A call of the page to a service of the host. */
export interface HostCall {
  callId: string;
  service: string;
  method: string;
  params: unknown;
  walletId: string;
}

/** The host's answer to a `HostCall`. */
export type HostAnswer =
  | { callId: string; ok: true; result: unknown }
  | { callId: string; ok?: false; error?: { code?: unknown; message?: unknown } };

/** The functions that the host calls in the page: `window.nearConnect`. */
export interface Bridge {
  perform(requestText: string): void;
  cancel(id: string, reason: string): void;
  settleHostCall(text: string): void;
  deliverReturn(text: string): void;
  windowClosed(): void;
  configure(text: string): void;
}

/** A link by which the wallet of a request came back. */
export interface DeliveredReturn extends ReturnedLink {
  id: string;
}

/** The exports of the module that the import map names: the embedded connector, or another one. */
export interface ConnectorModule {
  NearConnector: typeof NearConnector;
  name?: string;
  version?: string;
}

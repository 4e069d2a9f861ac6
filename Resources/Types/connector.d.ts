// SPDX-License-Identifier: MIT
// The embedded connector's options and inner messages as types.

import type { NearConnector } from "../Connector/connector.js";
import type { EventEmitter } from "../Connector/events.js";
import type {
  Account, Features, LinkSchemes, Manifest, Outcome, ReturnedLink, SandboxManifest, SignedAccount, Wallet, WalletConnectService, WalletManifest,
  WindowPlace,
} from "./wallets.d.ts";

export type Theme = "light" | "dark";

/** The context of one call of a wallet. */
export interface CallContext {
  signal?: AbortSignal;
}

/** The storage of the connector's own few keys. */
export interface KeyValueStorage {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
}

export interface Logger {
  log(...parts: unknown[]): void;
}

/** The foot of the wallet list; what isn't given isn't shown. */
export interface FooterBranding {
  icon?: string;
  heading?: string;
  link?: string;
  linkText?: string;
}

/** A WalletConnect sign client, as far as the connector uses it. */
export interface SignClient {
  connect(params: unknown): Promise<{ uri?: string; approval?: () => Promise<{ topic: string }> }>;
  disconnect(params: unknown): Promise<unknown>;
  request(params: unknown): Promise<unknown>;
  session: { keys: string[]; get(topic: string): SignSession };
  core?: { projectId?: string };
  opts?: { projectId?: string };
}

export interface SignSession {
  topic: string;
  namespaces?: Record<string, { methods?: string[] } | undefined>;
}

/**
 * Beyond upstream: gives each wallet a WalletConnect client of its own, which checks by itself what that wallet may
 * say.
 */
export interface WalletConnectByWallet {
  forWallet(manifest: WalletManifest, context: CallContext): WalletConnectService;
}

/** A promise of a client has no `forWallet`: looking for one in it finds nothing. */
export type WalletConnectOption = SignClient | WalletConnectByWallet | Promise<SignClient | undefined>;

/** Speaks to a Ledger for its executor. */
export type LedgerService = (action: string, params: unknown, context: CallContext & { walletId: string }) => Promise<unknown>;

/** The address that the wallet may come back to during a call, and how to listen for that. */
export interface ReturnLink {
  url: string;
  onReturn(listener: (returned: ReturnedLink) => void): void;
}

/** Objects that one wallet alone may reach by `external`, by their names. */
export type HostEntities = Record<string, object>;

export interface NearConnectorOptions {
  /** "mainnet" by default. */
  network?: string;
  /** Wallets that lack one of them are not offered. */
  features?: Features;
  excludedWallets?: string[];
  /** Connect when a parent page brings its wallet; true by default. */
  autoConnect?: boolean;
  /** A manifest or its address; the public list by default. */
  manifest?: string | Manifest;
  walletConnect?: WalletConnectOption;
  /** RPC addresses by network. */
  providers?: Record<string, string[]>;
  storage?: KeyValueStorage;
  events?: EventEmitter;
  logger?: Partial<Logger>;
  /** null hides the list's foot. */
  footerBranding?: FooterBranding | null;
  cspNonce?: string;
  /** Beyond upstream: the system's by default. */
  theme?: Theme;
  /** Beyond upstream: a tag such as "de"; the browser's languages by default. */
  language?: string;
  /** Beyond upstream: stands in the list's title. */
  appName?: string;
  /**
   * Beyond upstream: short notes beside wallets in the list, by the wallets' ids. Names of texts in `ui/texts.js` work,
   * too.
   */
  hints?: Record<string, string>;
  /** Beyond upstream: milliseconds that a wallet has to get ready, 30,000 by default. */
  readyTimeout?: number;
  /** Beyond upstream: called when the first sheet opens and when the last one closes. */
  onUIVisible?: (visible: boolean) => void;
  /** Beyond upstream: called before a wallet's code is asked for something. */
  onCall?: (manifest: WalletManifest, context: CallContext) => void;
  /** Beyond upstream: called when a wallet wants its window before the user. */
  onAttention?: () => void;
  /** Beyond upstream: objects that one wallet alone may reach by `external`. */
  hostEntities?: (manifest: WalletManifest, context: CallContext) => HostEntities;
  /** Beyond upstream: which schemes apps' links may have; without it none are opened. */
  linkSchemes?: LinkSchemes;
  /** Beyond upstream: opens an app's link that the manifest names; a new window by default. */
  openLink?: (url: string, manifest: WalletManifest, context: CallContext) => void;
  /** Beyond upstream: where the wallet may come back to during a call; null if the program takes no links. */
  returnOf?: (signal?: AbortSignal) => ReturnLink | null;
  /** Beyond upstream: the content policy of a wallet's frame, besides the page's, which it inherits; "" for none. */
  framePolicy?: (manifest: WalletManifest) => string;
  ledger?: LedgerService;
}

export interface ConnectParams {
  walletId?: string;
  signMessageParams?: import("./wallets.d.ts").MessageParams;
  addFunctionCallKey?: import("./wallets.d.ts").FunctionCallKey;
  signal?: AbortSignal;
}

/** A wallet's method that a plugin goes around: the method's arguments, and `next` after them. */
// deno-lint-ignore no-explicit-any
export type PluginMethod = (this: unknown, ...argsAndNext: any[]) => unknown;

/** Functions around wallets' methods, by the methods' names. */
export type Plugin = Record<string, PluginMethod>;

/** The events of a connector, by their names, and what they carry. */
export interface ConnectorEvents {
  "wallet:signIn": { wallet: Wallet; accounts: Account[]; success: true; source: "signIn" | "signInAndSignMessage" };
  "wallet:signInAndSignMessage": { wallet: Wallet; accounts: SignedAccount[]; success: true };
  "wallet:signOut": { success: true };
  "selector:walletsChanged": Record<never, never>;
}

/** The parts of its connector that a frame needs. */
export interface Surroundings {
  network: string;
  providers: Record<string, string[]>;
  cspNonce?: string;
  theme?: Theme;
  /** Milliseconds until a wallet must have called `ready`. */
  readyTimeout: number;
  hostEntities: (manifest: WalletManifest, context: CallContext) => HostEntities;
  walletConnect: (manifest: WalletManifest, context: CallContext) => WalletConnectService;
  ledger?: LedgerService;
  linkSchemes?: LinkSchemes;
  openLink?: (url: string, manifest: WalletManifest, context: CallContext) => void;
  returnOf: (signal?: AbortSignal) => ReturnLink | null;
  framePolicy?: (manifest: WalletManifest) => string;
  onUIVisible: (visible: boolean) => void;
  onCall?: (manifest: WalletManifest, context: CallContext) => void;
  onAttention?: () => void;
}

/** The arguments of a frame's script; see `sandbox/guest.js`. */
export interface GuestStart {
  /** Names this frame in every message, both ways. */
  uuid: string;
  manifest: SandboxManifest;
  /** The page's address. */
  location: string;
  version: string;
  network: string;
  providers: Record<string, string[]>;
  screen: WindowPlace;
  /** The bytes that the wallet may store, and the letters that stand before each of its keys. */
  quota: { bytes: number; prefix: number };
}

/** More fields of a wallet's error, as its executor set them: about transactions that were sent before it failed. */
export interface FailureDetails {
  hash?: string;
  outcomes?: Outcome[];
}

/**
 * A message of a frame. Nothing in it is checked but that it is an object. (No interface: those have no index
 * signature.)
 */
export type FrameMessage = {
  method?: unknown;
  id?: unknown;
  origin?: unknown;
  params?: { message?: unknown; fatal?: unknown; refused?: unknown } & { [key: string]: unknown };
  status?: unknown;
  result?: unknown;
  code?: string | number;
  details?: FailureDetails;
  type?: unknown;
  action?: unknown;
};

/** A request of a frame, as it came. */
export interface FrameRequest {
  data: FrameMessage;
  source: MessageEventSource;
  /** It comes from a frame inside the executor's. */
  nested: boolean;
}

/** The clock of whatever waits. */
export interface Clock {
  setTimeout(action: () => void, delay: number): number;
  clearTimeout(timer: number | undefined): void;
  now(): number;
}

/** The parts of its connector that the wallet list needs. */
export type ListConnector = Pick<NearConnector, "on" | "off" | "hints" | "appName" | "footerBranding">;

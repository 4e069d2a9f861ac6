// SPDX-License-Identifier: MIT
// The wallet protocol as types: manifests, what is asked of a wallet, what it answers, and what it finds in its frame.
// For the type checker only: these files are not copied into the package, and no page loads them.

/** A JSON object whose fields nobody has checked yet. */
export type JSONObject = { [key: string]: unknown };

// Manifests.

/** A list of wallets. */
export interface Manifest {
  version: string;
  wallets: WalletManifest[];
}

/**
 * The permissions that a manifest gives an executor. They come from outside: a field may hold anything, so code checks
 * before it trusts.
 */
export interface Permissions {
  storage?: boolean;
  allowsOpen?: string[];
  external?: string[];
  walletConnect?: boolean;
  usb?: boolean;
  hid?: boolean;
  bluetooth?: boolean;
  clipboardRead?: boolean;
  clipboardWrite?: boolean;
  location?: boolean;
}

/** The host's rule of which schemes links of other programs may have; see `LinkSchemes.swift`. */
export interface LinkSchemes {
  /** Schemes that were looked at one by one. */
  names: string[];
  /** The ending of wallets' schemes, with at least `endingLeast` characters before it. */
  ending: string;
  endingLeast: number;
  /** The first word of others; "-", "+" or "." follows it, or nothing. */
  word: string;
  /** The host's own scheme, which nobody opens, nor those that go on from it with a hyphen. */
  own: string;
}

export type Features = Record<string, boolean | undefined>;

/** One wallet's entry in a manifest. */
export interface WalletManifest {
  id: string;
  name: string;
  /** "sandbox" for a wallet whose code runs in a frame. */
  type?: string;
  icon?: string;
  description?: string;
  website?: string;
  version?: string;
  /** The address of the wallet's code; relative to the page's origin if it is no URL. */
  executor?: string;
  /** The hash of the executor's code, written as in HTML. */
  integrity?: string;
  /** Names of platforms, or links by name. */
  platform?: string[] | Record<string, unknown>;
  features?: Features;
  permissions?: Permissions;
  metadata?: JSONObject;
  /** RPC addresses of a custom network, where a connector gives frames those of mainnet and testnet only. */
  providers?: Record<string, string[]>;
  debug?: boolean;
}

/** The entry of a wallet whose code runs in a frame. */
export interface SandboxManifest extends WalletManifest {
  executor: string;
}

/** An entry as the wallet list shows it. */
export interface ListedWallet extends WalletManifest {
  /** The wallet was put into the page by an extension or by the parent page. */
  injected?: boolean;
  /** The wallet is one of those that were used last. */
  recent?: boolean;
}

// What wallets are asked, and what they answer.

export interface Account {
  accountId: string;
  publicKey?: string;
}

/** A message signed as NEP-413 says; the signature is base64. */
export interface SignedMessage {
  accountId: string;
  publicKey: string;
  signature: string;
  state?: string;
}

export interface SignedAccount extends Account {
  signedMessage: SignedMessage;
}

/** An action as wallets take it. */
export interface ConnectorAction {
  type: string;
  // Each type of action has parameters of its own.
  // deno-lint-ignore no-explicit-any
  params?: any;
}

/** An action of a near-api-js transaction: an enum object, or a plain one with a single member. */
export type NEARAction = JSONObject;

export interface Transaction {
  receiverId: string;
  actions: (ConnectorAction | NEARAction)[];
  signerId?: string;
}

/** The outcome of a transaction. The wallet wrote it, so the host looks it up before it believes it. */
export type Outcome = JSONObject;

/** The access key that a dApp wants to have with a sign-in. Amounts are decimal digits, in yoctoNEAR. */
export interface FunctionCallKey {
  contractId: string;
  /** Of a key that the dApp has. Without one the keystore makes a key, and other wallets refuse. */
  publicKey?: string;
  allowMethods?: { anyMethod: true } | { anyMethod: false; methodNames: string[] };
  gasAllowance?: { kind: "unlimited" } | { kind: "limited"; amount: string } | null;
}

export interface MessageParams {
  message: string;
  recipient: string;
  /** 32 bytes. */
  nonce: Uint8Array;
}

export interface CallOptions {
  network?: string;
  signal?: AbortSignal;
}

export interface SignInParams extends CallOptions {
  addFunctionCallKey?: FunctionCallKey | null;
}

export interface SignInAndSignMessageParams extends SignInParams {
  messageParams: MessageParams;
}

export interface TransactionParams extends CallOptions {
  receiverId: string;
  actions: (ConnectorAction | NEARAction)[];
  signerId?: string;
}

export interface TransactionsParams extends CallOptions {
  transactions: Transaction[];
  signerId?: string;
}

export interface SignMessageParams extends CallOptions, MessageParams {
  signerId?: string;
}

export interface DelegateActionsParams extends CallOptions {
  delegateActions: Transaction[];
  signerId?: string;
}

export interface DelegateActionsResult {
  signedDelegateActions: string[];
}

/** The methods of a wallet, by the names that near-connect gives them. */
export interface WalletMethods {
  signIn(params?: SignInParams): Promise<Account[]>;
  signInAndSignMessage(params: SignInAndSignMessageParams): Promise<SignedAccount[]>;
  signOut(params?: CallOptions): Promise<void>;
  getAccounts(params?: CallOptions): Promise<Account[]>;
  signAndSendTransaction(params: TransactionParams): Promise<Outcome>;
  signAndSendTransactions(params: TransactionsParams): Promise<Outcome[]>;
  signMessage(params: SignMessageParams): Promise<SignedMessage>;
  signDelegateActions(params: DelegateActionsParams): Promise<DelegateActionsResult>;
}

/** A wallet as dApps see it. */
export interface Wallet extends WalletMethods {
  manifest: WalletManifest;
}

/** A wallet that a browser extension or an in-app browser put into the page. It may lack methods. */
export interface ForeignWallet extends Wallet {
  signAndSendTransaction(params: TransactionParams): Promise<Outcome & { transactions?: Outcome[] }>;
  signAndSendTransactions(params: TransactionsParams): Promise<Outcome[] & { transactions?: Outcome[] }>;
}

// What a wallet finds in its frame.

/** The parameters of one call, as an executor gets them: the connector fills in the network. */
export type Executed<Params> = Params & { network: string };

/** The object that an executor hands to `selector.ready`. */
export type Executor = {
  // Each method has parameters of its own, and executors may have methods that near-connect doesn't know.
  // deno-lint-ignore no-explicit-any
  [method: string]: ((params: any) => unknown) | WalletManifest | undefined;
  manifest?: WalletManifest;
};

/** A link by which the wallet's app came back. */
export interface ReturnedLink {
  url: string;
  query: Record<string, string>;
  fragment: Record<string, string>;
}

/** A window that the page opened for a wallet. */
export interface ProxyWindow {
  closed: boolean;
  windowId?: string | null;
  windowIdPromise: Promise<string | null>;
  id(): Promise<string | null>;
  focus(): Promise<void>;
  /** Wallets give a target as for windows; the page sends to the panel's own origin. */
  postMessage(data: unknown, target?: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * The part of the dApp's WalletConnect client that a wallet may use. Parameters and results are WalletConnect's own.
 */
export interface WalletConnectService {
  // deno-lint-ignore no-explicit-any
  connect(params: any): Promise<any>;
  // deno-lint-ignore no-explicit-any
  disconnect(params: any): Promise<any>;
  // deno-lint-ignore no-explicit-any
  request(params: any): Promise<any>;
  // deno-lint-ignore no-explicit-any
  getProjectId(): Promise<any>;
  // deno-lint-ignore no-explicit-any
  getSession(): Promise<any>;
}

/** The window's place on the screen. */
export interface WindowPlace {
  outerHeight: number;
  outerWidth: number;
  screenX: number;
  screenY: number;
}

/** `window.selector` of a wallet's frame. */
export interface Selector extends WindowPlace {
  wallet: Executor | null;
  location: string;
  nearConnectVersion: string;
  /** Beyond upstream. */
  manifest: WalletManifest;
  /** Beyond upstream. */
  network: string;
  providers: Record<string, string[]>;
  /** Beyond upstream: the address to come back to by a link during a call. It is null if the program takes none. */
  returnUrl: string | null;
  /** Beyond upstream: calls `listener` for each link; gives what removes it. */
  onReturn(listener: (link: ReturnedLink) => void): () => void;
  uuid(): string;
  // What a call gives depends on its method.
  // deno-lint-ignore no-explicit-any
  call(method: string, params?: unknown): Promise<any>;
  panelClosed(windowId: string): void;
  ready(wallet: Executor): Promise<void>;
  open(url: string, target?: string, features?: string): ProxyWindow;
  // deno-lint-ignore no-explicit-any
  external(entity: string, key: string, ...args: unknown[]): Promise<any>;
  openNativeApp(url: string): Promise<void>;
  ui: {
    whenApprove(options?: { title?: string; button?: string }): Promise<void>;
    showIframe(): Promise<void>;
    hideIframe(): Promise<void>;
  };
  storage: {
    set(key: string, value: unknown): Promise<void>;
    get(key: string): Promise<string | null>;
    remove(key: string): Promise<void>;
    keys(): Promise<string[]>;
  };
  walletConnect: WalletConnectService;
}

/** The object that stands in for `localStorage` in a wallet's frame. */
export interface SandboxedLocalStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: unknown): void;
  removeItem(key: string): void;
  key(index: number): string | null;
  clear(): void;
  readonly length: number;
}

/**
 * The function that `JSON.parse` calls for each value. WebKit passes the source of numbers, which TypeScript's
 * libraries don't know yet.
 */
// deno-lint-ignore no-explicit-any
export type JSONReviver = (key: string, value: any, context?: { source?: string }) => unknown;

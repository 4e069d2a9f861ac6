// SPDX-License-Identifier: MIT
// The provider that is injected into dApps' pages: what the host gives it, and what its parts share.

import type { Features } from "./wallets.d.ts";

/** What the host writes into the provider's script. */
export interface ProviderConfiguration {
  id: string;
  name: string;
  icon: string;
  description: string;
  website: string;
  version: string;
  /** Everybody's addresses of the public networks, by the network's id. */
  nodes: Record<string, string>;
  /** What the wallet behind the provider can do. */
  features: Features;
}

/** The sites that see another wallet. */
export interface PersonaConfiguration {
  /** The wallets' names in this package by the site's origin; `*` stands for each origin that isn't named. */
  personas: Record<string, string[]>;
}

/** The sites whose frames have a wallet inside others. */
export interface FramedConfiguration {
  /** The origins of the outermost pages, by the frame's origin. */
  frames: Record<string, string[]>;
}

/** The relay of a document, in the host's isolated world. */
export interface RelayState {
  /** The document, by which it asks. */
  readonly own: Place;
  /** The token of the view, as soon as the host has given it. */
  readonly view: Promise<string>;
  /** Tells the host something, and returns its answer; undefined where the host's side is gone. */
  tell(text: string): Promise<string | undefined>;
  /** Takes the view's token, and one for the document if it has none; returns the document's. */
  greet(token: string, document: string): string;
  /** Has the top frame vouch for this one, where the user has allowed that. */
  vouched?: () => Promise<string | undefined>;
}

/** A document that asks. */
export interface Place {
  /** The document's token. */
  document: string;
  origin: string;
  /** The origins around it, the outermost last. */
  ancestors: string[];
}

/** What a wallet that a site sees is made of. */
export interface PersonaParts {
  builtIns: BuiltIns;
  core: Core;
  /** Asks for the accounts that the site was given, silently. */
  getState(): Promise<HostState>;
}

/** An account as the host names it to pages. */
export interface HostAccount {
  accountId: string;
  /** The id of the account's network. */
  network: string;
  publicKey?: string;
  keyType?: string;
  /** The user's own name for it. */
  label?: string;
}

/** What a site may see: the answer to each request for accounts. */
export interface HostState {
  /** Changes with the accounts. */
  mark: number;
  accounts: HostAccount[];
}

/** A network that the host knows. */
export interface HostNetwork {
  networkId: string;
  /** In Base58, as nodes say it. */
  genesisHash: string;
  /** In hexadecimal, as polkadot's extensions say it. */
  genesisHashHex?: string;
  protocolVersion?: number;
  /** The address of a node, where the site may hear of one. */
  nodeUrl?: string;
  /** The contracts that are described. */
  contracts: number;
}

/** The way to the host. */
export interface Core {
  // deno-lint-ignore no-explicit-any -- each method has its own answer, and its caller says which
  request(method: string, params?: object): Promise<any>;
  /** Calls the listener at each change; the result ends that. */
  subscribe(listener: (event: HostState) => void): () => void;
}

/** The state of a document's way to its relay. */
export interface Link {
  isOpen: boolean;
  /** Called when it opens. */
  onOpen: () => void;
}

/** The built-ins of one window, taken before its page could change them. Methods take their receiver first. */
export interface BuiltIns {
  __proto__: null;
  Promise: PromiseConstructor;
  Error: ErrorConstructor;
  Uint8Array: Uint8ArrayConstructor;
  CustomEvent: typeof CustomEvent;
  ownKeys: typeof Reflect.ownKeys;
  apply: typeof Reflect.apply;
  getOwnPropertyDescriptor: typeof Object.getOwnPropertyDescriptor;
  getPrototypeOf: typeof Object.getPrototypeOf;
  defineProperty(object: object, key: PropertyKey, descriptor: PropertyDescriptor & { __proto__?: null }): void;
  freeze: typeof Object.freeze;
  isExtensible: typeof Object.isExtensible;
  isArray: typeof Array.isArray;
  isView: typeof ArrayBuffer.isView;
  /** The memory behind a typed array or a DataView. */
  bytesOf(view: unknown): Uint8Array;
  byteCount(bytes: Uint8Array): number;
  isBuffer(value: unknown): value is ArrayBuffer;
  text: typeof String;
  parse: typeof JSON.parse;
  print: typeof JSON.stringify;
  encode: typeof btoa;
  decode: typeof atob;
  codeAt(text: string, index: number): number;
  character: typeof String.fromCharCode;
  indexOf(text: string, part: string): number;
  slice(text: string, start: number, end?: number): string;
  detail(event: Event): string;
  dispatch(target: EventTarget, event: Event): boolean;
  listen(target: EventTarget, name: string, listener: (event: Event) => void): void;
  later(work: () => void, milliseconds: number): void;
  objectText: () => string;
}

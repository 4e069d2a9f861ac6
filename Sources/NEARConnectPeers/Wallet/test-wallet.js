// SPDX-License-Identifier: MIT
// A wallet for tests. It signs for real, with keys that its manifest entry gives in `metadata.accounts` ([{accountId,
// secretKey}], never keys of worth), and behaves as a script says. The script is `metadata.script`, or JSON in the
// wallet's storage under "script", which goes first: {"<method>" | "*" | "start": [step, …]}. A step is a name or
// {"do": name, …}; steps of "start" run before `ready`.

/**
 * @import {
 *   CallOptions, ConnectorAction, DelegateActionsParams, Executed, SignInAndSignMessageParams, SignMessageParams,
 *   Transaction, TransactionParams, TransactionsParams,
 * } from "#types/wallets.d.ts"
 */
/** @typedef {ArrayLike<number> & Iterable<number>} Bytes */
/** @typedef {string | number | bigint} Integer */
/** @typedef {Record<string, (string | ({do: string} & Record<string, unknown>))[]>} Script steps by method */
/** @typedef {{accountId: string, secretKey: string}} KnownAccount */
/** @typedef {{result?: unknown} | undefined} StepEnd */

/**
 * An account whose key is ready.
 *
 * @typedef {object} KeyedAccount
 * @property {string} accountId
 * @property {Uint8Array} raw the public key
 * @property {string} publicKey
 * @property {(message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>} sign
 */

const selector = window.selector;
const text = new TextEncoder();

/**
 * The steps. One that returns {result} ends the call with it; after the last one the wallet accepts.
 *
 * @type {Record<string, (options: any) => any>}
 */
const steps = {
  accept: () => undefined,
  reject: ({ message = "The test wallet rejects", code }) => { throw Object.assign(new Error(message), code && { code }); },
  throwText: ({ message = "The test wallet rejects" }) => { throw message; },
  fail: ({ message = "The test wallet fails" }) => { throw new TypeError(message); },
  hang: () => new Promise(() => {}),
  neverReady: () => new Promise(() => {}),
  show: () => selector.ui.showIframe(),
  hide: () => selector.ui.hideIframe(),
  approve: ({ title = "Test", button = "Approve" }) => selector.ui.whenApprove({ title, button }),
  store: ({ key, value }) => selector.storage.set(key, value),
  delay: ({ milliseconds = 0 }) => new Promise((resolve) => { setTimeout(resolve, milliseconds); }),
  /** Goes on when the test has put something under `key` into the wallet's storage. */
  wait: async ({ key = "go" }) => {
    while ((await selector.storage.get(key)) === null) await steps.delay({ milliseconds: 10 });
  },
  /** The frame's document goes away in the midst of the call. */
  crash: () => {
    location.reload();
    return new Promise(() => {});
  },
  leave: ({ url }) => {
    location.href = url;
    return new Promise(() => {});
  },
  spin: ({ milliseconds = 1000 }) => {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
  },
  /** Asks the page for more than anybody can want, without end. */
  flood: async () => {
    for (let batch = 1; ; batch += 1) {
      for (let index = 0; index < 100; index += 1) {
        selector.storage.set(`flood-${index % 10}`, `${batch}`.padEnd(1000, "x")).catch(() => {});
        selector.ui.showIframe();
        selector.ui.hideIframe();
      }
      await steps.delay({ milliseconds: 0 });
    }
  },
  forge: ({ message }) => forge(message),
  open: async ({ url, features, then }) => {
    const panel = selector.open(url, "_blank", features);
    const id = await panel.id();
    if (then === "close") await panel.close();
    if (then === "message") return { result: await nextMessage() };
    return then === "return" ? { result: { id, closed: panel.closed } } : undefined;
  },
  nativeApp: ({ url }) => selector.openNativeApp(url),
  /**
   * Asks the wallet's app, and goes on when the app has come back by a link. `{return}` in `url` stands for where to.
   */
  viaApp: async ({ url }) => {
    const back = new Promise((resolve) => { selector.onReturn(resolve); });
    await selector.openNativeApp(url.replace("{return}", encodeURIComponent(/** @type {string} */ (selector.returnUrl))));
    const { query } = await back;
    if (query.error !== undefined) throw Object.assign(new Error(query.error), { code: "userRejected" });
  },
  external: async ({ entity, key, args = [] }) => ({ result: await selector.external(entity, key, ...args) }),
  call: async ({ method, params }) => ({ result: await selector.call(method, params) }),
  return: ({ value }) => ({ result: value }),
  oversized: ({ characters = 20_000_000 }) => ({ result: oversized(characters) }),
  wrongSignature: () => { faults.signature = true; },
  /** Signs method names and arguments with these texts ([[from, to], …]) in place of those that it was given. */
  alter: ({ texts }) => { faults.texts = texts; },
  wrongAccount: ({ accountId = "mallory.near" }) => { faults.accountId = accountId; },
};

/** @type {{signature: boolean, accountId: string | null, texts: [string, string][]}} */
const faults = { signature: false, accountId: null, texts: [] };

/** Every way in which a frame may try to speak as the bridge does. */
function forge(message = { v: 1, id: null, type: "signedIn", payload: { accounts: [{ accountId: "mallory.near" }], walletId: "forged" }, secret: "" }) {
  const json = JSON.stringify(message);
  const top = /** @type {Window} */ (window["top"]);
  for (const target of [window.parent, top]) {
    for (const data of [message, json, null, { type: "near-wallet-injected", manifest: { id: "forged", name: "Forged" } }]) {
      target.postMessage(data, "*");
    }
  }
  const attempts = [
    () => window.webkit.messageHandlers.nearConnect.postMessage(json),
    () => top.webkit.messageHandlers.nearConnect.postMessage(json),
    () => top.nearConnect.settleHostCall("{}"),
    () => top.document.dispatchEvent(new CustomEvent("near-connect:message", { detail: json })),
    () => document.dispatchEvent(new FocusEvent("near-connect:hello", { relatedTarget: new EventTarget() })),
  ];
  for (const attempt of attempts) {
    try {
      attempt();
    } catch {
      // Refused, as it should be.
    }
  }
}

const nextMessage = () => new Promise((resolve) => {
  window.addEventListener("message", ({ data }) => {
    if (data?.id === undefined && data?.method === undefined) resolve(data);
  });
});

/** @param {number} characters */
function oversized(characters) {
  const long = "x".repeat(characters);
  return { accountId: long, publicKey: long, signature: long };
}

/** @returns {Promise<Script>} */
async function script() {
  const stored = await selector.storage.get("script");
  if (stored !== null) return JSON.parse(stored);
  const manifest = selector.wallet?.manifest ?? selector.manifest; // the embedded connector tells it before `ready`, too
  return /** @type {Script} */ (manifest?.metadata?.script ?? {});
}

/** @param {string} method @returns {Promise<StepEnd>} */
async function play(method) {
  const whole = await script();
  for (const step of whole[method] ?? (method === "start" ? [] : whole["*"]) ?? []) {
    const { do: name, ...options } = typeof step === "string" ? { do: step } : step;
    if (steps[name] === undefined) throw new Error(`The test wallet knows no step "${name}"`);
    const end = await steps[name](options);
    if (end?.result !== undefined) return end;
  }
  return undefined;
}

/**
 * Makes a method that plays its script first.
 *
 * @template Params
 * @param {string} method
 * @param {(params: Params) => unknown} accept
 * @returns {(params: Params) => Promise<unknown>}
 */
const scripted = (method, accept) => async (params) => {
  const end = await play(method);
  return end === undefined ? accept(params) : end.result;
};

// Borsh, as far as transactions need it.
/** @param {Bytes[]} parts */
const bytes = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
/** @param {Integer} value @param {number} size */
const integer = (value, size) => Uint8Array.from({ length: size }, (_, index) => Number((BigInt(value) >> BigInt(8 * index)) & 255n));
/** @param {Bytes[]} items */
const list = (items) => bytes(integer(items.length, 4), ...items);
/** @param {Bytes} value */
const blob = (value) => bytes(integer(value.length, 4), value);
/** @param {string} value */
const string = (value) => blob(text.encode(value));
/** @type {<T>(value: T | null | undefined, encode: (value: T) => Bytes) => Bytes} */
const option = (value, encode) => (value === undefined || value === null ? [0] : bytes([1], encode(value)));
/** @param {string} value */
const publicKey = (value) => bytes([0], fromBase58(value.replace(/^ed25519:/, "")));

/** @param {string} value */
const altered = (value) => faults.texts.reduce((result, [from, to]) => result.replaceAll(from, to), value);
/** @param {unknown} args */
const argsOf = (args) => (args instanceof Uint8Array ? args : text.encode(altered(JSON.stringify(args ?? {}))));
/** @param {Uint8Array | string} code */
const codeOf = (code) => (code instanceof Uint8Array ? code : Uint8Array.from(atob(code), (unit) => unit.charCodeAt(0)));

/** @param {"FullAccess" | {receiverId: string, allowance?: Integer, methodNames?: string[]}} value */
const permission = (value) => (value === "FullAccess" ? [1] : bytes(
  [0], option(value.allowance, (amount) => integer(amount, 16)), string(value.receiverId), list((value.methodNames ?? []).map(string)),
));

/** The actions' parameters in Borsh. @type {Record<string, (params: any) => Bytes>} */
const encoders = {
  CreateAccount: () => [0],
  DeployContract: ({ code }) => bytes([1], blob(codeOf(code))),
  FunctionCall: ({ methodName, args, gas, deposit }) =>
    bytes([2], string(altered(methodName)), blob(argsOf(args)), integer(gas, 8), integer(deposit ?? 0, 16)),
  Transfer: ({ deposit }) => bytes([3], integer(deposit, 16)),
  Stake: ({ stake, publicKey: key }) => bytes([4], integer(stake, 16), publicKey(key)),
  AddKey: ({ publicKey: key, accessKey }) => bytes([5], publicKey(key), integer(accessKey.nonce ?? 0, 8), permission(accessKey.permission)),
  DeleteKey: ({ publicKey: key }) => bytes([6], publicKey(key)),
  DeleteAccount: ({ beneficiaryId }) => bytes([7], string(beneficiaryId)),
};

/** @param {Transaction["actions"][number]} given */
function action(given) {
  const { type, params } = /** @type {ConnectorAction} */ (given);
  if (encoders[type] === undefined) throw new Error(`The test wallet can't sign "${type}"`);
  return encoders[type](params);
}

// Keys and signatures.
const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** @param {string} value */
function fromBase58(value) {
  let number = [...value].reduce((sum, digit) => sum * 58n + BigInt(alphabet.indexOf(digit)), 0n);
  /** @type {number[]} */
  const found = [];
  for (; number > 0n; number >>= 8n) found.unshift(Number(number & 255n));
  return Uint8Array.from([...Array(/** @type {RegExpMatchArray} */ (value.match(/^1*/))[0].length).fill(0), ...found]);
}

/** @param {Uint8Array} value */
function toBase58(value) {
  let number = [...value].reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let digits = "";
  for (; number > 0n; number /= 58n) digits = alphabet[Number(number % 58n)] + digits;
  const zeros = value.findIndex((byte) => byte !== 0);
  return alphabet[0].repeat(zeros === -1 ? value.length : zeros) + digits;
}

/** @param {Bytes} value */
const toBase64 = (value) => btoa(Array.from(value, (byte) => String.fromCharCode(byte)).join(""));
/** @param {Uint8Array<ArrayBuffer>} value */
const sha256 = async (value) => new Uint8Array(await crypto.subtle.digest("SHA-256", value));

/** The PKCS #8 envelope of an Ed25519 seed. */
const envelope = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20];

/** @param {KnownAccount} account @returns {Promise<KeyedAccount>} */
async function keyOf({ accountId, secretKey }) {
  const seed = fromBase58(secretKey.replace(/^ed25519:/, "")).subarray(0, 32);
  const key = await crypto.subtle.importKey("pkcs8", bytes(envelope, seed), "Ed25519", true, ["sign"]);
  const { x } = await crypto.subtle.exportKey("jwk", key);
  const raw = Uint8Array.from(atob(/** @type {string} */ (x).replaceAll("-", "+").replaceAll("_", "/")), (unit) => unit.charCodeAt(0));
  /** @param {Uint8Array<ArrayBuffer>} message */
  const sign = async (message) => {
    const signature = new Uint8Array(await crypto.subtle.sign("Ed25519", key, message));
    if (faults.signature) signature[0] ^= 1;
    return signature;
  };
  return { accountId, raw, publicKey: `ed25519:${toBase58(raw)}`, sign };
}

async function accounts() {
  const stored = await selector.storage.get("accounts");
  /** @type {KnownAccount[]} */
  const known = stored === null ? (selector.wallet?.manifest?.metadata?.accounts ?? []) : JSON.parse(stored);
  return Promise.all(known.map(keyOf));
}

/** @param {KeyedAccount} account */
const shown = ({ accountId, publicKey: key }) => ({ accountId: faults.accountId ?? accountId, publicKey: key });

/** @param {string} [signerId] */
async function signer(signerId) {
  const all = await accounts();
  const found = signerId === undefined ? all[0] : all.find(({ accountId }) => accountId === signerId);
  if (found === undefined) throw new Error(`The test wallet has no key of "${signerId ?? "anybody"}"`);
  return found;
}

/**
 * @param {string} network
 * @param {string} method
 * @param {{[name: string]: unknown}} params
 * @returns {Promise<any>} the result
 */
async function rpc(network, method, params) {
  // Connectors that know two networks leave a third one's addresses to the manifest.
  const [url] = selector.providers[network] ?? selector.wallet?.manifest?.providers?.[network] ?? [];
  const response = await fetch(url, {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: "test", method, params }),
  });
  const { result, error } = await response.json();
  if (error) throw new Error(JSON.stringify(error));
  return result;
}

/** @param {string} network @param {KeyedAccount} account */
const accessKey = (network, { accountId, publicKey: key }) => rpc(network, "query", {
  request_type: "view_access_key", finality: "optimistic", account_id: accountId, public_key: key,
});

/** @param {Executed<TransactionsParams>} params */
async function signAndSend({ network, signerId, transactions }) {
  const account = await signer(signerId);
  const outcomes = [];
  for (const { receiverId, actions } of transactions) {
    const { nonce, block_hash: blockHash } = await accessKey(network, account);
    const transaction = bytes(
      string(account.accountId), [0], account.raw, integer(BigInt(nonce) + 1n, 8), string(receiverId), fromBase58(blockHash), list(actions.map(action)),
    );
    const signature = await account.sign(await sha256(transaction));
    outcomes.push(await rpc(network, "send_tx", { signed_tx_base64: toBase64(bytes(transaction, [0], signature)), wait_until: "FINAL" }));
  }
  return outcomes;
}

/** @param {Omit<SignMessageParams, "network" | "signal">} params */
async function signMessage({ message, recipient, nonce, signerId }) {
  const account = await signer(signerId);
  const payload = bytes(integer(2 ** 31 + 413, 4), string(message), nonce, string(recipient), [0]);
  return { ...shown(account), signature: toBase64(await account.sign(await sha256(payload))) };
}

/**
 * @param {string} network
 * @param {KeyedAccount} account
 * @param {Transaction} delegateAction
 * @param {number} offset of its nonce from the key's
 */
async function signDelegate(network, account, { receiverId, actions }, offset) {
  const { nonce, block_height: height } = await accessKey(network, account);
  const delegate = bytes(
    string(account.accountId), string(receiverId), list(actions.map(action)),
    integer(BigInt(nonce) + BigInt(offset), 8), integer(BigInt(height) + 600n, 8), [0], account.raw,
  );
  const signature = await account.sign(await sha256(bytes(integer(2 ** 30 + 366, 4), delegate)));
  return toBase64(bytes(delegate, [0], signature));
}

/** @param {string} network */
const signedIn = (network) => `signed-in-${network}`;

/** @param {Executed<CallOptions>} params */
async function signIn({ network }) {
  const all = await accounts();
  await selector.storage.set(signedIn(network), "yes");
  return all.map(shown);
}

await play("start").catch((error) => {
  reportError(error); // WebKit keeps the failure of a module that awaits to itself
  return new Promise(() => {});
});
selector.ready({
  signIn: scripted("signIn", signIn),
  signInAndSignMessage: scripted("signInAndSignMessage", async (/** @type {Executed<SignInAndSignMessageParams>} */ { network, messageParams }) => {
    const [first] = await signIn({ network });
    return [{ ...first, signedMessage: await signMessage(messageParams) }];
  }),
  signOut: scripted("signOut", (/** @type {Executed<CallOptions>} */ { network }) => selector.storage.remove(signedIn(network))),
  getAccounts: scripted("getAccounts", async (/** @type {Executed<CallOptions>} */ { network }) =>
    ((await selector.storage.get(signedIn(network))) === null ? [] : (await accounts()).map(shown))),
  signMessage: scripted("signMessage", signMessage),
  signAndSendTransaction: scripted("signAndSendTransaction", async (/** @type {Executed<TransactionParams>} */ { receiverId, actions, ...rest }) =>
    (await signAndSend({ ...rest, transactions: [{ receiverId, actions }] }))[0]),
  signAndSendTransactions: scripted("signAndSendTransactions", signAndSend),
  signDelegateActions: scripted("signDelegateActions", async (/** @type {Executed<DelegateActionsParams>} */ { network, signerId, delegateActions }) => {
    const account = await signer(signerId);
    const signed = [];
    for (const [index, each] of delegateActions.entries()) signed.push(await signDelegate(network, account, each, index + 1));
    return { signedDelegateActions: signed };
  }),
});

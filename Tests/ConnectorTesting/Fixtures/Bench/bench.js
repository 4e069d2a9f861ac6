// SPDX-License-Identifier: MIT
// The figures of the connector's bench: one call through a small and a large executor, and how soon the list of wallets
// is there.

import * as tested from "@hot-labs/near-connect";

const cspNonce = document.querySelector("script[nonce]").nonce;
const answers = `window.selector.ready({
  getAccounts: async () => [{ accountId: "a.near", publicKey: "ed25519:x" }], signOut: async () => {},
  signMessage: async ({ message }) => ({ accountId: "a.near", publicKey: "ed25519:x", signature: message }),
});`;

/** About as much code as a bundle of that size has: functions, of which few run, and objects. @param {number} size */
function padded(size) {
  const parts = [];
  let length = answers.length;
  for (let index = 0; length < size; index += 1) {
    const part = `function part${index}(a, b) { let x = a * ${index} + b; for (let i = 0; i < 10; i += 1) x = (x ^ i) + "text ${index}".length;
  return { x, both: [a, b], name: \`n\${x}\` }; }
const table${index} = { run: part${index}, list: [1, 2, ${index}, "${index}"] };
`;
    parts.push(part);
    length += part.length;
  }
  return parts.join("") + answers;
}

/** @type {Record<string, string>} */
const executors = { small: padded(2_048), large: padded(1_200_000) };
const realFetch = window.fetch;
window.fetch = (resource, init) => {
  const [, name] = /^https:\/\/wallets\.test\/(\w+)\.js/.exec(String(resource instanceof Request ? resource.url : resource)) ?? [];
  return name === undefined ? realFetch(resource, init) : Promise.resolve(new Response(executors[name], { headers: { "content-type": "text/javascript" } }));
};

/** @param {string} id */
const entry = (id) => ({
  id, name: id, icon: "", website: "https://wallets.test", version: "1", executor: `https://wallets.test/${id}.js`, type: "sandbox",
  features: {}, permissions: { storage: true },
});
const manifest = { version: "1", wallets: ["small", "large"].map(entry) };
const make = () => new tested.NearConnector({ manifest, cspNonce, autoConnect: false });

/** @type {import("#types/wallets.d.ts").Wallet} */
let wallet;

/** Chooses the executor, and calls it once, so that its code is cached. @param {string} name */
export async function use(name) {
  const connector = make();
  await connector.whenManifestLoaded;
  await new Promise((resolve) => { setTimeout(resolve, 0); });
  wallet = await connector.wallet(name);
  await wallet.getAccounts();
  return "";
}

/** @param {"getAccounts" | "signMessage" | "nothing"} method */
export async function call(method) {
  if (method === "nothing") return "";
  if (method === "getAccounts") await wallet.getAccounts();
  else await wallet.signMessage({ message: "m", recipient: "r", nonce: new Uint8Array(32) });
  return "";
}

/** From nothing to the list of the packaged manifest. */
export async function list() {
  await make().whenManifestLoaded;
  return "";
}

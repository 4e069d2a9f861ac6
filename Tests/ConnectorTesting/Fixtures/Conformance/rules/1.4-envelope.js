// SPDX-License-Identifier: MIT
// What requests and replies look like.

/** Sends a message as the frame's own script would, and gives the reply whole. Works in a wallet's frame only. */
const raw = String((/** @type {{id: string}} */ message) => new Promise((resolve) => {
  window.addEventListener("message", ({ data }) => { if (data?.id === message.id && data.status) resolve(data); });
  window.parent.postMessage(message, "*");
}));

/**
 * Makes an executor that learns its uuid from the call and then runs `body(send, uuid)`.
 *
 * @param {(send: (message: object) => Promise<any>, uuid: string) => unknown} body
 */
const speaking = (body) => `
  const send = ${raw};
  const uuid = new Promise((resolve) => {
    window.addEventListener("message", ({ data }) => { if (data?.method?.startsWith("wallet:")) resolve(data.origin); });
  });
  window.selector.ready({ getAccounts: async () => (${body})(send, await uuid) });`;

/** @type {import("../suite.js").Rule[]} */
export const rules = [
  {
    id: "1.4 echo", says: "A reply is the whole request with status, result and origin",
    async check(t) {
      const { wallet } = await t.wallet(speaking((send, origin) => send({
        method: "storage.get", params: { key: "k" }, id: "mine", origin, note: { more: [1] },
      })), { permissions: { storage: true } });
      const { origin, ...reply } = await wallet.getAccounts();
      t.equal(Object.fromEntries(Object.entries(reply).sort()), {
        id: "mine", method: "storage.get", note: { more: [1] }, params: { key: "k" }, result: null, status: "success",
      });
      t.equal(origin.length, 36);
    },
  },
  {
    id: "1.4 failure text", says: "A refusal is a text, not an Error",
    async check(t) {
      const { wallet } = await t.wallet(speaking((send, origin) => send({ method: "storage.get", params: { key: "k" }, id: "mine", origin })));
      const { status, result } = await wallet.getAccounts();
      t.equal([status, result], ["failed", "Permission denied"]);
    },
  },
  {
    id: "1.4 failure of the page", says: "What the page's own objects throw keeps its message and is an Error",
    async check(t) {
      window.probeExt = { fail() { throw new RangeError("too far"); } };
      t.atEnd(() => delete window.probeExt);
      const seen = await t.inside((selector) => selector.external("probeExt", "fail").catch((error) => [error instanceof Error, error.message]),
        { permissions: { external: ["probeExt"] } });
      t.equal(seen, [true, "too far"]);
    },
  },
  {
    id: "1.4 failure of the wallet", says: "What a wallet throws reaches the caller: text, Error or object",
    async check(t) {
      const { wallet } = await t.wallet((selector) => selector.ready({
        getAccounts: async () => { throw new TypeError("an error"); },
        signMessage: async () => { throw "a text"; },
        signAndSendTransaction: async () => { throw { message: "an object", more: 1 }; },
      }));
      await t.rejects(wallet.getAccounts(), "an error");
      await t.rejects(wallet.signMessage({ message: "m", recipient: "r", nonce: new Uint8Array(32) }), "a text");
      await t.rejects(wallet.signAndSendTransaction({ receiverId: "r", actions: [] }), "an object");
    },
  },
  {
    id: "1.4 other uuid", says: "A message with another uuid is nobody's",
    async check(t) {
      const { wallet, entry } = await t.wallet(speaking(async (send, origin) => {
        window.parent.postMessage({ method: "storage.set", params: { key: "k", value: "forged" }, id: "one", origin: crypto.randomUUID() }, "*");
        await send({ method: "storage.get", params: { key: "k" }, id: "two", origin });
        return 1;
      }), { permissions: { storage: true } });
      await wallet.getAccounts();
      t.equal(localStorage.getItem(`${entry.id}:k`), null);
    },
  },
  {
    id: "1.4 structured clone", says: "Values keep their types both ways: bytes, maps, dates, big integers",
    async check(t) {
      const { wallet } = await t.wallet((selector) => selector.ready({ signMessage: async ({ message }) => message }));
      const message = { bytes: Uint8Array.of(1, 2), map: new Map([["a", 1n]]), date: new Date(0), none: null };
      const back = await wallet.signMessage({ message, recipient: "r", nonce: new Uint8Array(32) });
      t.holds(back.bytes instanceof Uint8Array && back.bytes[1] === 2, "the bytes are no bytes");
      t.holds(back.map.get("a") === 1n, "the map is no map");
      t.holds(back.date.getTime() === 0 && back.none === null, "the rest is lost");
    },
  },
  {
    id: "1.4 ignored", says: "\"panel.closed\" from a frame, and messages that are no objects, do no harm",
    async check(t) {
      const { wallet } = await t.wallet(speaking(async (send, origin) => {
        for (const data of [null, undefined, 0, "text", [], { method: "panel.closed", origin }, { origin }, { origin, status: "success" }]) {
          window.parent.postMessage(data, "*");
        }
        return (await send({ method: "storage.get", params: { key: "k" }, id: "after", origin })).status;
      }), { permissions: { storage: true } });
      t.equal(await wallet.getAccounts(), "success");
    },
  },
  {
    id: "1.4 kinds of failures", says: "What the page's objects throw keeps its name and its code: errors, objects, and what can't be cloned",
    async check(t) {
      window.probeExt = {
        far() { throw new RangeError("too far"); },
        refuse() { throw { code: 5000, message: "refused" }; },
        give: () => () => {},
      };
      t.atEnd(() => delete window.probeExt);
      const seen = await t.inside((selector) => Promise.all(["far", "refuse", "give"].map((key) => selector.external("probeExt", key).catch(
        ({ name, message, code }) => (name === "DataCloneError" ? [name] : [name, message, code])))), { permissions: { external: ["probeExt"] } });
      t.equal(seen, [["RangeError", "too far", undefined], [undefined, "refused", 5000], ["DataCloneError"]]);
    },
  },
  {
    id: "1.4 codes of the wallet", says: "What a wallet throws keeps its name, its code and its data",
    async check(t) {
      const { wallet } = await t.wallet((selector) => selector.ready({
        getAccounts: async () => { throw { code: 4001, message: "declined", data: { why: 1 } }; },
        signMessage: async () => { throw new RangeError("too far"); },
      }));
      const { code, message, data } = await t.rejects(wallet.getAccounts(), "declined");
      t.equal([code, message, data], [4001, "declined", { why: 1 }]);
      t.equal((await t.rejects(wallet.signMessage({ message: "m", recipient: "r", nonce: new Uint8Array(32) }), "too far")).name, "RangeError");
    },
  },
];

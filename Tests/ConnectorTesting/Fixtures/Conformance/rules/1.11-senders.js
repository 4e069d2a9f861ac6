// SPDX-License-Identifier: MIT
// Who is heard and who is told. Upstream takes the uuid in a message for proof of its sender.

/** @import { Selector } from "#types/wallets.d.ts" */

/**
 * The means of an executor that `leaking` makes.
 *
 * @typedef {{selector: Selector, told: (text: string) => Promise<void>, got: unknown[], url: string}} Means
 */
/** @import { Scene } from "../scene.js" */

const stored = { permissions: { storage: true } };

/**
 * An executor that tells the page its secrets, the uuid and the call's id, and goes on with `body`. Its panels'
 * messages are collected in `got`.
 *
 * @param {(means: Means) => unknown} body
 * @param {string} [data] the `url` of its means
 */
const leaking = (body, data) => `
  const got = [];
  window.addEventListener("message", ({ data: message }) => {
    if (message.from) got.push(message.from);
    if (message.method?.startsWith?.("wallet:")) window.parent.postMessage({ leaked: { uuid: message.origin, id: message.id } }, "*");
  });
  const told = (text) => new Promise((resolve) => {
    window.addEventListener("message", ({ data: message }) => { if (message === text) resolve(); });
  });
  window.selector.ready({ getAccounts: async () => (${body})({ selector: window.selector, told, got, url: ${JSON.stringify(data ?? null)} }) });`;

/** @param {Scene} t */
const leaked = async (t) => (await t.until(() => t.heard.find(({ data }) => data?.leaked), "the uuid")).data.leaked;
/** @param {Scene} t @param {unknown} text */
const tell = (t, text) => t.message((data) => data?.leaked).source.postMessage(text, "*");

/** @type {import("../suite.js").Rule[]} */
export const rules = [
  {
    id: "1.11 1 stranger asks", says: "A request with the right uuid from another frame of the page is not served",
    async check(t) {
      const { wallet, entry } = await t.wallet(leaking(({ told }) => told("go on")), stored);
      const call = wallet.getAccounts();
      const { uuid } = await leaked(t);
      t.stranger((origin) => {
        parent.postMessage({ method: "storage.set", params: { key: "k", value: "forged" }, id: "forged", origin }, "*");
        parent.postMessage("forged", "*");
      }, uuid);
      await t.until(() => t.heard.some(({ data }) => data === "forged"), "the forgery");
      tell(t, "go on");
      await call;
      t.equal(localStorage.getItem(`${entry.id}:k`), null, "what was stored");
    },
  },
  {
    id: "1.11 1 popup asks", says: "A request with the right uuid from a wallet's own popup is not served",
    async check(t) {
      const { wallet, entry } = await t.wallet(leaking(({ told }) => told("go on")), { permissions: { storage: true, allowsOpen: [t.site] } });
      const call = wallet.getAccounts();
      const { uuid } = await leaked(t);
      window.open(`${t.site}/puppet.html?${encodeURIComponent(`
        opener.postMessage({ method: "storage.set", params: { key: "k", value: "forged" }, id: "forged", origin: "${uuid}" }, "*");
        opener.postMessage("forged", "*"); close();`)}`);
      await t.until(() => t.heard.some(({ data }) => data === "forged"), "the forgery");
      tell(t, "go on");
      await call;
      t.equal(localStorage.getItem(`${entry.id}:k`), null, "what was stored");
    },
  },
  {
    id: "1.11 2 stranger replies", says: "A reply with the right uuid and id from another frame doesn't end the call",
    async check(t) {
      const { wallet } = await t.wallet(leaking(async ({ told }) => {
        await told("go on");
        return "genuine";
      }));
      const call = wallet.getAccounts();
      t.stranger(({ uuid, id }) => {
        parent.postMessage({ method: "getAccounts", id, origin: uuid, status: "success", result: "forged" }, "*");
        parent.postMessage("forged", "*");
      }, await leaked(t));
      await t.until(() => t.heard.some(({ data }) => data === "forged"), "the forgery");
      tell(t, "go on");
      t.equal(await call, "genuine");
    },
  },
  {
    id: "1.11 2 nested frame replies", says: "A frame inside the executor's can't answer in its place",
    async check(t) {
      const inner = `<script nonce="${t.cspNonce}">addEventListener("message", ({ data }) => {
        parent.parent.postMessage({ method: "getAccounts", id: data.id, origin: data.uuid, status: "success", result: "forged" }, "*");
        parent.postMessage("forged", "*");
      })</scr` + "ipt>";
      const { wallet } = await t.wallet(`
        let call;
        window.addEventListener("message", ({ data }) => { if (data?.method?.startsWith("wallet:")) call = { uuid: data.origin, id: data.id }; });
        window.selector.ready({ getAccounts: async () => {
          const frame = document.createElement("iframe");
          frame.srcdoc = ${JSON.stringify(inner).replaceAll("<", "\\u003c")};
          const forged = new Promise((resolve) => { window.addEventListener("message", ({ data }) => data === "forged" && resolve()); });
          frame.onload = () => frame.contentWindow.postMessage(call, "*");
          document.body.append(frame);
          await forged;
          return "genuine";
        } });`);
      t.equal(await wallet.getAccounts(), "genuine");
    },
  },
  {
    id: "1.11 3 another window speaks", says: "A window of the panel's origin that isn't the panel is not heard",
    async check(t) {
      const { wallet } = await t.wallet(leaking(async ({ selector, told, got, url }) => {
        await selector.open(url).id();
        window.parent.postMessage("opened", "*");
        await told("go on");
        return got;
      }, t.page(() => {})), { permissions: { allowsOpen: [t.site] } });
      const call = wallet.getAccounts();
      await t.until(() => t.heard.some(({ data }) => data === "opened"), "the panel");
      window.open(t.page(() => {
        opener.postMessage({ from: "another window" }, "*");
        window.close();
      }));
      await t.until(() => t.heard.some(({ data }) => data?.from), "the other window");
      tell(t, "go on");
      t.equal(await call, []);
    },
  },
  {
    id: "1.11 3 redirect", says: "A panel that goes on to another origin of the wallet's list is still heard",
    async check(t) {
      const end = t.page(() => opener.postMessage({ from: "the end" }, "*"), t.otherSite);
      const { wallet } = await t.wallet(leaking(async ({ selector, told, got, url }) => {
        const panel = selector.open(url);
        await told("go on");
        await panel.close();
        return got;
      }, t.page(`() => location.replace(${JSON.stringify(end)})`)), { permissions: { allowsOpen: [t.site, t.otherSite] } });
      const call = wallet.getAccounts();
      await t.until(() => t.heard.some(({ data }) => data?.from === "the end"), "the panel's last page");
      tell(t, "go on"); // what the page hands on comes before it
      t.equal(await call, ["the end"]);
    },
  },
  {
    id: "1.11 4 strangers in the panel", says: "What a wallet says to its panel reaches no page that the wallet may not open",
    async check(t) {
      const end = t.page(() => {
        addEventListener("message", ({ data }) => opener.postMessage({ overheard: data }, "*"));
        opener.postMessage("elsewhere", "*");
      }, t.otherSite);
      const { wallet } = await t.wallet(leaking(async ({ selector, told, url }) => {
        const panel = selector.open(url);
        await panel.id();
        await told("go on");
        await panel.postMessage({ secret: 1 });
        window.parent.postMessage("said", "*");
        await told("close");
        await panel.close();
      }, t.page(`() => location.replace(${JSON.stringify(end)})`)), { permissions: { allowsOpen: [t.site] } });
      const call = wallet.getAccounts();
      const { source } = await t.until(() => t.heard.find(({ data }) => data === "elsewhere"), "the other page");
      tell(t, "go on");
      await t.until(() => t.heard.some(({ data }) => data === "said"), "the message");
      source.postMessage("last", "*"); // what was said before it would have been heard before it
      await t.until(() => t.heard.some(({ data }) => data?.overheard === "last"), "the last message");
      tell(t, "close");
      await call;
      t.holds(!t.heard.some(({ data }) => data?.overheard?.secret), "it was overheard");
    },
  },
  {
    id: "1.11 5 frame leaves", says: "A frame that leaves its document ends the call, and what it becomes is neither heard nor told",
    async check(t) {
      const { wallet, entry } = await t.wallet(`
        const { parent } = window;
        if (window.name !== "") {
          window.addEventListener("message", ({ data }) => parent.postMessage({ overheard: data }, "*"));
          parent.postMessage({ method: "storage.set", params: { key: "k", value: "from beyond" }, id: "1", origin: window.name }, "*");
          parent.postMessage("beyond", "*");
        } else {
          window.addEventListener("message", ({ data }) => {
            if (!data?.method?.startsWith("wallet:")) return;
            window.name = data.origin;
            parent.postMessage("leaving", "*");
            location.reload();
          });
          window.selector.ready({ getAccounts: () => new Promise(() => {}) });
        }`, stored);
      const call = t.rejects(wallet.getAccounts());
      const { source } = await t.until(() => t.heard.find(({ data }) => data === "leaving"), "the departure");
      await call;
      const isThere = () => [...document.querySelectorAll("iframe")].some((frame) => frame.contentWindow === source);
      await t.until(() => !isThere() || t.heard.some(({ data }) => data === "beyond"), "what comes after, or the frame to go");
      t.equal(localStorage.getItem(`${entry.id}:k`), null, "what was stored");
      t.equal(t.heard.filter(({ data }) => data?.overheard), [], "what was overheard");
    },
  },
  {
    id: "1.11 16 uuid after the call", says: "A uuid that was used in one call opens nothing in the next",
    async check(t) {
      const { wallet, entry } = await t.wallet(`
        let uuid;
        window.addEventListener("message", ({ data }) => { if (data?.method?.startsWith("wallet:")) uuid = data.origin; });
        window.selector.ready({ getAccounts: async () => {
          const old = await window.selector.storage.get("uuid");
          await window.selector.storage.set("uuid", uuid);
          if (old === null) return;
          window.parent.postMessage({ method: "storage.set", params: { key: "k", value: "replayed" }, id: "1", origin: old }, "*");
          await window.selector.storage.get("uuid");
        } });`, stored);
      await wallet.getAccounts();
      await wallet.getAccounts();
      t.equal(localStorage.getItem(`${entry.id}:k`), null, "what was stored");
    },
  },
];

// SPDX-License-Identifier: MIT
// Windows of wallets: what they say, how they end, and pages inside the executor's frame.

/** @import { Selector } from "#types/wallets.d.ts" */
/** @import { Scene } from "../scene.js" */

/** @param {Scene} t */
const allowed = (t) => ({ permissions: { allowsOpen: [t.site], storage: true } });

/**
 * Collects what a panel says, before an executor's body.
 *
 * @param {(selector: Selector, data: string, got: any[], pause: () => Promise<void>) => unknown} body
 */
const collecting = (body) => `async (selector, data) => {
  const got = [];
  window.addEventListener("message", ({ data: message }) => {
    if (message.method === undefined && message.id === undefined) got.push(message);
  });
  const pause = () => new Promise((resolve) => { setTimeout(resolve, 5); });
  return (${body})(selector, data, got, pause);
}`;

/** @type {import("../suite.js").Rule[]} */
export const rules = [
  {
    id: "1.6 relay", says: "What a panel says arrives as its fields and the frame's uuid; texts and lists as index and item",
    async check(t) {
      const got = await t.inside(collecting(async ({ open }, url, got, pause) => {
        const panel = open(url);
        while (got.length < 3) await pause();
        await panel.close();
        return got.map(({ origin, ...fields }) => [fields, origin.length]);
      }), { ...allowed(t), data: t.page(() => {
        for (const data of [{ uid: 1, status: "ok" }, "ab", [7]]) opener.postMessage(data, "*");
      }) });
      t.equal(got, [[{ uid: 1, status: "ok" }, 36], [{ 0: "a", 1: "b" }, 36], [{ 0: 7 }, 36]]);
    },
  },
  {
    id: "1.6 other origin", says: "What a window of another origin says is not handed on",
    async check(t) {
      const stranger = t.page(() => opener.postMessage({ from: "stranger" }, "*"), t.otherSite);
      const own = t.page(() => {
        addEventListener("message", () => opener.postMessage({ from: "panel" }, "*"));
        opener.postMessage({ ready: true }, "*");
      });
      /** @type {Window} */
      let executor;
      t.listen(window, "message", ({ data, source }) => {
        if (data === "opened") {
          executor = source;
          window.open(stranger);
        } else if (data?.from === "stranger") {
          source.close();
          executor.postMessage("the stranger has spoken", "*");
        }
      });
      const got = await t.inside(collecting(async ({ open }, url, got, pause) => {
        const panel = open(url);
        while (!got.some(({ ready }) => ready)) await pause();
        window.parent.postMessage("opened", "*");
        while (!got.includes("the stranger has spoken")) await pause();
        await panel.postMessage("your turn", "*");
        while (!got.some(({ from }) => from === "panel")) await pause();
        await panel.close();
        return got.flatMap(({ from }) => from ?? []);
      }), { ...allowed(t), data: own });
      t.equal(got, ["panel"]);
    },
  },
  {
    id: "1.6 to the panel", says: "`postMessage` reaches the panel, and it sees the page's origin",
    async check(t) {
      const got = await t.inside(collecting(async ({ open }, url, got, pause) => {
        const panel = open(url);
        while (!got.some(({ ready }) => ready)) await pause();
        await panel.postMessage({ hello: 1 }, "https://ignored.example");
        while (!got.some(({ back }) => back)) await pause();
        await panel.close();
        return got.find(({ back }) => back).back;
      }), { ...allowed(t), data: t.page(() => {
        addEventListener("message", ({ data, origin }) => opener.postMessage({ back: [data, origin] }, "*"));
        opener.postMessage({ ready: true }, "*");
      }) });
      t.equal(got, [{ hello: 1 }, location.origin]);
    },
  },
  {
    id: "1.6 closed by the page", says: "`closed` turns true when the panel's page closes itself",
    async check(t) {
      const seen = await t.inside(async ({ open }, url) => {
        const told = new Promise((resolve) => {
          window.addEventListener("message", ({ data }) => { if (data.method === "proxy-window:closed") resolve(data); });
        });
        const panel = open(url);
        const id = await panel.id();
        const { windowId, origin } = await told;
        while (!panel.closed) await new Promise((resolve) => { setTimeout(resolve, 5); });
        return [windowId === id, origin.length, panel.closed];
      }, { ...allowed(t), data: t.page(() => setTimeout(() => window.close(), 30)) });
      t.equal(seen, [true, 36, true]);
    },
  },
  {
    id: "1.6 closed by the wallet", says: "`close` closes the window, and `closed` turns true",
    async check(t) {
      const seen = await t.inside(async ({ open }, url) => {
        const panel = open(url);
        await panel.id();
        await panel.close();
        while (!panel.closed) await new Promise((resolve) => { setTimeout(resolve, 5); });
        return panel.closed;
      }, { ...allowed(t), data: t.page(() => {}) });
      t.equal(seen, true);
    },
  },
  {
    id: "1.6 blocked, then approved", says: "A window that was blocked opens after the user has pressed the wallet's button",
    async check(t) {
      const { open } = window;
      let isBlocked = true;
      window.open = (...args) => (isBlocked ? null : open.apply(window, args));
      t.atEnd(() => { window.open = open; });
      t.listen(window, "message", ({ data }) => { if (data === "approved") isBlocked = false; });
      const call = t.inside(collecting(async (selector, url, got, pause) => {
        const first = await selector.open(url).id();
        const approval = selector.ui.whenApprove({ title: "Open the wallet", button: "Open" });
        window.parent.postMessage("asked", "*");
        while (!got.includes("click")) await pause();
        document.querySelector("#root button").click();
        await approval;
        window.parent.postMessage("approved", "*");
        const panel = selector.open(url);
        const second = await panel.id();
        while (!got.some(({ hello }) => hello)) await pause();
        await panel.close();
        return [first, typeof second];
      }), { ...allowed(t), data: t.page(() => opener.postMessage({ hello: 1 }, "*")) });
      const { source } = await t.until(() => t.heard.find(({ data }) => data === "asked"), "the question");
      await t.until(() => t.shownFrames().length === 1, "the frame");
      source.postMessage("click", "*");
      t.equal(await call, [null, "string"]);
      await t.until(() => t.shownFrames().length === 0, "the frame to go away");
    },
  },
  {
    id: "1.6 late close", says: "A window that is closed just before the wallet returns is closed",
    async check(t) {
      /** @type {any[]} */
      const windows = [];
      const { open } = window;
      window.open = (...args) => windows[windows.push(open.apply(window, args)) - 1];
      t.atEnd(() => { window.open = open; });
      await t.inside(async (selector, url) => {
        const panel = selector.open(url);
        await panel.id();
        panel.close();
        return 1;
      }, { ...allowed(t), data: t.page(() => {}) });
      await t.until(() => windows.length === 1 && windows[0].closed, "the window's end");
    },
  },
  {
    id: "1.6 nested frame", says: "A page in a frame inside the executor's may open panels; the executor gets the replies",
    async check(t) {
      /** @param {string} nonce */
const inner = (nonce) => `<script nonce="${nonce}">
        addEventListener("message", ({ data }) => {
          if (data.uuid) parent.parent.postMessage({ method: "open", id: "inner-1", params: { url: data.url }, origin: data.uuid }, "*");
        });
      </scr` + "ipt>";
      const { wallet } = await t.wallet(`
        const uuid = new Promise((resolve) => {
          window.addEventListener("message", ({ data }) => { if (data.method?.startsWith("wallet:")) resolve(data.origin); });
        });
        window.selector.ready({ getAccounts: async () => {
          const frame = document.createElement("iframe");
          frame.srcdoc = ${JSON.stringify(inner(t.cspNonce)).replaceAll("<", "\\u003c")};
          const loaded = new Promise((resolve) => { frame.onload = resolve; });
          document.body.append(frame);
          await loaded;
          const reply = new Promise((resolve) => {
            window.addEventListener("message", ({ data }) => { if (data.id === "inner-1" && data.status) resolve(data); });
          });
          frame.contentWindow.postMessage({ uuid: await uuid, url: ${JSON.stringify(t.page(() => {}))} }, "*");
          const { status, result, origin } = await reply;
          await window.selector.call("panel.close", { windowId: result });
          return [status, typeof result, origin === await uuid];
        } });`, allowed(t));
      t.equal(await wallet.getAccounts(), ["success", "string", true]);
    },
  },
  {
    id: "1.6 null data", says: "Messages without data, from anywhere, do no harm",
    async check(t) {
      t.stranger(() => { for (const data of [null, undefined, 1, "x"]) parent.postMessage(data, "*"); });
      await t.until(() => t.heard.some(({ data }) => data === "x"), "the messages");
      t.equal(await t.inside(() => 1), 1);
    },
  },
];

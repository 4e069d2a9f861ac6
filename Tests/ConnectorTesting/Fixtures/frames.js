// SPDX-License-Identifier: MIT
// Counts the free frames of the pool, by a clock that the test sets.

import { NearConnector } from "near-connect://bridge/Connector/index.js";
import { DeferredTasks } from "near-connect://bridge/Connector/sandbox/deferred-tasks.js";
import { ExecutorText } from "near-connect://bridge/Connector/sandbox/executor-text.js";
import { FramePool } from "near-connect://bridge/Connector/sandbox/frame-pool.js";

const cspNonce = document.querySelector("script[nonce]").nonce;
/** @import { SandboxManifest } from "#types/wallets.d.ts" */
/** @import { Surroundings } from "#types/connector.d.ts" */

/** @type {SandboxManifest} */
const manifest = { id: "spare", name: "Spare", icon: "", type: "sandbox", version: "1", features: {}, permissions: { storage: true }, executor: "" };
const wallet = "window.calls = 0; window.selector.ready({ getAccounts: async () => { window.calls += 1; return window.calls; }, signOut() {} });";
/** @returns {Surroundings} */
const surroundings = () => ({
  network: "mainnet", providers: {}, cspNonce, readyTimeout: 30_000, hostEntities: () => ({}), walletConnect: () => { throw new Error("no wallet here uses it"); }, returnOf: () => null,
  onUIVisible() {},
});

class Clock {
  #time = 0;
  /** @type {Map<number | undefined, {action: () => void, due: number}>} */
  #timers = new Map();
  #count = 0;

  setTimeout = (/** @type {() => void} */ action, /** @type {number} */ delay) => {
    this.#count += 1;
    this.#timers.set(this.#count, { action, due: this.#time + delay });
    return this.#count;
  };

  clearTimeout = (/** @type {number | undefined} */ timer) => { this.#timers.delete(timer); };

  get timerCount() {
    return this.#timers.size;
  }

  now = () => this.#time;

  /** @param {number} duration */
  advance(duration) {
    this.#time += duration;
    for (const [timer, { action, due }] of [...this.#timers]) {
      if (due <= this.#time && this.#timers.delete(timer)) action();
    }
  }
}

const turn = () => new Promise((resolve) => { setTimeout(resolve, 1); });
const documents = () => document.querySelectorAll("iframe").length;
/** @param {() => unknown} condition */
const until = async (condition) => { while (!condition()) await turn(); };

/** A pool of frames, and calls that use it. */
class Room {
  clock = new Clock();
  pool = new FramePool(surroundings, new DeferredTasks(this.clock));

  constructor(text = wallet, entry = manifest) {
    this.code = new ExecutorText(text);
    this.entry = entry;
  }

  /**
   * Calls one after the other, without a rest; gives what the wallet said.
   *
   * @param {number} count
   * @returns {Promise<any[]>}
   */
  async call(count) {
    const said = [];
    for (let call = 0; call < count; call += 1) {
      await this.pool.load();
      const frame = this.pool.take(this.entry, this.code);
      said.push(await frame.call("getAccounts", {}));
      if (frame.isStale) throw new Error("the frame was stale");
      this.pool.prepare(this.entry, this.code);
    }
    return said;
  }

  /** Lets the rest begin, and frames become free one by one until there are `count`. @param {number} count */
  async rest(count) {
    this.clock.advance(30);
    await until(() => {
      this.clock.advance(0);
      return this.pool.freeCount >= count;
    });
    // One more would come by now, if there was to be one.
    await turn();
    this.clock.advance(0);
    return this.pool.freeCount;
  }

  /** The number of free frames some time after the last call. @param {number} duration */
  after(duration) {
    this.clock.advance(duration);
    return this.pool.freeCount;
  }
}

/** A connector with one wallet, whose code is `text`; `end` puts the page's own `fetch` back. @param {string} text */
async function connected(text) {
  const connector = new NearConnector({ manifest: { version: "1", wallets: [] }, cspNonce, autoConnect: false });
  const realFetch = window.fetch;
  window.fetch = async () => new Response(text);
  await connector.registerWallet({ ...manifest, executor: "https://wallets.test/spare.js" });
  return { connector, tested: await connector.wallet("spare"), end: () => { window.fetch = realFetch; } };
}

/** @param {number} length */
const padded = (length) => `${wallet}/*${"x".repeat(length)}*/`;
const questions = {
  async ordinary() {
    const room = new Room();
    return [await room.call(1), room.pool.freeCount, await room.rest(2), room.after(10_000), room.after(50_000)];
  },
  async burst() {
    const room = new Room();
    const said = await room.call(12);
    const counts = [await room.rest(16), room.after(10_000), room.after(50_000)];
    await until(() => documents() === 0);
    return [Math.max(...said), ...counts];
  },
  async memory() {
    const counts = [];
    for (const length of [0, 1_200_000, 6_000_000, 15_000_000]) {
      const room = new Room(padded(length));
      await room.call(12);
      const frame = 512 * 1024 + 2 * room.code.length;
      counts.push(await room.rest(Math.max(1, Math.min(16, Math.floor(24 * 1024 * 1024 / frame)))));
      room.pool.drop();
    }
    return counts;
  },
  /** The methods of the answers that anybody in the page hears: what frames rehearse isn't any wallet's. */
  async rehearsals() {
    /** @type {unknown[]} */
    const answers = [];
    /** @param {MessageEvent} event */
    const onMessage = ({ data }) => { if (data?.status !== undefined) answers.push(data.method); };
    window.addEventListener("message", onMessage);
    const room = new Room();
    const said = await room.call(1);
    await room.rest(2);
    await until(() => answers.length >= 7);
    said.push(...await room.call(1));
    window.removeEventListener("message", onMessage);
    room.pool.drop();
    return [said, answers.join()];
  },
  /** The tasks done and the number of timers after 25, 30, 200 and 1,000 milliseconds. */
  async tasks() {
    const clock = new Clock();
    const tasks = new DeferredTasks(clock);
    /** @type {string[]} */
    const done = [];
    let errorCount = 0; // their texts are hidden from pages of a scheme of their own
    /** @param {ErrorEvent} event */
    const onError = (event) => {
      event.preventDefault();
      errorCount += 1;
    };
    window.addEventListener("error", onError);
    tasks.add(() => done.push("last"), 900);
    const unwanted = tasks.add(() => done.push("unwanted"), 200);
    tasks.add(() => { throw new Error("failed"); }, 200);
    tasks.add(() => {
      done.push("second");
      tasks.add(() => done.push("at once"), 0);
    }, 200);
    tasks.add(() => {
      done.push("first");
      tasks.remove(unwanted);
    }, 25);
    const seen = [];
    for (const duration of [25, 5, 170, 800]) {
      clock.advance(duration);
      clock.advance(0);
      seen.push([done.splice(0).join(), clock.timerCount]);
    }
    window.removeEventListener("error", onError);
    return [...seen, errorCount];
  },
  /**
   * Wallets that write something else at each start: of four calls, each after a rest, the number of those that found
   * no frame that waited, and of those that saw or stored something that isn't their own.
   */
  async writers() {
    const [all, copy] = ["window.selector.storage", "window.sandboxedLocalStorage"];
    const starts = {
      copied: `${copy}.setItem("start", own); ${copy}.removeItem("gone");`,
      readBack: `${copy}.setItem("start", own); if (${copy}.getItem("start") !== own) throw new Error("it is not there");`,
      stored: `${all}.set("start", own);`, awaited: `await ${all}.set("start", own);`,
      // One that reads what another start has written has to start anew, as ever.
      counting: `${copy}.setItem("start", own); ${copy}.setItem("count", Number(${copy}.getItem("count")) + 1);`,
    };
    /** @type {Record<string, unknown>} */
    const found = {};
    for (const [name, start] of Object.entries(starts)) {
      let begun = 0;
      /** @param {MessageEvent} event */
      const onMessage = ({ data }) => { if (data?.method === "storage.set" && data.params.key === "start" && data.status === undefined) begun += 1; };
      window.addEventListener("message", onMessage);
      const id = `writer-${name}`;
      const room = new Room(`const own = crypto.randomUUID(); ${start}
        window.selector.ready({ getAccounts: async () => [own, ${copy}.getItem("outside"), ${copy}.getItem("gone"), await ${all}.get("start")] });`, { ...manifest, id });
      let [made, hasty, faults] = [0, 0, 0];
      const observer = new MutationObserver((records) => {
        for (const { addedNodes } of records) made += [...addedNodes].filter((node) => node instanceof Element && node.querySelector("iframe")).length;
      });
      observer.observe(document.body, { childList: true });
      for (let call = 0; call < 5; call += 1) {
        localStorage.setItem(`${id}:outside`, `${call}`);
        localStorage.setItem(`${id}:gone`, `${call}`);
        const waiting = room.pool.freeCount;
        const [[own, outside, gone, stored]] = await room.call(1);
        if (call > 0 && room.pool.freeCount !== waiting - 1) hasty += 1;
        const isGone = name !== "copied" || gone === null;
        if (stored !== own || localStorage.getItem(`${id}:start`) !== own || outside !== `${call}` || !isGone) faults += 1;
        await room.rest(name === "awaited" ? 1 : 2);
        // Each frame that waits has begun: it has written, and may have read.
        await until(() => begun === made);
      }
      window.removeEventListener("message", onMessage);
      observer.disconnect();
      room.pool.drop();
      found[name] = { hasty, faults };
    }
    return found;
  },
  async lookedMeanwhile() {
    const { connector, tested, end } = await connected(`
      let looked = null;
      const look = () => window.sandboxedLocalStorage.getItem("k");
      window.addEventListener("message", ({ data }) => { if (data === "look") looked = [look()]; });
      window.selector.ready({ getAccounts: async () => [looked, look()], signOut() {} });`);
    await tested.getAccounts();
    await until(() => connector.framePool.freeCount >= 2);
    await turn();
    // Before the page can hear of the look, the pair changes and the frame is used.
    for (const frame of document.querySelectorAll("iframe")) frame.contentWindow?.postMessage("look", "*");
    localStorage.setItem("spare:k", "new");
    const said = await tested.getAccounts();
    await tested.signOut();
    end();
    return said;
  },
  async signOutMeanwhile() {
    const { connector, tested, end } = await connected(`window.selector.ready({
      getAccounts: () => new Promise((resolve) => {
        window.addEventListener("message", ({ data }) => { if (data === "go on") resolve(1); });
      }),
      signOut() {},
    });`);
    const call = tested.getAccounts();
    await until(() => documents() === 2);
    // The first is the call's, the other one waits for the next call.
    const [frame] = document.querySelectorAll("iframe");
    await tested.signOut();
    /** @type {unknown} */
    let said;
    call.then((value) => { said = value; });
    await until(() => {
      frame.contentWindow?.postMessage("go on", "*");
      return said !== undefined;
    });
    await until(() => documents() === 0 || connector.framePool.freeCount > 0);
    end();
    return [said, connector.framePool.freeCount];
  },
  /** The frames when a wallet is first asked for its accounts, how many the next call makes, and its answer. */
  async followed() {
    const { connector, tested, end } = await connected(`window.selector.ready({
      getAccounts: async () => [], signMessage: async () => "signed", signOut() {},
    });`);
    const asked = tested.getAccounts();
    await until(() => documents() > 0);
    const together = documents();
    await asked;
    const waiting = connector.framePool.freeCount;
    const signed = tested.signMessage({ message: "m", recipient: "r", nonce: new Uint8Array(32) });
    const left = connector.framePool.freeCount;
    // Another frame may wait already, where the first call has taken long.
    const said = [together, waiting - left, await signed];
    await tested.signOut();
    end();
    return said;
  },
  async signOut() {
    const { connector, tested, end } = await connected(wallet);
    for (let call = 0; call < 5; call += 1) await tested.getAccounts();
    await until(() => connector.framePool.freeCount >= 2);
    await tested.signOut();
    const count = connector.framePool.freeCount;
    await until(() => documents() === 0);
    end();
    return [count, documents()];
  },
};

/**
 * @param {keyof typeof questions} name
 * @returns {Promise<string>} JSON
 */
export const ask = async (name) => JSON.stringify(await questions[name]());

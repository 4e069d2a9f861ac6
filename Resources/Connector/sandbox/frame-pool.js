// SPDX-License-Identifier: MIT
// The pool of executor frames. Each call has a frame of its own, and making one takes longer than most calls do, so the
// next frames of the wallet in use are made in advance while the page rests. The pool holds two free frames as a rule,
// and more after calls that followed each other faster than frames can be made, within a limit of memory. It drops
// frames that aren't used for a while. The code of frames is loaded after the connector, so that a page starts sooner.

import { pageTasks } from "./deferred-tasks.js";

/** @import { Clock, Surroundings } from "../../Types/connector.d.ts" */
/** @import { SandboxManifest } from "../../Types/wallets.d.ts" */
/** @import { DeferredTask, DeferredTasks } from "./deferred-tasks.js" */
/** @import { ExecutorText } from "./executor-text.js" */
/** @import { ExecutorFrame } from "./frame.js" */

/**
 * The wallet that the pool's frames are for.
 *
 * @typedef {{manifest: SandboxManifest, code: ExecutorText}} PooledWallet
 */

/** The usual size of the pool: many things that a program does are two calls, one right after the other. */
const usualSize = 2;
const largestSize = 16;
/**
 * The memory in bytes that all free frames may take, and that one frame takes. Measured on WebKitGTK 2.50.6, by private
 * memory.
 */
const memoryLimit = 24 * 1024 * 1024;
const frameSize = 512 * 1024;
const sizePerCharacter = 2;

/** The milliseconds without a call before a frame is made. Making one must not delay a call. */
const restTime = 30;
/** The milliseconds that free frames beyond the usual size stay, and that any stay. */
const surplusLimit = 10_000;
const idleLimit = 60_000;

/**
 * The largest pool for a wallet's code.
 *
 * @param {{length: number}} code
 */
const largestPool = ({ length }) =>
  Math.max(1, Math.min(largestSize, Math.floor(memoryLimit / (frameSize + length * sizePerCharacter))));

export class FramePool {
  #surroundings;
  #tasks;
  /** @type {Clock} */
  #clock;
  /** The wallet that was used last. @type {PooledWallet | null} */
  #wallet = null;
  /** Its free frames, oldest first. @type {ExecutorFrame[]} */
  #free = [];
  /** The number of free frames that there should be. */
  #wanted = usualSize;
  /** The time at which the last call ended. */
  #ended = -Infinity;
  /** The time at which a call last began or ended. */
  #busy = -Infinity;
  /** @type {typeof ExecutorFrame | undefined} */
  #ExecutorFrame;
  /** @type {DeferredTask | undefined} */
  #rest;
  /** @type {number | undefined} */
  #surplus;
  /** @type {number | undefined} */
  #idle;

  /**
   * @param {() => Surroundings} surroundings read for each frame: the network may have changed
   * @param {DeferredTasks} [tasks] the page's by default
   */
  constructor(surroundings, tasks = pageTasks) {
    this.#surroundings = surroundings;
    this.#tasks = tasks;
    this.#clock = tasks.clock;
  }

  /** The number of unused frames. */
  get freeCount() {
    return this.#free.length;
  }

  /** Loads the code of frames, which must be there when one is taken. */
  async load() {
    this.#ExecutorFrame ??= (await import("./frame.js")).ExecutorFrame;
  }

  get isLoaded() {
    return this.#ExecutorFrame !== undefined;
  }

  /** @param {PooledWallet} wallet */
  #make({ manifest, code }) {
    return new /** @type {typeof ExecutorFrame} */ (this.#ExecutorFrame)(manifest, code, this.#surroundings());
  }

  /** @param {SandboxManifest} manifest @param {ExecutorText} code */
  #isInUse(manifest, code) {
    return this.#wallet?.manifest === manifest && this.#wallet.code === code;
  }

  /**
   * Takes an unused frame. It is a free one of this wallet if nothing that it has read has changed, else a new one.
   *
   * @param {SandboxManifest} manifest
   * @param {ExecutorText} code
   * @param {object} [options]
   * @param {boolean} [options.isFollowed] true if another call comes as soon as this one ends: a wallet's first two
   *   frames are made together then, since each waits for another process while the other one is worked on
   * @returns {ExecutorFrame}
   */
  take(manifest, code, { isFollowed = false } = {}) {
    if (!this.#isInUse(manifest, code)) this.drop();
    const frame = this.#takeFree() ?? this.#makeInHaste({ manifest, code });
    if (isFollowed && this.#wallet === null) {
      this.#wallet = { manifest, code };
      this.#free.push(this.#make(this.#wallet));
      this.#refillAfterRest();
    }
    // This call may wait long for a user or a server: time to make what the next one needs.
    if (this.#wallet !== null && this.#free.length === 0) this.#refillAfterRest();
    return frame;
  }

  /** Takes the free frame that got furthest, and gives it what is stored now. */
  #takeFree() {
    if (this.#free.length === 0) return undefined;
    const stored = /** @type {string} */ (this.#dropStale());
    let index = this.#free.findIndex(({ isReady }) => isReady);
    if (index < 0) index = this.#free.findIndex((frame) => frame.isUsable(stored));
    if (index < 0) return undefined;
    const [frame] = this.#free.splice(index, 1);
    frame.refresh(stored);
    return frame;
  }

  /**
   * Makes a frame for a call that found none free. If calls follow each other without a rest, the pool grows, and a
   * second frame is made along with this call's: each waits for another process while the other one is worked on.
   *
   * @param {PooledWallet} wallet
   */
  #makeInHaste(wallet) {
    const frame = this.#make(wallet);
    if (this.#clock.now() - this.#ended < restTime) {
      this.#wanted = Math.min(this.#wanted * 2, largestPool(wallet.code));
      if (this.#free.length < this.#wanted) this.#free.push(this.#make(wallet));
    }
    return frame;
  }

  /**
   * Notes that a call has succeeded: more calls of this wallet are likely.
   *
   * @param {SandboxManifest} manifest
   * @param {ExecutorText} code
   */
  prepare(manifest, code) {
    if (!this.#isInUse(manifest, code)) this.drop();
    this.#wallet = { manifest, code };
    this.#ended = this.#clock.now();
    this.#wanted = Math.min(this.#wanted, largestPool(code));
    this.#refillAfterRest();
  }

  /** Schedules a refill. A call only notes its time; the task that is scheduled already looks at that when it runs. */
  #refillAfterRest() {
    this.#busy = this.#clock.now();
    this.#rest ??= this.#tasks.add(this.#onRest, restTime);
  }

  #onRest = () => {
    this.#rest = undefined;
    const left = this.#busy + restTime - this.#clock.now();
    if (left > 0) {
      this.#rest = this.#tasks.add(this.#onRest, left);
      return;
    }
    this.#clock.clearTimeout(this.#surplus);
    this.#surplus = this.#clock.setTimeout(() => this.#dropSurplus(), surplusLimit - restTime);
    this.#clock.clearTimeout(this.#idle);
    this.#idle = this.#clock.setTimeout(() => this.drop(), idleLimit - restTime);
    this.#refill();
  };

  /** Makes one frame, and the next when that is ready: the page's other work comes in between. A call puts it off. */
  #refill() {
    this.#dropStale();
    if (this.#wallet === null || this.#free.length >= this.#wanted) return;
    const frame = this.#make(this.#wallet);
    this.#free.push(frame);
    frame.prepared.then(() => {
      frame.rehearse();
      this.#rest ??= this.#tasks.add(this.#onRest, 0);
    }, () => {});
  }

  /**
   * Drops free frames that failed or were signed out, or whose wallet has read storage that has changed since.
   *
   * @returns {string | undefined} what is stored, unless there is no free frame
   */
  #dropStale() {
    const stored = this.#free[0]?.storage.fingerprint();
    const stale = this.#free.filter((frame) => !frame.isFresh(stored));
    if (stale.length > 0) this.#free = this.#free.filter((frame) => !stale.includes(frame));
    for (const frame of stale) frame.dispose();
    return stored;
  }

  /** Drops free frames beyond the usual size when calls have become fewer. */
  #dropSurplus() {
    this.#wanted = Math.min(this.#wanted, usualSize);
    for (const frame of this.#free.splice(this.#wanted)) frame.dispose();
  }

  /** Drops all free frames: the wallet was signed out, or something that frames are made with has changed. */
  drop() {
    this.#tasks.remove(this.#rest);
    for (const timer of [this.#surplus, this.#idle]) this.#clock.clearTimeout(timer);
    this.#rest = undefined;
    this.#wallet = null;
    this.#wanted = usualSize;
    for (const frame of this.#free.splice(0)) frame.dispose();
  }
}

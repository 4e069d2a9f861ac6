// SPDX-License-Identifier: MIT
// Where executor frames come from. Each call has a frame of its own, and making one takes longer than most calls do; so the next frames of
// the wallet in use are made in advance, while nothing else is asked. Two such spares wait as a rule; calls that follow each other faster than
// frames can be made have more of them wait for the next time, within a limit of memory. None stay when they aren't used for a while.
// The code of frames is loaded by itself, after the connector: a page starts sooner.

import { pageChores } from "./chores.js";

/** What a call gives whose frame turned out not to know what is stored: the wallet was not asked, and another frame has to be taken. */
export const outdated = Symbol("outdated");

/** How many spares there are at least: many things that a program does are two calls, one right after the other. */
const ordinaryCount = 2;
const highestCount = 16;
/** What all spares may take, in bytes, and what one of them takes: measured on WebKitGTK 2.50.6, by private memory. */
const memoryLimit = 24 * 1024 * 1024;
const frameSize = 512 * 1024;
const sizePerCharacter = 2;

/** For how long there must have been no call before a spare is made, in milliseconds: the making must not stand in a call's way. */
const restTime = 30;
/** How long spares are kept beyond the ordinary number, and how long any are, in milliseconds. */
const surplusLimit = 10_000;
const idleLimit = 60_000;

/**
 * How many spares of a wallet there may be.
 *
 * @param {{length: number}} code
 */
const mostSpares = ({ length }) =>
  Math.max(1, Math.min(highestCount, Math.floor(memoryLimit / (frameSize + length * sizePerCharacter))));

export class Frames {
  #surroundings;
  #chores;
  #clock;
  /** The wallet that was used last. @type {{manifest: object, code: import("./executor-text.js").ExecutorText} | null} */
  #wallet = null;
  /** Its unused frames, oldest first. @type {import("./frame.js").ExecutorFrame[]} */
  #spares = [];
  /** How many of them should wait. */
  #wanted = ordinaryCount;
  /** When the last call ended. */
  #ended = -Infinity;
  /** When a call last began or ended. */
  #busy = -Infinity;
  /** @type {typeof import("./frame.js").ExecutorFrame | undefined} */
  #ExecutorFrame;
  #rest;
  #surplus;
  #idle;

  /**
   * @param {() => import("./frame.js").Surroundings} surroundings read anew for each frame: the network may have changed
   * @param {import("./chores.js").Chores} [chores] the page's by default
   */
  constructor(surroundings, chores = pageChores) {
    this.#surroundings = surroundings;
    this.#chores = chores;
    this.#clock = chores.clock;
  }

  /** How many unused frames there are. */
  get spareCount() {
    return this.#spares.length;
  }

  /** Loads the code of frames, which must be there when one is taken. */
  async load() {
    this.#ExecutorFrame ??= (await import("./frame.js")).ExecutorFrame;
  }

  get isLoaded() {
    return this.#ExecutorFrame !== undefined;
  }

  #make({ manifest, code }) {
    return new this.#ExecutorFrame(manifest, code, this.#surroundings());
  }

  #isInUse(manifest, code) {
    return this.#wallet?.manifest === manifest && this.#wallet.code === code;
  }

  /**
   * A frame that has not been used: a spare, if it is this wallet's and nothing that it has read has changed, or a new one.
   *
   * @param {object} manifest
   * @param {import("./executor-text.js").ExecutorText} code
   * @returns {import("./frame.js").ExecutorFrame}
   */
  take(manifest, code) {
    if (!this.#isInUse(manifest, code)) this.drop();
    const frame = this.#takeSpare() ?? this.#makeInHaste({ manifest, code });
    // This call may take long, for it waits for a person or a server: time to make what another one needs.
    if (this.#wallet !== null && this.#spares.length === 0) this.#refillAfterRest();
    return frame;
  }

  /** The spare that is furthest, with what is stored now. */
  #takeSpare() {
    if (this.#spares.length === 0) return undefined;
    const stored = this.#dropStale();
    let index = this.#spares.findIndex(({ isReady }) => isReady);
    if (index < 0) index = this.#spares.findIndex((frame) => frame.isUsable(stored));
    if (index < 0) return undefined;
    const [frame] = this.#spares.splice(index, 1);
    frame.refresh(stored);
    return frame;
  }

  /**
   * There is no spare. If that is because one call follows the other without a rest, there will be more of them after this, and a second frame
   * is made along with this call's: each waits for another process while the other one is worked on.
   */
  #makeInHaste(wallet) {
    const frame = this.#make(wallet);
    if (this.#clock.now() - this.#ended < restTime) {
      this.#wanted = Math.min(this.#wanted * 2, mostSpares(wallet.code));
      if (this.#spares.length < this.#wanted) this.#spares.push(this.#make(wallet));
    }
    return frame;
  }

  /**
   * A call has succeeded; more calls of this wallet are likely.
   *
   * @param {object} manifest
   * @param {import("./executor-text.js").ExecutorText} code
   */
  prepare(manifest, code) {
    if (!this.#isInUse(manifest, code)) this.drop();
    this.#wallet = { manifest, code };
    this.#ended = this.#clock.now();
    this.#wanted = Math.min(this.#wanted, mostSpares(code));
    this.#refillAfterRest();
  }

  /** A call only notes when it was: the chore that is there looks at that when its time comes. */
  #refillAfterRest() {
    this.#busy = this.#clock.now();
    this.#rest ??= this.#chores.add(this.#onRest, restTime);
  }

  #onRest = () => {
    this.#rest = undefined;
    const left = this.#busy + restTime - this.#clock.now();
    if (left > 0) {
      this.#rest = this.#chores.add(this.#onRest, left);
      return;
    }
    this.#clock.clearTimeout(this.#surplus);
    this.#surplus = this.#clock.setTimeout(() => this.#dropSurplus(), surplusLimit - restTime);
    this.#clock.clearTimeout(this.#idle);
    this.#idle = this.#clock.setTimeout(() => this.drop(), idleLimit - restTime);
    this.#refill();
  };

  /** One frame, and when that is ready, the next: whatever else the page has to do comes in between. A call puts it off. */
  #refill() {
    this.#dropStale();
    if (this.#wallet === null || this.#spares.length >= this.#wanted) return;
    const spare = this.#make(this.#wallet);
    this.#spares.push(spare);
    spare.prepared.then(() => {
      spare.rehearse();
      this.#rest ??= this.#chores.add(this.#onRest, 0);
    }, () => {});
  }

  /** Takes away spares that failed or were signed out, or whose wallet has looked at its storage before that changed. Returns what is stored. */
  #dropStale() {
    const stored = this.#spares[0]?.storage.fingerprint();
    const stale = this.#spares.filter((frame) => !frame.isFresh(stored));
    if (stale.length > 0) this.#spares = this.#spares.filter((frame) => !stale.includes(frame));
    for (const frame of stale) frame.dispose();
    return stored;
  }

  /** The rush is over. */
  #dropSurplus() {
    this.#wanted = Math.min(this.#wanted, ordinaryCount);
    for (const frame of this.#spares.splice(this.#wanted)) frame.dispose();
  }

  /** Takes the spares away: the wallet was signed out, or what frames are made with has changed. */
  drop() {
    this.#chores.remove(this.#rest);
    for (const timer of [this.#surplus, this.#idle]) this.#clock.clearTimeout(timer);
    this.#rest = undefined;
    this.#wallet = null;
    this.#wanted = ordinaryCount;
    for (const frame of this.#spares.splice(0)) frame.dispose();
  }
}

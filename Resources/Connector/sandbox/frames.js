// SPDX-License-Identifier: MIT
// Where executor frames come from. Each call has a frame of its own, and making one takes longer than most calls do; so when calls
// have come to rest the next frames of that wallet are made in advance. There are a few such spares at most, and none when they aren't
// used for a while. The code of frames is loaded by itself, after the connector: a page starts sooner.

/** How long spares are kept, in milliseconds. */
const idleLimit = 60_000;
/** How many there are: many things that a program does are two calls, one right after the other. */
const spareLimit = 2;
/** For how long there must have been no call before a spare is made, in milliseconds: the making must not stand in a call's way. */
const restTime = 30;

export class Frames {
  #surroundings;
  /** The wallet that was used last. @type {{manifest: object, code: string} | null} */
  #wallet = null;
  /** Its unused frames. @type {import("./frame.js").ExecutorFrame[]} */
  #spares = [];
  /** @type {typeof import("./frame.js").ExecutorFrame | undefined} */
  #ExecutorFrame;
  #rest;
  #idle;

  /** @param {() => import("./frame.js").Surroundings} surroundings read anew for each frame: the network may have changed */
  constructor(surroundings) {
    this.#surroundings = surroundings;
  }

  /** Loads the code of frames. */
  async load() {
    this.#ExecutorFrame = (await import("./frame.js")).ExecutorFrame;
  }

  #make({ manifest, code }) {
    return new this.#ExecutorFrame(manifest, code, this.#surroundings());
  }

  /**
   * A frame that has not been used: a spare, if it is this wallet's and nothing that it has read has changed, or a new one.
   *
   * @param {object} manifest
   * @param {string} code
   * @returns {Promise<import("./frame.js").ExecutorFrame>}
   */
  async take(manifest, code) {
    if (this.#ExecutorFrame === undefined) await this.load();
    clearTimeout(this.#rest);
    if (this.#wallet?.manifest !== manifest || this.#wallet.code !== code) this.drop();
    this.#dropStale();
    return this.#spares.shift() ?? this.#make({ manifest, code });
  }

  /**
   * A call has succeeded; more calls of this wallet are likely.
   *
   * @param {object} manifest
   * @param {string} code
   */
  prepare(manifest, code) {
    if (this.#wallet?.manifest !== manifest || this.#wallet.code !== code) this.drop();
    this.#wallet = { manifest, code };
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.drop(), idleLimit);
    this.#refillAfterRest();
  }

  /** One frame at a time, so that whatever else the page has to do comes in between. */
  #refillAfterRest() {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#dropStale();
      if (this.#wallet === null || this.#spares.length >= spareLimit) return;
      this.#spares.push(this.#make(this.#wallet));
      this.#refillAfterRest();
    }, restTime);
  }

  /** Takes away spares that failed, or whose wallet has looked at its storage before that changed. */
  #dropStale() {
    const stale = this.#spares.filter((frame) => !frame.isFresh);
    this.#spares = this.#spares.filter((frame) => frame.isFresh);
    for (const frame of stale) frame.dispose();
  }

  /** Takes the spares away: the wallet was signed out, or what frames are made with has changed. */
  drop() {
    clearTimeout(this.#rest);
    clearTimeout(this.#idle);
    this.#wallet = null;
    for (const frame of this.#spares.splice(0)) frame.dispose();
  }
}

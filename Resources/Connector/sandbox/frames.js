// SPDX-License-Identifier: MIT
// Where executor frames come from. Each call has a frame of its own, and making one takes longer than most calls do; so after a
// call the next frame of that wallet is made in advance. There is one such spare at most, and none when it isn't used for a while.
// The code of frames is loaded by itself, after the connector: a page starts sooner.

/** How long a spare is kept. */
const idleLimit = 60_000;

/**
 * Does `action` in a task of its own. Not by a timer: in a page that isn't shown those take half a second and more.
 *
 * @param {() => void} action
 * @returns {() => void} takes it back
 */
function soon(action) {
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener("message", () => {
    port1.close();
    action();
  }, { once: true });
  port1.start();
  port2.postMessage(null);
  return () => port1.close();
}

export class Frames {
  #surroundings;
  /** @type {{manifest: object, code: string, frame: import("./frame.js").ExecutorFrame} | null} */
  #spare = null;
  /** @type {typeof import("./frame.js").ExecutorFrame | undefined} */
  #ExecutorFrame;
  #timer;
  #takeBack = () => {};

  /** @param {() => import("./frame.js").Surroundings} surroundings read anew for each frame: the network may have changed */
  constructor(surroundings) {
    this.#surroundings = surroundings;
  }

  /** Loads the code of frames. */
  async load() {
    this.#ExecutorFrame = (await import("./frame.js")).ExecutorFrame;
  }

  #make(manifest, code) {
    return new this.#ExecutorFrame(manifest, code, this.#surroundings());
  }

  /**
   * A frame that has not been used: the spare, if it is this wallet's and nothing that it has read has changed, or a new one.
   *
   * @param {object} manifest
   * @param {string} code
   * @returns {Promise<import("./frame.js").ExecutorFrame>}
   */
  async take(manifest, code) {
    if (this.#ExecutorFrame === undefined) await this.load();
    this.#takeBack();
    clearTimeout(this.#timer);
    const spare = this.#spare;
    this.#spare = null;
    if (spare !== null && spare.manifest === manifest && spare.code === code && spare.frame.isFresh) return spare.frame;
    spare?.frame.dispose();
    return this.#make(manifest, code);
  }

  /**
   * A call has succeeded; more calls of this wallet are likely. One that follows at once doesn't wait for the spare.
   *
   * @param {object} manifest
   * @param {string} code
   */
  prepare(manifest, code) {
    this.#takeBack();
    this.#takeBack = soon(() => {
      this.drop();
      this.#spare = { manifest, code, frame: this.#make(manifest, code) };
      this.#timer = setTimeout(() => this.drop(), idleLimit);
    });
  }

  /** Takes the spare away: the wallet was signed out, or what frames are made with has changed. */
  drop() {
    this.#takeBack();
    clearTimeout(this.#timer);
    this.#spare?.frame.dispose();
    this.#spare = null;
  }
}

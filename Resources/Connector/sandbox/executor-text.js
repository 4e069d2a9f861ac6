// SPDX-License-Identifier: MIT
// An executor's text in the form in which frames run it. It is an ES module, but an engine parses a module again in
// each document and caches the bytecode of classic scripts only. So frames get the text as the body of a function
// wherever that means the same; the first frame that can't parse it reports that, and all later ones get the module.

/** The name of the function that takes the body in a frame; see `guest`. */
export const bodyTaker = "near-connect:body";

export class ExecutorText {
  #module;
  #body;

  /** @param {string} text the executor's rewritten text */
  constructor(text) {
    this.#module = text;
    // To a module `<!--` is three operators, to a script the beginning of a comment. Nothing else has two meanings: the
    // function is strict and asynchronous like a module's top level, and `import`, `export` and `import.meta` can't be
    // parsed inside it.
    this.#body = text.includes("<!--") ? null : `window["${bodyTaker}"](async function () { "use strict"; ${text}\n});`;
  }

  /** In characters. */
  get length() {
    return this.#module.length;
  }

  /**
   * The form for a frame: a script that hands over a function, or a module.
   *
   * @returns {{code: string, isModule: boolean}}
   */
  get form() {
    return this.#body === null ? { code: this.#module, isModule: true } : { code: this.#body, isModule: false };
  }

  /** The form for a frame that could not parse the text as a function, and from now on for all. */
  get asModule() {
    this.#body = null;
    return this.form;
  }
}

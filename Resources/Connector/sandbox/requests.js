// SPDX-License-Identifier: MIT
// Requests of a frame to the page. Each is answered: at once, when the frame's call begins, or with a failure.

import { answerLedger, isLedgerRequest, refuseLedger } from "./ledger.js";
import { serve } from "./services.js";

/** @import { FrameMessage, FrameRequest } from "../../Types/connector.d.ts" */
/** @import { ExecutorFrame } from "./frame.js" */
/**
 * @typedef {{code?: unknown, hash?: unknown, message?: unknown, name?: unknown}} ErrorFields fields that something thrown may have
 */

/** The largest number of unanswered requests of a frame. */
const outstandingLimit = 500;

/** Errors that keep their name over a frame's boundary. @type {Record<string, ErrorConstructor>} */
const standardErrors = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

export class Requests {
  #frame;
  #post;
  #onFlood;
  /** @type {FrameRequest[]} */
  #held = [];
  #outstanding = 0;

  /**
   * @param {ExecutorFrame} frame
   * @param {{post: (message: FrameMessage) => void, onFlood: () => void}} events `post` throws if it can't clone;
   *   `onFlood` ends the frame
   */
  constructor(frame, { post, onFlood }) {
    this.#frame = frame;
    this.#post = post;
    this.#onFlood = onFlood;
  }

  /** True while requests wait for the frame's call. */
  get isHolding() {
    return this.#held.length > 0;
  }

  /**
   * Keeps a request until the frame is used.
   *
   * @param {FrameRequest} request
   */
  hold(request) {
    if (this.#held.length < outstandingLimit) this.#held.push(request);
    else if (isLedgerRequest(request.data)) refuseLedger(request, tooMuch);
    else this.#reply(request.data, { status: "failed", result: tooMuch });
  }

  /** Answers the requests that were held back. */
  release() {
    for (const request of this.#held.splice(0)) this.serve(request);
  }

  /** @param {FrameRequest} request */
  async serve({ data, source, nested }) {
    if (this.#outstanding >= outstandingLimit) {
      this.#onFlood();
      return;
    }
    this.#outstanding += 1;
    try {
      if (isLedgerRequest(data)) await answerLedger({ data, source }, this.#frame);
      else this.#reply(data, { status: "success", result: await serve(this.#frame, /** @type {string} */ (data.method), data.params, nested) });
    } catch (error) {
      this.#fail(data, error);
    } finally {
      this.#outstanding -= 1;
    }
  }

  /** @param {FrameMessage} data @param {FrameMessage} rest */
  #reply(data, rest) {
    this.#post({ ...data, ...rest, origin: this.#frame.uuid });
  }

  /**
   * Answers with the error that was thrown, or with a similar one if it can't be cloned. Wallets tell errors apart by
   * their kind.
   *
   * @param {FrameMessage} data
   * @param {unknown} error
   */
  #fail(data, error) {
    try {
      this.#reply(data, { status: "failed", result: error, ...beside(error) });
    } catch {
      this.#reply(data, { status: "failed", result: copyOf(error) });
    }
  }
}

const tooMuch = "Too many requests are unanswered";

/**
 * Reads an error's own fields, which a clone loses.
 *
 * @param {unknown} error
 * @returns {Pick<FrameMessage, "code" | "details">}
 */
function beside(error) {
  if (!(error instanceof Error) || error instanceof DOMException) return {};
  const { code, hash } = /** @type {ErrorFields} */ (error);
  return {
    ...((typeof code === "string" || typeof code === "number") && { code }),
    ...(typeof hash === "string" && { details: { hash } }),
  };
}

/**
 * Makes an error that can be cloned, with the text of another one and, for standard errors, its name.
 *
 * @param {unknown} error
 */
function copyOf(error) {
  try {
    const { message, name } = /** @type {ErrorFields} */ (error);
    const text = typeof message === "string" ? message : String(error);
    const standard = /** @type {string} */ (name);
    return new (Object.hasOwn(standardErrors, standard) ? standardErrors[standard] : Error)(text);
  } catch {
    return new Error("The page failed without a reason");
  }
}

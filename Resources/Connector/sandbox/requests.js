// SPDX-License-Identifier: MIT
// What a frame asks of the page, from its question to the answer. Each request is answered: at once, when the frame's call begins, or with
// a failure.

import { answerLedger, isLedgerRequest, refuseLedger } from "./ledger.js";
import { serve } from "./services.js";

/** Most requests of a frame that may be unanswered at a time. */
const outstandingLimit = 500;

/** Errors that keep their name over a frame's boundary. */
const standardErrors = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

/**
 * One request, as it came.
 *
 * @typedef {{data: any, source: MessageEventSource, nested: boolean}} Request `nested`: from a frame inside the executor's
 */

export class Requests {
  #frame;
  #post;
  #onFlood;
  #held = [];
  #outstanding = 0;

  /**
   * @param {import("./frame.js").ExecutorFrame} frame
   * @param {{post: (message: object) => void, onFlood: () => void}} events `post` throws what can't be cloned; `onFlood` ends the frame
   */
  constructor(frame, { post, onFlood }) {
    this.#frame = frame;
    this.#post = post;
    this.#onFlood = onFlood;
  }

  /** Whether requests wait for the frame's call. */
  get isHolding() {
    return this.#held.length > 0;
  }

  /**
   * Keeps a request until the frame is used.
   *
   * @param {Request} request
   */
  hold(request) {
    if (this.#held.length < outstandingLimit) this.#held.push(request);
    else if (isLedgerRequest(request.data)) refuseLedger(request, tooMuch);
    else this.#reply(request.data, { status: "failed", result: tooMuch });
  }

  /** Does what was kept. */
  release() {
    for (const request of this.#held.splice(0)) this.serve(request);
  }

  /** @param {Request} request */
  async serve({ data, source, nested }) {
    if (this.#outstanding >= outstandingLimit) {
      this.#onFlood();
      return;
    }
    this.#outstanding += 1;
    try {
      if (isLedgerRequest(data)) await answerLedger({ data, source }, this.#frame);
      else this.#reply(data, { status: "success", result: await serve(this.#frame, data.method, data.params, nested) });
    } catch (error) {
      this.#fail(data, error);
    } finally {
      this.#outstanding -= 1;
    }
  }

  #reply(data, rest) {
    this.#post({ ...data, ...rest, origin: this.#frame.uuid });
  }

  /** The wallet gets what was thrown, since it tells errors apart by what they are; an error like it where that can't be cloned. */
  #fail(data, error) {
    try {
      this.#reply(data, { status: "failed", result: error, ...beside(error) });
    } catch {
      this.#reply(data, { status: "failed", result: copyOf(error) });
    }
  }
}

const tooMuch = "Too many requests are unanswered";

/** What an error says in fields of its own, which a clone loses. */
function beside(error) {
  if (!(error instanceof Error) || error instanceof DOMException) return {};
  const { code, hash } = error;
  return {
    ...((typeof code === "string" || typeof code === "number") && { code }),
    ...(typeof hash === "string" && { details: { hash } }),
  };
}

/** An error in the place of what can't be cloned or even looked at, with its text and, as far as names are kept, its name. */
function copyOf(error) {
  try {
    const text = typeof error.message === "string" ? error.message : String(error);
    return new (Object.hasOwn(standardErrors, error.name) ? standardErrors[error.name] : Error)(text);
  } catch {
    return new Error("The page failed without a reason");
  }
}

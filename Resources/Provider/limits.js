// SPDX-License-Identifier: MIT
// The limits of a document's requests. A page that floods harms itself.

/** The requests that may be open at once in a document. */
const openLimit = 8;
/** The requests that may begin in a second. */
const rateLimit = 20;
/** The characters of all open requests: two of the longest that the host takes. */
const sizeLimit = 8 * 1024 * 1024;
/** The characters of a subscription. */
const parkedLimit = 1024;

/**
 * Returns a function that counts the requests of one document.
 */
export function makeLimits() {
  let hasParked = false;
  let open = 0;
  let size = 0;
  /** @type {number[]} */
  const begun = [];
  /**
   * Takes a request, or says why not.
   *
   * @param {string} request
   * @param {number} length its characters, its number included
   * @returns {string | (() => void)} what to call at its end
   */
  return (request, length) => {
    // A subscription is one request that is parked, and no work for anybody: it leaves the place of others free.
    const isParked = request.startsWith('{"method":"accounts.subscribe"');
    const now = performance.now();
    while (begun[0] < now - 1000) begun.shift();
    if (isParked && (hasParked || length > parkedLimit)) return "this page waits";
    if (open >= openLimit && !isParked) return `${openLimit} requests of this page are open`;
    if (begun.length >= rateLimit) return `more than ${rateLimit} requests in a second`;
    if (size + length > sizeLimit) return "open requests are too long";
    begun.push(now);
    const note = (change = 1) => {
      if (isParked) hasParked = change > 0;
      else {
        open += change;
        size += change * length;
      }
    };
    note();
    return () => note(-1);
  };
}

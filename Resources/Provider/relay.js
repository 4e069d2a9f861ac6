// SPDX-License-Identifier: MIT
// Not part of the page: the host injects this script into an isolated world of each document, where the page's scripts
// can't see it. It takes requests from the provider, says who asks, and hands the host's answers back. Who asks is read
// here, never in the page's world.

/** The requests that may be open at once in a document; a page that floods harms itself. */
const openLimit = 8;
/** The requests that may begin in a second. */
const rateLimit = 20;
/** The characters of all open requests: two of the longest that the host takes. */
const sizeLimit = 8 * 1024 * 1024;
/** The characters of a subscription. */
const parkedLimit = 1024;

export function startRelay() {
  // Frames without an address of their own have the origin of the page that wrote them.
  if (!isSecureContext || !/^https?:/.test(self.origin)
    || !/^(text\/html|application\/xhtml\+xml)$/.test(document.contentType)) return;

  const token = crypto.randomUUID();
  /**
   * Tells the host something. Its answer is the message of an error, behind a mark (`MessageReply` says why); undefined
   * where the host's side is gone.
   *
   * @param {string} text
   * @returns {Promise<string | undefined>}
   */
  const tell = async (text) => {
    try {
      await window.webkit.messageHandlers.nearConnectDApp.postMessage(text);
    } catch (error) {
      return String(error).match(/^Error: =(.*)/s)?.[1];
    }
  };

  let view = "";
  /**
   * The beginning of a top document's requests: nothing of it changes once the view is known.
   *
   * @type {string | undefined}
   */
  let ofTop;
  let wake = () => {};
  /** @type {Promise<string> | undefined} */
  let looking;
  // A page's first words may come long after the page was committed: the token came before this script then. While
  // somebody waits, the host is asked for it once more. It greets the views that it knows: to another window, it has
  // said nothing after five times.
  const lookForView = async () => {
    for (let asked = 0; !view && asked < 5; asked++) {
      await tell("?");
      if (!view) {
        await /** @type {Promise<void>} */ (new Promise((resolve) => {
          wake = resolve;
          setTimeout(resolve, 1000);
        }));
      }
    }
    looking = undefined;
    if (!view) throw Error("no view");
    return view;
  };
  // The host calls this in the main frame after each commit; whichever document is there by then gets the token, and
  // says which one it is.
  globalThis.nearConnectRelay = {
    document: token,
    get view() {
      return looking ??= lookForView();
    },
    tell,
    greet: (text) => {
      view = text;
      ofTop = undefined;
      wake();
      return token;
    },
  };

  const place = () => ({ origin: self.origin, ancestors: [...location.ancestorOrigins ?? []] });
  /** @param {{view: string, top: string} | {nonce: string | undefined}} proof */
  const described = (proof) => JSON.stringify({ document: token, ...place(), ...proof });
  /**
   * Says who asks. The top frame of another origin can't be looked into: its relay vouches for this document then.
   */
  const asker = async () => {
    try {
      const { nearConnectRelay } = /** @type {typeof globalThis} */ (/** @type {unknown} */ (self.top));
      const text = described({ view: await nearConnectRelay.view, top: nearConnectRelay.document });
      if (self === self.top) ofTop = text;
      return text;
    } catch {
      // Where nobody vouches, or in a window that the host doesn't know, it says what a page can do about it.
      return described({ nonce: await nearConnectRelay.vouched?.() });
    }
  };

  // A frame that looks for a wallet may be allowed to have one: the window asks the user.
  addEventListener("near-selector-ready", () => {
    if (self !== self.top) void tell(`#${JSON.stringify(place())}`);
  }, { once: true });

  let hasParked = false;
  let open = 0;
  let size = 0;
  /** @type {number[]} */
  const begun = [];
  /** @param {number} length @param {boolean} isParked @returns {string | null} why a request isn't taken */
  const refusal = (length, isParked) => {
    const now = performance.now();
    while (begun[0] < now - 1000) begun.shift();
    if (isParked && (hasParked || length > parkedLimit)) return "this page waits";
    if (open >= openLimit && !isParked) return `${openLimit} requests of this page are open`;
    if (begun.length >= rateLimit) return `more than ${rateLimit} requests in a second`;
    if (size + length > sizeLimit) return "open requests are too long";
    begun.push(now);
    return null;
  };

  /** @param {EventTarget} channel @param {string} detail `<id> <request>` */
  const take = async (channel, detail) => {
    const space = detail.indexOf(" ");
    const id = detail.slice(0, space);
    const request = detail.slice(space + 1);
    /** @param {string} text */
    const answer = (text) => channel.dispatchEvent(new CustomEvent("answer", { detail: `${id} ${text}` }));
    /** @param {number} code @param {string} message */
    const fail = (code, message) => answer(JSON.stringify({ error: { code, message } }));
    // A subscription is one request that is parked, and no work for anybody: it leaves the place of others free.
    const isParked = request.startsWith('{"method":"accounts.subscribe"');
    const reason = refusal(detail.length, isParked);
    // Not at once: a page that asks again as soon as it is refused would never leave its microtasks.
    if (reason !== null) return void setTimeout(fail, 100, -32005, `Too many requests: ${reason}.`);
    const note = (change = 1) => {
      if (isParked) hasParked = change > 0;
      else {
        open += change;
        size += change * detail.length;
      }
    };
    note();
    const result = await tell(`${ofTop ?? await asker()}\n${request}`);
    // The page may ask again as soon as it has its answer.
    note(-1);
    if (result) answer(result);
    else fail(-32603, "The wallet is not available.");
  };

  document.addEventListener("near-connect-dapp:hello", (event) => {
    event.stopImmediatePropagation();
    // The provider's sign that its requests are heard.
    event.preventDefault();
    const channel = /** @type {EventTarget} */ (event.relatedTarget);
    // A global holds the channel: a listener alone doesn't keep this world's wrapper of it alive.
    globalThis.nearConnectChannel = channel;
    channel.addEventListener("request", (message) => {
      const { detail } = /** @type {CustomEvent<unknown>} */ (message);
      if (typeof detail === "string") void take(channel, detail);
    });
  }, { once: true, capture: true });
  document.dispatchEvent(new Event("near-connect-dapp:relay"));
}

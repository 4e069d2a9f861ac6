// SPDX-License-Identifier: MIT
// The list from which a user chooses a wallet.

import { userRejected } from "../errors.js";
import { Dialog } from "./dialog.js";
import { element, walletIcon } from "./dom.js";
import { hintFor } from "./hints.js";
import { recentFirst } from "./recent.js";
import { text } from "./texts.js";

/** @import { FooterBranding, ListConnector } from "../../Types/connector.d.ts" */
/** @import { ListedWallet } from "../../Types/wallets.d.ts" */

/** The number of entries that Page Up and Page Down move. */
const pageOfEntries = 5;

/** From this many wallets on there is a search field. */
const searchFrom = 7;

/**
 * Shows the list until a wallet is chosen.
 *
 * @param {object} options
 * @param {() => ListedWallet[]} options.wallets the entries that can be chosen, read again when the list changes
 * @param {ListConnector} options.connector
 * @param {AbortSignal} [options.signal]
 * @param {(visible: boolean) => void} options.onVisible
 * @returns {Promise<string>} a wallet's id
 */
export function chooseWallet({ wallets, connector, signal, onVisible }) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    /**
     * @template T
     * @param {(value: T) => void} settle
     * @param {T} value
     */
    const end = (settle, value) => {
      signal?.removeEventListener("abort", abort);
      connector.off("selector:walletsChanged", refill);
      list.remove();
      settle(value);
    };
    const abort = () => end(reject, signal?.reason);
    const list = new WalletList({
      hints: connector.hints, title: connector.appName ? text("connectTo", { name: connector.appName }) : text("chooseWallet"),
      branding: connector.footerBranding,
      onChoose: (id) => end(resolve, id), onVisible, onDismiss: () => end(reject, userRejected()),
    });
    const refill = () => list.fill(recentFirst(wallets()));
    signal?.addEventListener("abort", abort, { once: true });
    connector.on("selector:walletsChanged", refill);
    refill();
    list.open();
  });
}

class WalletList {
  #dialog;
  #onChoose;
  #hints;
  // With an explicit role: WebKit's accessibility tree has no lists without marks.
  #entries = element("ul.nc-entries", { role: "list", "aria-label": text("wallets") });
  #empty = element("p.nc-empty.nc-hidden", { role: "status" });
  #search;
  #field;
  /** @type {ListedWallet[]} */
  #wallets = [];
  /** The id of the wallet whose entry is the list's stop of the Tab key. @type {string | undefined} */
  #held;

  /**
   * @param {object} options
   * @param {string} options.title
   * @param {Record<string, string>} options.hints
   * @param {FooterBranding | null | undefined} options.branding
   * @param {(id: string) => void} options.onChoose
   * @param {(visible: boolean) => void} options.onVisible
   * @param {() => void} options.onDismiss
   */
  constructor({ title, hints, branding, onChoose, onVisible, onDismiss }) {
    this.#hints = hints;
    this.#onChoose = onChoose;
    this.#dialog = new Dialog({ title, className: "nc-list", onDismiss, onVisible });
    this.#field = element("input", {
      type: "search", placeholder: text("search"), "aria-label": text("searchWallets"), autocomplete: "off", spellcheck: "false",
      oninput: () => this.#find(), onkeydown: (event) => this.#onFieldKey(event),
    });
    this.#search = element("div.nc-search.nc-hidden", {}, this.#field);
    this.#entries.addEventListener("keydown", (event) => this.#onListKey(event));
    this.#entries.addEventListener("focusin", (event) => this.#hold(event.target));
    this.#dialog.element.append(this.#search, this.#entries, this.#empty);
    if (branding !== null) this.#dialog.element.append(branding === undefined ? explanation() : brand(branding));
  }

  open() {
    this.#dialog.open();
    this.#first()?.focus();
  }

  remove() {
    this.#dialog.remove();
  }

  /** @param {ListedWallet[]} wallets */
  fill(wallets) {
    this.#wallets = wallets;
    const isLong = wallets.length >= searchFrom;
    this.#search.classList.toggle("nc-hidden", !isLong);
    this.#dialog.element.classList.toggle("nc-list-long", isLong); // one height, however few the search leaves
    this.#show();
  }

  /** Shows what is found, from its beginning. */
  #find() {
    this.#show();
    this.#entries.scrollTop = 0;
  }

  #show() {
    const focused = this.#entries.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.wallet : undefined;
    const words = this.#field.value.trim().toLocaleLowerCase().split(/\s+/);
    const found = this.#wallets.filter(({ name, description = "", id }) => {
      const whole = `${name} ${description} ${id}`.toLocaleLowerCase();
      return words.every((word) => whole.includes(word));
    });
    this.#entries.replaceChildren(...found.map((wallet, index) => this.#entry(wallet, index)));
    this.#hold([...this.#entries.querySelectorAll("button")].find((each) => each.dataset.wallet === this.#held) ?? this.#first());
    this.#entries.classList.toggle("nc-hidden", found.length === 0);
    this.#empty.classList.toggle("nc-hidden", found.length > 0);
    this.#empty.textContent = found.length > 0 ? ""
      : this.#wallets.length === 0 ? text("noWallet") : text("noMatch");
    if (focused !== undefined) {
      ([...this.#entries.querySelectorAll("button")].find((each) => each.dataset.wallet === focused) ?? this.#first())?.focus();
    }
  }

  /**
   * Makes an entry the list's only stop of the Tab key: the one that had the focus last.
   *
   * @param {EventTarget | null | undefined} button
   */
  #hold(button) {
    /** @type {NodeListOf<HTMLButtonElement>} */
    const stops = this.#entries.querySelectorAll('button[tabindex="0"]');
    for (const each of stops) each.tabIndex = -1;
    if (!(button instanceof HTMLButtonElement)) return;
    button.tabIndex = 0;
    this.#held = button.dataset.wallet;
  }

  /** @param {ListedWallet} wallet @param {number} index */
  #entry(wallet, index) {
    const id = `near-connect-wallet-${index}`;
    const words = element("span.nc-entry-text", {},
      // A name that doesn't fit is cut at its own end, whichever way the page reads.
      element("span.nc-name", { id: `${id}-name`, title: wallet.name, dir: "auto" }, wallet.name),
      wallet.description ? element("span.nc-description", { id: `${id}-text` }, element("bdi", {}, String(wallet.description))) : null);
    const hint = hintFor(wallet, Object.hasOwn(this.#hints, wallet.id) ? this.#hints[wallet.id] : undefined);
    const button = element("button.nc-entry", {
      type: "button", tabindex: "-1", "data-wallet": wallet.id, onclick: () => this.#onChoose(wallet.id),
      "aria-labelledby": `${id}-name`, "aria-describedby": `${id}-text ${id}-hint`,
    }, walletIcon(wallet), words, hint === null ? null : element("span.nc-hint", { id: `${id}-hint` }, hint));
    return element("li", {}, button);
  }

  #first() {
    return this.#entries.querySelector("button");
  }

  /** @param {KeyboardEvent} event */
  #onFieldKey(event) {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      this.#first()?.focus();
    } else if (event.key === "Enter" && this.#entries.children.length === 1) {
      event.preventDefault();
      this.#first()?.click();
    } else if (event.key === "Escape" && this.#field.value !== "") {
      event.preventDefault();
      this.#field.value = "";
      this.#find();
    }
  }

  /** @param {KeyboardEvent} event */
  #onListKey(event) {
    const buttons = [...this.#entries.querySelectorAll("button")];
    const index = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    /** @type {Record<string, number | undefined>} */
    const targets = {
      ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: buttons.length - 1,
      PageDown: Math.min(index + pageOfEntries, buttons.length - 1), PageUp: Math.max(index - pageOfEntries, 0),
    };
    const target = targets[event.key];
    if (target === undefined) {
      this.#searchFor(event);
      return;
    }
    event.preventDefault();
    if (target < 0 && !this.#search.classList.contains("nc-hidden")) this.#field.focus();
    else buttons[Math.max(0, Math.min(target, buttons.length - 1))]?.focus();
  }

  /**
   * Moves the focus to the search field for a letter that is typed while the list has it.
   *
   * @param {KeyboardEvent} event
   */
  #searchFor({ key, ctrlKey, altKey, metaKey, isComposing }) {
    const isLetter = [...key].length === 1 && key !== " " && !ctrlKey && !altKey && !metaKey && !isComposing;
    if (isLetter && !this.#search.classList.contains("nc-hidden")) this.#field.focus();
  }
}

function explanation() {
  return element("details.nc-foot", {},
    element("summary", { dir: "auto" }, text("whatIsAWallet")),
    element("p", { dir: "auto" }, text("walletExplained")));
}

/** Makes the page's own foot: a picture, a line and a link, each if it is given. @param {FooterBranding} branding */
function brand({ icon, heading, link, linkText }) {
  const isWeb = typeof link === "string" && /^https:/i.test(link);
  return element("footer.nc-foot.nc-brand", {},
    icon ? walletIcon({ icon, name: String(heading ?? "") }) : null,
    heading ? element("span.nc-entry-text", { dir: "auto" }, String(heading)) : null,
    isWeb ? element("a", { href: link, target: "_blank", rel: "noopener" }, String(linkText ?? link)) : null);
}

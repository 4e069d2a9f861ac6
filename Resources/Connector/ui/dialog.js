// SPDX-License-Identifier: MIT
// A modal sheet in the page: Escape, its button and a click outside dismiss it; the keyboard stays inside while it is
// open.

import { drawing, element } from "./dom.js";
import { sheet } from "./styles.js";
import { currentLanguage, text } from "./texts.js";

const cross = "M6 6l12 12M18 6L6 18";
let count = 0;

/** The number of sheets that can be seen. The host shows the page while there are any. */
let visible = 0;

export class Dialog {
  #onVisible;
  /** @type {Element | null} */
  #opener = null;
  #furnish;
  /** @type {HTMLElement | undefined} */
  #header;
  #isVisible = false;
  /** The timer after which an open sheet can be seen. @type {number | undefined} */
  #coming;

  /**
   * @param {object} options
   * @param {string} options.title
   * @param {string} options.className
   * @param {() => void} options.onDismiss
   * @param {(visible: boolean) => void} options.onVisible called when the first sheet can be seen and when the
   *   last one closes
   * @param {() => Node[]} [options.heading] stands before the title
   */
  constructor({ title, className, onDismiss, onVisible, heading = () => [] }) {
    this.#onVisible = onVisible;
    this.#furnish = () => {
      const titleId = `near-connect-title-${++count}`;
      const close = element("button.nc-close", { type: "button", "aria-label": text("close"), onclick: onDismiss }, drawing(cross));
      const header = element("div.nc-header", {}, ...heading(), element("h2.nc-title", { id: titleId }, title), close);
      this.element.setAttribute("aria-labelledby", titleId);
      this.element.prepend(header);
      return header;
    };
    this.element = element(/** @type {`dialog.${string}`} */ (`dialog.nc-dialog.${className}`), { lang: currentLanguage() });
    this.element.addEventListener("cancel", (event) => {
      event.preventDefault();
      onDismiss();
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      onDismiss();
    });
    this.element.addEventListener("pointerdown", (event) => {
      if (this.#isVisible && event.target === this.element && this.#isOutside(event)) onDismiss();
    });
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
    document.body.append(this.element);
  }

  /** @param {PointerEvent} event */
  #isOutside({ clientX, clientY }) {
    const box = this.element.getBoundingClientRect();
    return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
  }

  /**
   * The sheet's first row. It is made on first use: most sheets belong to a wallet that shows nothing.
   *
   * @returns {HTMLElement}
   */
  get header() {
    this.#header ??= this.#furnish();
    return this.#header;
  }

  get isOpen() {
    return this.element.open;
  }

  /**
   * Opens the sheet. With a delay it can be used and has its focus at once, but is seen only later, if it is still
   * open.
   *
   * @param {number} [delay] milliseconds
   */
  open(delay = 0) {
    if (!this.isOpen) {
      this.#header ??= this.#furnish();
      this.#opener = document.activeElement;
      this.element.classList.add("nc-coming");
      this.element.showModal();
      if (delay > 0) this.#coming = setTimeout(() => this.#appear(), delay);
    }
    if (delay === 0) this.#appear();
  }

  #appear() {
    clearTimeout(this.#coming);
    if (this.#isVisible) return;
    this.element.classList.remove("nc-coming");
    this.#isVisible = true;
    visible += 1;
    if (visible === 1) this.#onVisible(true);
  }

  close() {
    if (!this.isOpen) return;
    clearTimeout(this.#coming);
    this.element.close();
    if (this.#opener instanceof HTMLElement) this.#opener.focus();
    if (!this.#isVisible) return;
    this.#isVisible = false;
    visible -= 1;
    if (visible === 0) this.#onVisible(false);
  }

  remove() {
    this.close();
    this.element.remove();
  }
}

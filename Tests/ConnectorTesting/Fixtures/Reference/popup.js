// SPDX-License-Identifier: MIT
// The reference's sheets: made of HTML text, closed by a click outside their content.

const markup = '<div class="modal-container"><div class="modal-content"><div class="modal-body"></div></div></div>';

/**
 * @param {() => void} onClose
 * @returns {{sheet: HTMLElement, body: HTMLElement}} not shown yet
 */
export function makeSheet(onClose) {
  const sheet = document.createElement("div");
  sheet.className = "hot-connector-popup";
  sheet.style.display = "none";
  sheet.innerHTML = markup;
  const outside = /** @type {HTMLElement} */ (sheet.querySelector(".modal-container"));
  outside.addEventListener("click", ({ target }) => { if (target === outside) onClose(); });
  document.body.append(sheet);
  return { sheet, body: /** @type {HTMLElement} */ (sheet.querySelector(".modal-body")) };
}

/** @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const usualFoot = { heading: "NEAR Connector", linkText: "Don't have a wallet?" };

/**
 * @param {import("#types/wallets.d.ts").WalletManifest[]} wallets
 * @param {import("#types/connector.d.ts").FooterBranding | null} [foot] null for none
 * @returns {Promise<string>} the id of the one that was chosen
 */
export function chooseFromList(wallets, foot = usualFoot) {
  return new Promise((resolve, reject) => {
    const { sheet, body } = makeSheet(() => {
      sheet.remove();
      reject(new Error("User rejected"));
    });
    body.innerHTML = wallets.map(({ id, name, description }) => 
      `<div data-type="${escaped(id)}"><span>${escaped(name)}</span><p>${escaped(`${description}`)}</p></div>`).join("");
    if (foot !== null) sheet.querySelector(".modal-content")?.insertAdjacentHTML("beforeend", `<p>${foot.heading}</p><p>${foot.linkText}</p>`);
    for (const row of /** @type {Iterable<HTMLElement>} */ (/** @type {unknown} */ (body.children))) {
      row.addEventListener("click", () => {
        sheet.remove();
        resolve(/** @type {string} */ (row.dataset.type));
      });
    }
    sheet.style.display = "block";
  });
}

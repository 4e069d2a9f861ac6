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
  const outside = sheet.querySelector(".modal-container");
  outside.addEventListener("click", ({ target }) => { if (target === outside) onClose(); });
  document.body.append(sheet);
  return { sheet, body: sheet.querySelector(".modal-body") };
}

const usualFoot = { heading: "NEAR Connector", linkText: "Don't have a wallet?" };

/**
 * @param {object[]} wallets
 * @param {{heading: string, linkText: string} | null} [foot] null for none
 * @returns {Promise<string>} the id of the one that was chosen
 */
export function chooseFromList(wallets, foot = usualFoot) {
  return new Promise((resolve, reject) => {
    const { sheet, body } = makeSheet(() => {
      sheet.remove();
      reject(new Error("User rejected"));
    });
    body.innerHTML = wallets.map(({ id, name, description }) => `<div data-type="${id}"><span>${name}</span><p>${description}</p></div>`).join("");
    if (foot !== null) sheet.querySelector(".modal-content").insertAdjacentHTML("beforeend", `<p>${foot.heading}</p><p>${foot.linkText}</p>`);
    for (const row of body.children) {
      row.addEventListener("click", () => {
        sheet.remove();
        resolve(row.dataset.type);
      });
    }
    sheet.style.display = "block";
  });
}

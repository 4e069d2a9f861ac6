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

/** @param {object[]} wallets @returns {Promise<string>} the id of the one that was chosen */
export function chooseFromList(wallets) {
  return new Promise((resolve, reject) => {
    const { sheet, body } = makeSheet(() => {
      sheet.remove();
      reject(new Error("User rejected"));
    });
    body.innerHTML = wallets.map(({ id, name, description }) => `<div data-type="${id}"><span>${name}</span><p>${description}</p></div>`).join("");
    for (const row of body.children) {
      row.addEventListener("click", () => {
        sheet.remove();
        resolve(row.dataset.type);
      });
    }
    sheet.style.display = "block";
  });
}

// SPDX-License-Identifier: MIT
// Notices that WebKit's network process has died, of which WebKitGTK 4.1 tells no program. It starts another one by
// itself, but for pages that were open before, what they stored last is lost, writes of that moment too, and databases
// stay closed until the page is loaded again (seen on 2.50.6). A database connection ends with its process, and the
// page is told.

const name = "near-connect-bridge";

/** The database, referenced so that it isn't collected. @type {IDBDatabase | undefined} */
let database;

/** @param {() => void} onEnd called once */
export function watchNetworkProcess(onEnd) {
  const opening = indexedDB.open(name, 1);
  opening.addEventListener("success", () => {
    database = opening.result;
    database.addEventListener("close", onEnd, { once: true });
    database.addEventListener("error", onEnd, { once: true });
  }, { once: true });
}

// SPDX-License-Identifier: MIT
// The page's entry. First the channel to the host, with nothing else loaded that could come between; then the connector, which
// may be anybody's, and the rest of the bridge, side by side.

import { send } from "./channel.js";

/** The module that the import map names. A failure is the page's to tell. */
export const connectorModule = import("@hot-labs/near-connect");
connectorModule.catch(() => {});

import("./page.js").catch((error) => {
  send("failure", null, { code: "internal", message: `The bridge could not be loaded: ${error.message}` });
});

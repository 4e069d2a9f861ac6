// SPDX-License-Identifier: MIT
// The provider in frames of a site that the user has allowed inside another one. Which these are is decided by the
// host, request by request; here it is seen to that a wallet is announced in those frames alone.

import { start } from "./provider.js";

/** @import { FramedConfiguration, ProviderConfiguration } from "../Types/provider.d.ts" */

/** @param {ProviderConfiguration & FramedConfiguration} configuration */
export function startFramed(configuration) {
  const { origin, top, location } = window;
  if (window === top) return;
  const around = Array.from(location.ancestorOrigins);
  const outermost = around[around.length - 1];
  const inside = configuration.frames[origin] ?? [];
  if (outermost === origin || !inside.includes(outermost)) return;
  if (around.every((other) => other === origin || other === outermost)) start(configuration);
}

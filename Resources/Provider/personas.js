// SPDX-License-Identifier: MIT
// The provider, and one wallet more that it appears as: for sites that list fixed wallets and know no other. The host
// injects this in place of provider.js where the user has said so.

import { makeHot } from "./personas/hot.js";
import { makeNightly } from "./personas/nightly.js";
import { makeSender } from "./personas/sender.js";
import { start } from "./provider.js";

/** @import { PersonaConfiguration, PersonaParts, ProviderConfiguration } from "../Types/provider.d.ts" */

/** @param {ProviderConfiguration & PersonaConfiguration} configuration */
export function startWithPersona(configuration) {
  const { origin } = window;
  const personas = configuration.personas[origin] ?? configuration.personas["*"] ?? [];
  start(configuration, ({ builtIns, core, getState }) => {
    /** @type {Record<string, [name: string, make: (parts: PersonaParts) => object]>} */
    const known = { hot: ["hotExtension", makeHot], nightly: ["nightly", makeNightly], sender: ["near", makeSender] };
    for (const persona of personas) {
      const [name, make] = known[persona];
      builtIns.defineProperty(window, name, {
        __proto__: null, value: make({ builtIns, core, getState }), configurable: true, enumerable: true, writable: true,
      });
    }
  });
}

// SPDX-License-Identifier: MIT
// Functions that a page puts around its wallets' methods.

/** @import { Plugin, PluginMethod } from "../Types/connector.d.ts" */

/**
 * Makes a view of `wallet` whose methods go through the plugins. The last one is outermost; plugins that are added
 * later count, too. Each gets the method's arguments, `undefined` where there are none, and `next` after them. `next`
 * takes no arguments: plugins pass it on to promises.
 *
 * @template {object} T
 * @param {T} wallet
 * @param {Plugin[]} plugins
 * @returns {T}
 */
export function withPlugins(wallet, plugins) {
  return new Proxy(wallet, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function" || name === "constructor") return value;
      const method = /** @type {string} */ (name); // a symbol's function finds no plugin either
      return /** @type {PluginMethod} */ (function throughPlugins(...args) {
        const given = args.length > 0 ? args : [undefined];
        const around = plugins.filter((plugin) => typeof plugin[method] === "function");
        return around.reduce(
          /** @type {(next: () => unknown, plugin: Plugin) => () => unknown} */
          ((next, plugin) => () => plugin[method].call(this, ...given, next)),
          () => value.apply(target, args),
        )();
      });
    },
  });
}

// SPDX-License-Identifier: MIT
// Functions that a page puts around its wallets' methods.

/**
 * A view of `wallet` whose methods go through the plugins, the first one outermost. Plugins that come later count as well.
 *
 * @template {object} T
 * @param {T} wallet
 * @param {Record<string, Function>[]} plugins
 * @returns {T}
 */
export function withPlugins(wallet, plugins) {
  return new Proxy(wallet, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function" || name === "constructor") return value;
      const around = plugins.filter((plugin) => typeof plugin[name] === "function");
      const bare = (...args) => value.apply(target, args);
      return around.reduceRight(
        (next, plugin) => (...args) => plugin[name].call(target, ...args, (...changed) => next(...(changed.length > 0 ? changed : args))),
        bare,
      );
    },
  });
}

// SPDX-License-Identifier: MIT
// Functions that a page puts around its wallets' methods.

/**
 * A view of `wallet` whose methods go through the plugins, the last one outermost. Plugins that come later count as well. Each gets the
 * method's arguments, `undefined` where there are none, and `next` after them. `next` takes nothing: plugins pass it on to promises.
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
      return function throughPlugins(...args) {
        const given = args.length > 0 ? args : [undefined];
        const around = plugins.filter((plugin) => typeof plugin[name] === "function");
        return around.reduce(
          (next, plugin) => () => plugin[name].call(this, ...given, next),
          () => value.apply(target, args),
        )();
      };
    },
  });
}

// SPDX-License-Identifier: MIT
// `external`: a wallet's way to an object of the page, for example one that a browser extension put there, or one that the
// page gives to a single wallet. The names come from the sandbox, so they are walked with care.

/** @type {Set<string> | undefined} */
let builtIns;

/** The global names that every page has. They are no extension's, and reaching them would mean reaching the page. */
function builtInNames() {
  if (builtIns === undefined) {
    const frame = document.createElement("iframe");
    frame.hidden = true;
    document.body.append(frame);
    builtIns = new Set([...Object.getOwnPropertyNames(frame.contentWindow), ...Object.getOwnPropertyNames(Window.prototype)]);
    builtIns.add("nearConnect");
    frame.remove();
  }
  return builtIns;
}

const refused = new Set(["__proto__", "constructor", "prototype"]);

/** A property that the object itself or a class of its own has, never one that every object or function has. */
function property(target, name) {
  if (refused.has(name) || Object(target) !== target) return undefined;
  for (let holder = target; holder !== null; holder = Object.getPrototypeOf(holder)) {
    if (holder === Object.prototype || holder === Function.prototype) return undefined;
    if (Object.hasOwn(holder, name)) return target[name];
  }
  return undefined;
}

/**
 * @param {{entity: string, key: string, args: unknown[]}} params
 * @param {Record<string, object>} hostEntities what the page gives to this wallet alone
 * @returns {Promise<unknown>}
 */
export async function callExternal({ entity, key, args }, hostEntities) {
  const own = Object.hasOwn(hostEntities, entity);
  const target = own ? hostEntities[entity] : globalEntity(entity);
  if (target === undefined || target === null) throw new TypeError(`There is no "${entity}" in this page`);
  const value = property(target, key);
  if (typeof value !== "function") return value;
  return value.apply(target, entity === "nightly.near" && key === "signTransaction" ? withEncode(args) : args);
}

/**
 * Whether the page has an object of that name which isn't every page's.
 *
 * @param {string} entity
 */
export const hasEntity = (entity) => globalEntity(entity) !== undefined;

/** Nightly's extension calls `encode` on the transaction. The copy has it: the request itself goes back with the answer, and no function can. */
const withEncode = ([transaction, ...rest]) =>
  (Object(transaction) === transaction ? [{ ...transaction, encode: () => transaction }, ...rest] : [transaction, ...rest]);

function globalEntity(entity) {
  const [first, ...rest] = entity.split(".");
  if (builtInNames().has(first) || !Object.hasOwn(window, first)) return undefined;
  return rest.reduce(property, window[first]);
}

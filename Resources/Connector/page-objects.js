// SPDX-License-Identifier: MIT
// Finds objects of the page by name, for example those that browser extensions put there. Names come from manifests and
// from the sandbox, so only properties that an object itself or its own class has are followed.

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

/**
 * Reads a property of the object itself or of its class, never one that every object has.
 *
 * @param {any} target
 * @param {string} name
 * @returns {unknown}
 */
export function property(target, name) {
  if (refused.has(name) || Object(target) !== target) return undefined;
  for (let holder = target; holder !== null; holder = Object.getPrototypeOf(holder)) {
    if (holder === Object.prototype || holder === Function.prototype) return undefined;
    if (Object.hasOwn(holder, name)) return target[name];
  }
  return undefined;
}

/**
 * Finds the object that a dotted name stands for, unless every page has it.
 *
 * @param {string} entity
 * @returns {unknown} undefined if there is none
 */
export function globalEntity(entity) {
  const [first, ...rest] = entity.split(".");
  if (builtInNames().has(first) || !Object.hasOwn(window, first)) return undefined;
  return rest.reduce(property, /** @type {unknown} */ (Reflect.get(window, first)));
}

/**
 * Tells whether the page has an object of that name which not every page has.
 *
 * @param {string} entity
 */
export const hasEntity = (entity) => globalEntity(entity) !== undefined;

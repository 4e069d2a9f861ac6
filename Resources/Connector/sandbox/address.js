// SPDX-License-Identifier: MIT
// Reads addresses that wallets want to have opened. `WebAddress.swift` reads them in the same way.

/** @import { LinkSchemes } from "../../Types/wallets.d.ts" */

/**
 * An address in its parts. A web page's parts are as browsers write them, a link's are as written, since it leaves so.
 *
 * @typedef {object} Address
 * @property {string} text what is opened
 * @property {URL | null} page null for links of other programs
 * @property {string} scheme in lower case
 * @property {string} host empty where there is none
 * @property {number | null} port null where none is written, or the scheme's own
 * @property {string} path
 * @property {boolean} hasUser true if a name or a password stands before the host
 */

const plain = /^[\x21-\x7e]+$/;
const parts = /^([a-z][a-z\d+.-]*):(?:\/\/([^/?#]*))?([^?#]*)/i;
const authorityParts = /^(?:.*@(?=.))?(?:([\w.~!$&'()*+,;=%-]+)(?::(\d{0,5}))?)?$/;

/**
 * Parses an address with the browser's own parser.
 *
 * @param {unknown} text
 * @returns {URL | null}
 */
export function parseURL(text) {
  try {
    return typeof text === "string" || text instanceof URL ? new URL(text) : null;
  } catch {
    return null;
  }
}

/**
 * Reads an address.
 *
 * @param {unknown} text
 * @returns {Address | null} null for what is no address, and for links that programs could read in two ways
 */
export function readAddress(text) {
  const page = parseURL(text);
  if (page === null) return null;
  if (page.protocol === "https:" || page.protocol === "http:") {
    return {
      text: page.href, page, scheme: page.protocol.slice(0, -1), host: page.hostname,
      port: page.port === "" ? null : Number(page.port), path: page.pathname,
      hasUser: page.username !== "" || page.password !== "",
    };
  }
  // A link in printable ASCII stays as the wallet wrote it; any other is opened as the browser writes it.
  const link = plain.test(`${text}`) ? `${text}` : page.href;
  if (!plain.test(link)) return null;
  const [, scheme = "", authority = "", path = ""] = parts.exec(link) ?? [];
  const read = authorityParts.exec(authority);
  if (scheme === "" || read === null) return null;
  const [, host = "", digits = ""] = read;
  const port = digits === "" ? null : Number(digits);
  if (port !== null && port > 65_535) return null;
  return { text: link, page: null, scheme: scheme.toLowerCase(), host, port, path, hasUser: authority.includes("@") };
}

/**
 * Returns true if a segment of the path leads up or stays, in any spelling.
 *
 * @param {string} path
 */
export const hasDotSegments = (path) => path.split("/").some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));

/**
 * Returns true if a link of another program may have the scheme. The rule is the host's; without one, no link may be
 * opened.
 *
 * @param {string} scheme
 * @param {LinkSchemes | undefined} rule
 */
export function allowsScheme(scheme, rule) {
  if (rule === undefined || scheme === rule.own || scheme.startsWith(`${rule.own}-`)) return false;
  if (rule.names.includes(scheme)) return true;
  if (scheme.endsWith(rule.ending) && scheme.length >= rule.ending.length + rule.endingLeast) return true;
  return scheme.startsWith(rule.word) && ["", "-", "+", "."].includes(scheme.charAt(rule.word.length));
}

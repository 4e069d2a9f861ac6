// SPDX-License-Identifier: MIT
// What the connector calls itself, to the host and to wallets.

export const name = "near-connect-embedded";
export const version = "0.1.0";

/** The release of the wallet protocol that executors are told; some compare it. */
export const protocolVersion = "0.11.4";

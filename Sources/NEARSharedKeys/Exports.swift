// SPDX-License-Identifier: MIT

// A program with shared keys shows their words and names the vault of its share.
@_exported public import NEARShares
@_exported public import NEARVault

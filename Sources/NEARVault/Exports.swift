// SPDX-License-Identifier: MIT

// Secrets go into vaults and come out of them as SecretBytes.
@_exported public import GuardedMemory

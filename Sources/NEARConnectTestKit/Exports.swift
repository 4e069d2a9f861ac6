// SPDX-License-Identifier: MIT

// One import is enough for a test: the environment, the chain behind it, and the values that both take.
@_exported public import NEARConnect
@_exported public import NEARConnectLocal
@_exported public import NEARDevnet

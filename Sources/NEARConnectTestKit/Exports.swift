// SPDX-License-Identifier: MIT

// With this one import a test has the environment, the chain behind it and their values.
@_exported public import NEARConnectLocal
@_exported public import NEARConnectPeers
@_exported public import NEARConnectProgram
@_exported public import NEARDevnet

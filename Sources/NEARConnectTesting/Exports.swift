// SPDX-License-Identifier: MIT

// One import for a test: the kit, the main loop under it, a client to ask the chain with, and both test frameworks.
@_exported public import MainLoopTestKit
@_exported public import NEARConnectTestKit
@_exported public import NEARRPC
@_exported public import Testing
@_exported public import XCTest

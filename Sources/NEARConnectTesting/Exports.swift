// SPDX-License-Identifier: MIT

// One import for a test: the kit, the main loop under it, and both test frameworks.
@_exported public import MainLoopTestKit
@_exported public import NEARConnectTestKit
@_exported public import Testing
@_exported public import XCTest

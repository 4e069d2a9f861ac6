// SPDX-License-Identifier: MIT

// One import is enough for a program: the manager, the values that it takes and gives, NEAR's own formats, the main
// loop, and what a program settles in its process first.
@_exported public import GLibRuntime
@_exported public import NEARConnectCore
@_exported public import NEARPrimitives
@_exported public import ProcessSetup

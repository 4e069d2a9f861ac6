// SPDX-License-Identifier: MIT

// One import is enough for an application: the manager, the values that it takes and gives, NEAR's own formats and the
// main loop. A program that has no display or process of its own making imports NEARConnectProgram.
@_exported public import GLibRuntime
@_exported public import NEARConnectCore
@_exported public import NEARPrimitives

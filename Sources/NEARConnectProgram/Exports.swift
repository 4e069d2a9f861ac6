// SPDX-License-Identifier: MIT

// One import is enough for a program: the library, and what a program settles in its own process.
@_exported public import NEARConnect
@_exported public import ProcessSetup

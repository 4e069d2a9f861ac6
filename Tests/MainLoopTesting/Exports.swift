// SPDX-License-Identifier: MIT

// The test case, which is a part of the product, and what only this package's own tests need beside it.
@_exported public import MainLoopTestKit

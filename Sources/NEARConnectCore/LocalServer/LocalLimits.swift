// SPDX-License-Identifier: MIT

/// The most that one connection may take, on either side, and the most connections of a server.
package struct LocalLimits: Sendable, Hashable {
    /// The longest line, in bytes, without its newline.
    ///
    /// The largest NEAR transaction has 1.5 MiB, which is 2 MiB in base64.
    package var line = 4 << 20
    /// The most bytes that wait to be read by the other side.
    package var outgoing = 8 << 20
    /// The most calls of a connection that aren't answered yet.
    package var openCalls = 64
    /// The most bytes of their lines together.
    package var openBytes = 8 << 20
    /// The most connections at a time.
    package var connections = 128

    package init() {}
}

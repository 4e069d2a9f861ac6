// SPDX-License-Identifier: MIT

internal import SafeText

/// The failure of a test whose thread doesn't turn GLib's main loop.
public struct MainLoopMissingError: Error, Sendable, Hashable, CustomStringConvertible {
    package init() {}

    /// The fault and the remedy, in a sentence.
    public var description: String {
        localized(
            "GLib’s main loop doesn’t run this code: call it in MainLoop.run, in XCTest from a method without async, or use Swift Testing with NEARConnectTesting."
        )
    }
}

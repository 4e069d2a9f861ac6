// SPDX-License-Identifier: MIT

/// Counts objects that hold something of GLib's, so that a test can show that nothing is left.
///
/// The counts are kept in every build: two additions for an object that costs a system call each are not worth a
/// switch.
@MainActor
public enum LiveCount {
    /// The objects that are counted.
    public enum Kind: Int, CaseIterable, Sendable {
        /// A Swift owner of one `GObject` reference.
        case object
        /// A connected signal handler, counted until GLib has destroyed the closure.
        case signal
        /// A web view, popups included, counted until GLib has finalized it.
        case webView
        /// A web context, counted until GLib has finalized it.
        ///
        /// WebKit's network process ends after the last one.
        case webContext
        /// An asynchronous C call that hasn't called back.
        case pendingCall
    }

    private static var counts = [Int](repeating: 0, count: Kind.allCases.count)

    /// The number of objects of `kind` that live now.
    public static func of(_ kind: Kind) -> Int { counts[kind.rawValue] }

    /// All counts by kind, zeros included.
    public static var all: [Kind: Int] {
        Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0, of($0)) })
    }

    package static func add(_ change: Int, to kind: Kind) {
        counts[kind.rawValue] += change
    }
}

// SPDX-License-Identifier: MIT

internal import XCTest

/// The failure of an asynchronous method of a ``MainLoopTestCase``, which is never begun.
public struct AsynchronousMethodError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Creates the failure.
    public init() {}

    /// The fault and the remedy, in a sentence.
    public var description: String {
        "XCTest turns no GTK loop under an async method: remove async and call run { … } in it, or use Swift Testing."
    }
}

extension MainLoopTestCase {
    /// Stands in for XCTest's function of this name in the list of tests that SwiftPM writes.
    ///
    /// There an asynchronous method is wrapped by `asyncTest`, in an extension of its class, where a member of the
    /// class is found first.
    ///
    /// - Returns: A method that throws ``AsynchronousMethodError`` and doesn't call `method`.
    public static func asyncTest<Case: MainLoopTestCase>(
        _ method: @escaping (Case) -> () async throws -> Void
    ) -> (Case) -> () throws -> Void {
        { _ in { throw AsynchronousMethodError() } }
    }
}

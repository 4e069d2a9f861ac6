// SPDX-License-Identifier: MIT

internal import Foundation
public import GLibRuntime
internal import GTKToolkit
internal import ProcessSetup
internal import WebKitGTK
public import XCTest

/// A test case whose methods are synchronous and run main-actor work with GTK's loop alive underneath.
///
/// Swift Testing and asynchronous XCTest methods leave the process's main thread, where GTK has to stay; so these tests
/// call ``run(timeout:name:_:)``. The display is a virtual one that the tests start themselves, once a process.
open class MainLoopTestCase: XCTestCase {
    @MainActor private static var display: VirtualDisplay?

    /// Starts the display at the first test of the process.
    @MainActor
    public static func startDisplay() throws {
        guard display == nil else { return }
        _ = DataHome.url
        display = try VirtualDisplay.replaceEnvironment()
        try GTKDisplay.open()
    }

    /// Runs `operation` on the main actor and the main loop until it has ended, and checks for leaks.
    ///
    /// It fails when the operation leaves anything of GLib's behind: an owned object, a signal handler, a view, a call
    /// that hasn't called back.
    ///
    /// - Parameter timeout: Seconds after which the process is ended with a message: a test that hangs must say so.
    public func run<Value: Sendable>(
        timeout: Double = 60, name: String = #function, file: StaticString = #filePath, line: UInt = #line,
        _ operation: @escaping @MainActor () async throws -> Value
    ) throws -> Value {
        let watchdog = DispatchSource.makeTimerSource(queue: .global())
        watchdog.schedule(deadline: .now() + timeout)
        watchdog.setEventHandler {
            FileHandle.standardError.write(Data("\(name) did not end within \(timeout) s\n".utf8))
            abort()
        }
        watchdog.resume()
        defer { watchdog.cancel() }
        // XCTest calls synchronous methods on the process's main thread.
        return try MainActor.assumeIsolated {
            try Self.startDisplay()
            let before = LiveCount.all
            let value = try MainLoop.run(operation)
            try MainLoop.run {
                await waitUntil("the end of what is left: \(Self.excess(over: before))", file: file, line: line) {
                    LiveCount.isNoMore(than: before)
                }
            }
            return value
        }
    }

    @MainActor
    private static func excess(over before: [LiveCount.Kind: Int]) -> String {
        let left = LiveCount.all.map { ("\($0.key)", $0.value - before[$0.key, default: 0]) }
        return left.filter { $0.1 > 0 }.sorted { $0.0 < $1.0 }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
    }
}

extension LiveCount {
    /// Returns whether nothing has been added to `counts`.
    ///
    /// There may be less: what was on its way to its end when they were taken.
    @MainActor
    public static func isNoMore(than counts: [Kind: Int]) -> Bool {
        all.allSatisfy { $0.value <= counts[$0.key, default: 0] }
    }
}

/// Waits until `condition` holds, looking again each time the main loop has turned.
///
/// It fails the test after thirty seconds: a limit for a test that is broken, not a delay.
@MainActor
public func waitUntil(
    _ what: @autoclosure @MainActor () -> String = "the condition", file: StaticString = #filePath, line: UInt = #line,
    _ condition: @MainActor () -> Bool
) async {
    let limit = ContinuousClock.now + .seconds(30)
    while !condition() {
        if ContinuousClock.now > limit {
            return XCTFail("waited in vain for \(what())", file: file, line: line)
        }
        await MainLoop.turn()
    }
}

// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
public import XCTest

/// A test case whose methods are synchronous and run main-actor work with GTK's loop alive underneath.
///
/// XCTest turns Foundation's loop under an asynchronous method, and GTK waits for GLib's: such a method of this class
/// fails at once, see ``AsynchronousMethodError``. The tests call ``run(timeout:name:file:line:_:)``. The display is a
/// virtual one that the tests start themselves, once a process.
open class MainLoopTestCase: XCTestCase {
    /// Starts the display at the first test of the process.
    ///
    /// - Throws: A sentence that says what to install.
    @MainActor
    public static func startDisplay() throws {
        try TestDisplay.start()
    }

    /// Runs `operation` on the main actor and the main loop until it has ended, and checks for leaks.
    ///
    /// It fails when the operation leaves anything of GLib's behind: an owned object, a signal handler, a view, a call
    /// that hasn't called back.
    ///
    /// - Parameter timeout: Seconds after which the process is ended with a message: a test that hangs must say so.
    /// - Throws: What `operation` throws; the reason why there is no display.
    public func run<Value: Sendable>(
        timeout: Double = 60, name: String = #function, file: StaticString = #filePath, line: UInt = #line,
        _ operation: @escaping @MainActor () async throws -> Value
    ) throws -> Value {
        let watchdog = DispatchSource.makeTimerSource(queue: .global())
        watchdog.schedule(deadline: .now() + timeout)
        watchdog.setEventHandler {
            FileHandle.standardError.write(Data("\(name) did not end within \(timeout) s: \(HangReport.text())\n".utf8))
            abort()
        }
        watchdog.resume()
        defer { watchdog.cancel() }
        // XCTest calls synchronous methods on the process's main thread.
        return try MainActor.assumeIsolated {
            try Self.startDisplay()
            // Between these tests others, of other classes, may be asynchronous, and need the main actor elsewhere.
            MainLoop.lend(false)
            defer { MainLoop.lend(true) }
            let before = LiveCount.all
            let value = try MainLoop.run(operation)
            try MainLoop.run {
                await waitUntil(
                    "the end of what is left: \(LiveCount.excess(over: before))", file: file, line: line
                ) {
                    LiveCount.isNoMore(than: before)
                }
            }
            return value
        }
    }
}

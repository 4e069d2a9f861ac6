// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import NEARVault
import XCTest

import enum MainLoopTestKit.DataHome

/// A test case whose methods run main-actor work on GLib's loop, without a display.
class KeyringTestCase: XCTestCase {
    /// GLib reads its folders once a process, and the tests of links need their own.
    override class func setUp() {
        super.setUp()
        _ = DataHome.url
    }

    /// Runs `operation` with a bus of its own, and fails if it leaves objects or calls of GLib's behind.
    ///
    /// A test that hangs ends the process with a message after sixty seconds.
    func run(
        startsKeyring: Bool = false, name: String = #function,
        _ operation: @escaping @MainActor (TestBus) async throws -> Void
    ) throws {
        let watchdog = DispatchSource.makeTimerSource(queue: .global())
        watchdog.schedule(deadline: .now() + 60)
        watchdog.setEventHandler {
            FileHandle.standardError.write(Data("\(name) did not end within 60 s\n".utf8))
            abort()
        }
        watchdog.resume()
        defer { watchdog.cancel() }
        try MainActor.assumeIsolated {
            let before = LiveCount.all
            try MainLoop.run {
                let bus = try TestBus(startsKeyring: startsKeyring)
                do {
                    try await operation(bus)
                } catch {
                    try await bus.stop()
                    throw error
                }
                try await bus.waitUntil("the end of what GLib holds") {
                    LiveCount.all.allSatisfy { $0.value <= before[$0.key, default: 0] }
                }
                try await bus.stop()
            }
        }
    }
}

/// Fails unless `body` ends with an error that `isExpected`.
@MainActor
func expect<Value>(
    _ what: String, file: StaticString = #filePath, line: UInt = #line,
    where isExpected: (VaultError) -> Bool, _ body: @MainActor () async throws(VaultError) -> Value
) async {
    do throws(VaultError) {
        let value = try await body()
        XCTFail("expected \(what), got \(value)", file: file, line: line)
    } catch {
        XCTAssertTrue(isExpected(error), "expected \(what), got \(error)", file: file, line: line)
    }
}

/// Answers no passphrase: the desktop's keyring must not ask for one.
let noPassphrase: @Sendable (PassphraseQuestion) async -> SecretBytes? = { question in
    XCTFail("asked for \(question)")
    return nil
}

/// The result of `body`, or its error.
@MainActor
func outcome<Value: Sendable>(_ body: @MainActor () async throws(VaultError) -> Value) async -> Result<
    Value, VaultError
> {
    do throws(VaultError) {
        return .success(try await body())
    } catch {
        return .failure(error)
    }
}

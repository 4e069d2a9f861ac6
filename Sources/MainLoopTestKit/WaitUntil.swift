// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import Testing
internal import XCTest

/// Waits until `condition` holds, looking again each time the main loop has turned.
///
/// It fails the test, of XCTest or Swift Testing, after thirty seconds: a limit for a test that is broken, not a delay.
@MainActor
public func waitUntil(
    _ what: @autoclosure @MainActor () -> String = "the condition", fileID: String = #fileID,
    file: StaticString = #filePath, line: UInt = #line, column: Int = #column, _ condition: @MainActor () -> Bool
) async {
    let limit = ContinuousClock.now + .seconds(30)
    while !condition() {
        if ContinuousClock.now > limit {
            let message = "waited in vain for \(what())"
            guard Test.current != nil else { return XCTFail(message, file: file, line: line) }
            let place = SourceLocation(fileID: fileID, filePath: "\(file)", line: Int(line), column: column)
            Issue.record(Comment(rawValue: message), sourceLocation: place)
            return
        }
        await MainLoop.turn()
    }
}

// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARDevnet
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Every request under every fault ends once, with the stated error and within its deadline; the next one succeeds.
final class FaultMatrixTests: MainLoopTestCase {
    func testEachRequestEndsAsStatedAndTheNextOneSucceeds() throws {
        try run(timeout: 150) {
            let stage = try await FaultStage.start()
            let clock = ContinuousClock()
            let begin = clock.now
            var table = Self.line("fault", MatrixRequest.allCases.map(\.rawValue))
            for fault in MatrixFault.allCases {
                var cells: [String] = []
                for request in MatrixRequest.allCases {
                    let start = clock.now
                    let ending = try await stage.run(fault, request)
                    let milliseconds = Int((start.duration(to: clock.now) / .milliseconds(1)).rounded())
                    cells.append("\(ending) \(milliseconds)")
                    XCTAssertEqual(ending, fault.ending(of: request), "\(fault.rawValue) × \(request.rawValue)")
                }
                let line = Self.line(fault.rawValue, cells)
                FileHandle.standardError.write(Data(line.utf8))
                table += line
            }
            try await stage.stop()
            let cells = MatrixFault.allCases.count * MatrixRequest.allCases.count
            print("\(table)\(cells) cells in \(begin.duration(to: clock.now)); times in ms, with the request after it")
        }
    }

    func testTheDocumentationShowsTheMatrix() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../../docs/fault-matrix.md").standardizedFileURL
        let written = try String(contentsOf: page, encoding: .utf8)
        XCTAssertEqual(written, MatrixPage.text, "write this to \(page.path):\n\(MatrixPage.text)")
    }

    private static func line(_ first: String, _ cells: [String]) -> String {
        ([first.padding(toLength: 24, withPad: " ", startingAt: 0)]
            + cells.map { $0.padding(toLength: 22, withPad: " ", startingAt: 0) }).joined(separator: " ") + "\n"
    }
}

// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// A contract that Rust has compiled, where `NEAR_CONNECT_RUSTC` names a compiler for `wasm32-unknown-unknown`.
@Suite(.ownThread, .enabled(if: ProcessInfo.processInfo.environment["NEAR_CONNECT_RUSTC"] != nil))
struct RustContractTests {
    private func build() throws -> [UInt8] {
        let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Source/counter.rs")
        let binary = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).wasm")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            ProcessInfo.processInfo.environment["NEAR_CONNECT_RUSTC"] ?? "rustc", "--target", "wasm32-unknown-unknown",
            "--edition", "2021", "--crate-type", "cdylib", "-C", "opt-level=z", "-C", "link-arg=--allow-undefined",
            "-C", "link-arg=--strip-debug", "-o", binary.path,
            source.path,
        ]
        try process.run()
        process.waitUntilExit()
        let code = Array(try Data(contentsOf: binary))
        try FileManager.default.removeItem(at: binary)
        return code
    }

    @Test func rustsStandardLibraryRuns() async throws {
        var local = try LocalChain()
        try local.deploy(build(), to: "bob.root")
        #expect(
            try await local.view("bob.root", "count_words", arguments: "one two one three one")
                == #"{"one": 3, "three": 1, "two": 1} 1.667"#)
        for round in 1...3 {
            let status = try local.call("bob.root", "increment")
            #expect(status.value == "\(round)")
            #expect(status.logs == ["count is \(round)"])
        }
        let panic = try local.call("bob.root", "fail", arguments: "abc")
        #expect(panic.executionError?.contains("index out of bounds: the len is 3 but the index is 3") == true)
    }
}

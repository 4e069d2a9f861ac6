// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// The sample contracts in the repository are what their source builds to.
@Suite(.ownThread) struct SampleSourceTests {
    @Test func theSourceBuildsToWhatIsCommitted() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folder = FileManager.default.temporaryDirectory.appending(path: "contracts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = root.appending(path: "Scripts/build-contracts")
        process.arguments = [folder.path]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        let owner = try AccountId("a.near")
        let built: [(String, SampleContract)] = [
            ("guest_book", .guestBook), ("fungible_token", .fungibleToken(owner: owner, totalSupply: "1")),
            ("non_fungible_token", .nonFungibleToken(owner: owner)),
        ]
        for (name, contract) in built {
            let bytes = Array(try Data(contentsOf: folder.appending(path: "\(name).wasm")))
            let parameters = ContractParameters.version83(.version83)
            let made = try MeteredModule(bytes, parameters)
            let committed = try MeteredModule(contract.code(), parameters)
            #expect(made.methods.keys.sorted() == committed.methods.keys.sorted())
            // Another compiler writes other bytes.
            if Self.compiler.contains("clang version 21.0.0") { #expect(bytes == (try contract.code())) }
        }
        if Self.compiler.contains("clang version 21.0.0") {
            let example = root.appending(path: "Examples/scenarios/counter.wasm")
            #expect(try Data(contentsOf: folder.appending(path: "counter.wasm")) == Data(contentsOf: example))
        }
        try FileManager.default.removeItem(at: folder)
    }

    private static let compiler: String = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["sh", "-c", #""$(dirname "$(readlink -f "$(command -v swift)")")/clang" --version"#]
        let output = Pipe()
        process.standardOutput = output
        do {
            try process.run()
        } catch {
            return ""
        }
        return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }()
}

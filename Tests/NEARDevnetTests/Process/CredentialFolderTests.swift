// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The folder in which the program puts keys where none is named.
@Suite struct CredentialFolderTests {
    @Test(arguments: [("relative", "home/.local/share"), ("", "home/.local/share"), ("/data", "data")])
    func relativeFoldersOfTheEnvironmentAreIgnored(_ data: String, _ expected: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "work"), withIntermediateDirectories: true)
        let environment = [
            "HOME": folder.appending(path: "home").path,
            "XDG_DATA_HOME": data.hasPrefix("/") ? folder.path + data : data,
        ]
        let program = try await DevnetProgram(
            in: folder.appending(path: "work"), ["--accounts", "alice"], environment: environment)
        program.kill()
        let file = folder.appending(path: expected + "/near-connect/devnet/credentials/devnet/alice.test.near.json")
        #expect(FileManager.default.fileExists(atPath: file.path))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "work").path) == [])
        try FileManager.default.removeItem(at: folder)
    }
}

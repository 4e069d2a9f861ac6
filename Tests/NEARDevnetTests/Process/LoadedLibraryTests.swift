// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The libraries of `near-connect devnet`, for which its user waits.
@Suite struct LoadedLibraryTests {
    /// The chain asks no node: what carries requests, with 26 libraries of its own, isn't loaded.
    @Test func theDevnetDoesWithoutLibcurl() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "devnet libraries \(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let program = try await DevnetProgram(in: folder, ["--credentials", folder.path])
        // A file of the kernel's, which has no size: it is read to its end.
        let file = try FileHandle(
            forReadingFrom: URL(filePath: "/proc/\(program.process.processIdentifier)/maps"))
        let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        program.kill()
        try FileManager.default.removeItem(at: folder)
        #expect(maps.contains("libjavascriptcoregtk"), "it is another program")
        #expect(!maps.contains("libcurl"))
    }
}

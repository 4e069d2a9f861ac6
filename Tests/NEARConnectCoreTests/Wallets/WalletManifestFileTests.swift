// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import NEARPrimitives
import TestSupport
import Testing
import ThreadTesting

@testable import NEARConnectCore

/// Manifests in files of the user or the program.
@Suite(.ownThread, .timeLimit(.minutes(3))) final class WalletManifestFileTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("manifest-\(UUID().uuidString)")
    private var path: String { folder.appendingPathComponent("wallets.json").path }
    private let code = "window.selector.ready({});"

    init() throws {
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("build"), withIntermediateDirectories: true)
        try Data(code.utf8).write(to: folder.appendingPathComponent("build/wallet.js"))
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            // The temporary folder is emptied by the system.
        }
    }

    private func write(_ entries: JSONValue...) throws {
        let json: JSONValue = ["version": "1", "wallets": .array(entries)]
        try Data(json.bytes).write(to: URL(fileURLWithPath: path))
    }

    private func entry(_ executor: String, id: String = "mine") -> JSONValue {
        ManifestEntry.make(["executor": .string(executor), "id": .string(id)])
    }

    @Test(arguments: ["build/wallet.js", "./build/wallet.js"])
    func codeMayBeNamedByARelativePath(executor: String) throws {
        try write(entry(executor))
        let file = try WalletManifestFile(path: path)
        #expect(InlineCode.bytes(of: file.wallets[0].executor) == [UInt8](code.utf8))
        let list = try WalletManifestList(parsing: [UInt8](file.usableText().utf8), from: .local)
        #expect(list.wallets.map(\.id) == ["mine"])
    }

    @Test(arguments: [
        ("../wallet.js", "not in the manifest’s folder"), ("build/../../x.js", "not in the manifest’s folder"),
        ("/etc/hostname", "not in the manifest’s folder"), ("gone.js", "there is no such file"),
        ("page.js", "a page in place of code"), ("link.js", "it is a link"), ("pipe.js", "not a regular file"),
        ("build", "not a regular file"), ("http://localhost/x.js", "has to be an https address"),
    ]) func whatIsNoCodeOfTheFolderIsNamed(executor: String, says: String) throws {
        try Data("<html>".utf8).write(to: folder.appendingPathComponent("page.js"))
        try FileManager.default.createSymbolicLink(
            at: folder.appendingPathComponent("link.js"), withDestinationURL: URL(fileURLWithPath: "/etc/passwd"))
        #expect(mkfifo(folder.appendingPathComponent("pipe.js").path, 0o600) == 0)
        try write(entry(executor), entry("build/wallet.js", id: "other"))
        let file = try WalletManifestFile(path: path)
        #expect(file.wallets.map(\.id) == ["other"])
        let problem = #expect(throws: WalletManifestFileError.self) { try file.usableText() }
        let text = try #require(problem).description
        for part in [path, "mine: \u{201C}executor\u{201D}", says] {
            #expect(text.contains(part), "\(part) is not in \(text)")
        }
    }

    @Test(arguments: [("{", "it is not JSON"), ("{}", "\u{201C}wallets\u{201D} is not a list"), (nil, "no such file")])
    func aFileThatIsNoManifestIsNamed(content: String?, says: String) throws {
        if let content { try Data(content.utf8).write(to: URL(fileURLWithPath: path)) }
        let problem = #expect(throws: WalletManifestFileError.self) { try WalletManifestFile(path: path) }
        #expect(problem?.description.hasPrefix("\(path): ") == true)
        #expect(problem?.description.contains(says) == true, "\(problem as Any)")
    }

    /// A file may be longer than a list of the web, since it may contain code.
    @Test func longCodeMayStandInAFile() throws {
        let listLimit = WalletManifestList.sizeLimit(.remote)
        try write(entry("data:text/javascript," + String(repeating: "%78", count: listLimit / 3)))
        #expect(try WalletManifestFile(path: path).faults.isEmpty)
        try write(entry("data:text/javascript," + String(repeating: "x", count: ExecutorRules.sizeLimit + 1)))
        #expect(try WalletManifestFile(path: path).faults.map(\.field) == ["executor"])
        #expect(WalletManifestList.sizeLimit(.local) > 3 * ExecutorRules.sizeLimit, "each byte may be escaped")
        let list = [UInt8](repeating: 0x20, count: listLimit + 1)
        let fault = #expect(throws: WalletManifestError.self) { try WalletManifestList(parsing: list, from: .remote) }
        #expect(fault?.reason.contains("longer than \(listLimit) bytes") == true)
    }
}

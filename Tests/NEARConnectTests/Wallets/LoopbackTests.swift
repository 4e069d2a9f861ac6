// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectTestKit
import NEARPrimitives
import NEARRPC
import TestSupport
import Testing
import ThreadTesting

@testable import NEARConnect
@testable import NEARConnectCore

/// Plain http of this computer, for authors of wallets: allowed on request only, and without side effects.
@Suite(.ownThread, .timeLimit(.minutes(2))) struct LoopbackTests {
    private static let code = "window.selector.ready({});"

    private func withSite(_ work: (WalletSite) async throws -> Void) async throws {
        let manifest = JSONValue.object([
            "wallets": [ManifestEntry.make()]
        ])
        let script = ["Content-Type": "text/javascript"]
        let site = try await WalletSite.start([
            "/code.js": .init(Self.code, headers: script), "/list.json": .init(manifest.text, headers: script),
            "/page": .init("<html></html>"), "/here": .redirect(to: "/code.js"),
            "/away": .redirect(to: "http://wallet.example/code.js"),
        ])
        do {
            try await work(site)
        } catch {
            await site.stop()
            throw error
        }
        await site.stop()
    }

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test(arguments: [
        ("http://localhost:8080/x.js", true), ("http://LOCALHOST/x.js", true), ("http://127.0.0.1/x.js", true),
        ("http://127.1.2.3:1/x.js", true), ("http://[::1]:8080/x.js", true), ("https://localhost/x.js", false),
        ("http://localhost.example/x.js", false), ("http://127.0.0.1.example/x.js", false),
        ("http://127.0.0.1@wallet.example/x.js", false), ("http://user@127.0.0.1/x.js", false),
        ("http://128.0.0.1/x.js", false), ("http://127.0.0.256/x.js", false), ("http://0.0.0.0/x.js", false),
        ("http://192.168.0.1/x.js", false), ("ftp://localhost/x.js", false), ("http:///x.js", false),
        // Octal, hexadecimal, short and signed forms, which libcurl reads as other addresses or as names.
        ("http://0127.0.0.1/x.js", false), ("http://127.0.0.010/x.js", false), ("http://+127.0.0.1/x.js", false),
        ("http://0x7f.0.0.1/x.js", false), ("http://127.1/x.js", false), ("http://2130706433/x.js", false),
        ("http://127.0.0.1./x.js", false), ("http://127.0.0.00/x.js", false), ("http://127..0.1/x.js", false),
        ("http://localhost./x.js", false), ("http://[::ffff:127.0.0.1]/x.js", false), ("http://[::2]/x.js", false),
    ]) func whatIsThisComputer(address: String, isLoopback: Bool) throws {
        #expect(Downloader.isPlainLoopback(try url(address)) == isLoopback)
    }

    @Test func onlyWhereItIsAskedFor() async throws {
        try await withSite { site in
            let (code, away) = (try url("\(site.origin)/code.js"), try url("\(site.origin)/away"))
            await #expect(throws: DownloadError.insecureAddress("http://127.0.0.1")) {
                try await Downloader(environment: [:]).file(at: code, limit: 1000)
            }
            // A proxy has nothing to do with this computer.
            let open = Downloader(environment: ["http_proxy": "http://127.0.0.1:1"], allowsPlainLoopback: true)
            #expect(try await open.file(at: code, limit: 1000).body == [UInt8](Self.code.utf8))
            #expect(try await open.file(at: url("\(site.origin)/here"), limit: 1000).url == code)
            await #expect(throws: DownloadError.insecureRedirect("http://wallet.example")) {
                try await open.file(at: away, limit: 1000)
            }
        }
    }

    @Test func anotherSiteDoesNotSendHere() async throws {
        try await withSite { site in
            let secure = try SecureSite()
            try secure.serve("x.js", "", status: "302 Found", headers: ["Location: \(site.origin)/code.js"])
            let open = Downloader(environment: secure.environment, allowsPlainLoopback: true)
            await #expect(throws: DownloadError.insecureRedirect("http://127.0.0.1")) {
                try await open.file(at: secure.url("x.js"), limit: 1000)
            }
        }
    }

    @Test func aFilesWalletMayBeServedFromHere() async throws {
        try await withSite { site in
            let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
            defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: path) } }
            func write(_ executor: String) throws {
                let json = JSONValue.object(["wallets": [ManifestEntry.make(["executor": .string(executor)])]])
                try Data(json.bytes).write(to: path)
            }
            try write("\(site.origin)/code.js")
            #expect(try WalletManifestFile(path: path.path).faults.map(\.field) == ["executor"])
            let file = try await WalletManifestFile.loading(path: path.path, environment: [:])
            #expect(InlineCode.bytes(of: try #require(file.wallets.first).executor) == [UInt8](Self.code.utf8))
            for (place, says) in [("/gone.js", "status 404"), ("/page", "in place of code"), ("/away", "not an https")]
            {
                try write(site.origin + place)
                let file = try await WalletManifestFile.loading(path: path.path, environment: [:])
                #expect(file.faults.first?.reason.contains(says) == true, "\(file.faults)")
            }
        }
    }

    @Test func aListMayBeServedFromHere() async throws {
        try await withSite { site in
            let root = FileManager.default.temporaryDirectory.appendingPathComponent("loopback-\(UUID().uuidString)")
            let lists = [WalletList(try url("\(site.origin)/list.json"))]
            let closed = WalletLibrary(folders: ProfileFolders(root: root), lists: lists, environment: [:])
            await #expect(throws: WalletError.self) { try await closed.fetchLists() }
            let open = WalletLibrary(
                folders: ProfileFolders(root: root), lists: lists, environment: [:], allowsPlainLoopback: true)
            try await open.fetchLists()
            #expect(open.listing().wallets.map(\.id) == ["example-wallet"])
            try FileManager.default.removeItem(at: root)
        }
    }

    @Test func theCommandLineAsksForTheFlag() async throws {
        try await withSite { site in
            let address = "\(site.origin)/list.json"
            for arguments in [["wallets", "check", address], ["wallets", "update", "--list", address]] {
                let refused = try CommandRun.run(arguments, ["HOME": "/nonexistent", "PATH": "/usr/bin:/bin"])
                #expect(refused.status == 64)
                #expect(refused.errors.contains("--insecure-loopback"), "\(refused.errors)")
            }
            let home = FileManager.default.temporaryDirectory.appendingPathComponent("home-\(UUID().uuidString)")
            let taken = try CommandRun.run(
                ["wallets", "update", "--insecure-loopback", "--list", address],
                ["HOME": home.path, "PATH": "/usr/bin:/bin"])
            #expect(taken.status == 0, "\(taken.errors)")
            try FileManager.default.removeItem(at: home)
        }
    }
}

// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

/// Pinned versions run, whatever lists and servers say later.
///
/// Against a real server with TLS.
@Suite(.timeLimit(.minutes(2))) final class WalletLibraryTests {
    private let site: SecureSite
    private let folders: ProfileFolders
    private let root: URL
    private let id = "example-wallet"
    private let code = "window.selector.ready({});"

    init() throws {
        site = try SecureSite()
        root = FileManager.default.temporaryDirectory.appendingPathComponent("library-\(UUID().uuidString)")
        folders = ProfileFolders(root: root)
        try serve()
        try site.serve("code.js", code)
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: root)
        } catch {
            // Nothing was stored.
        }
    }

    private func entry(_ changes: [ExactText: JSONValue?] = [:]) throws -> JSONValue {
        let code = try site.url("code.js").absoluteString
        return ManifestEntry.make(["executor": .string(code)].merging(changes) { $1 })
    }

    private func serve(_ changes: [ExactText: JSONValue?] = [:]) throws {
        try site.serve(manifest: [entry(changes)])
    }

    private func library(_ lists: [String] = ["manifest.json"]) throws -> WalletLibrary {
        WalletLibrary(
            folders: folders, lists: try lists.map { WalletList(try site.url($0)) }, environment: site.environment)
    }

    private func catalog(local: [WalletManifest] = []) throws -> WalletCatalog {
        let packaged = try WalletManifestList(
            parsing: [UInt8](PackagedFile.text("Wallets/manifest.json").utf8), from: .packaged)
        return try WalletCatalog(packaged: packaged.wallets, local: local, library: library())
    }

    private func update(_ ids: [String] = []) async throws -> WalletLibrary.Update.Outcome {
        try #require(try await library().checkForUpdates(of: ids).first).outcome
    }

    private func difference() async throws -> WalletDifference {
        guard case .offered(_, let difference) = try await update() else {
            Issue.record("nothing was offered")
            throw WalletError.nothingOffered(wallet: id)
        }
        return difference
    }

    @Test func aWalletIsKeptWithItsHashes() async throws {
        let pin = try await library().pin(id)
        #expect(pin.executor.sha256 == ContentHash.sha256([UInt8](code.utf8)).hex)
        #expect(pin.executor.size == code.utf8.count)
        #expect(pin.executor.url == (try site.url("code.js").absoluteString))
        #expect(pin.source == (try site.url("manifest.json").absoluteString))
        #expect(try library().executor(of: id, sha256: pin.executor.sha256) == [UInt8](code.utf8))
        let file = folders.data.appendingPathComponent("wallets.lock")
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
        let json = try JSONValue.parse([UInt8](Data(contentsOf: file)))
        #expect(json["schema"] == 1)
        #expect(json["wallets"]?[id]?["accepted"]?["executor"]?["sha256"] == .string(pin.executor.sha256))
    }

    @Test func whatWasDamagedIsFetchedAgainWhereTheWebHasIt() async throws {
        let pin = try await library().pin(id)
        for hash in [pin.executor.sha256, pin.manifestSHA256] {
            try Data("damaged".utf8).write(to: try library().objects.folder.appendingPathComponent(hash))
            #expect(try library().status(of: id).state == .altered)
            _ = try await update()
            #expect(try library().status(of: id).state == .pinned)
        }
        #expect(try library().executor(of: id, sha256: pin.executor.sha256) == [UInt8](code.utf8))
    }

    @Test func anIdThatIsWrongIsAnsweredWithTheRightOne() async throws {
        try await library().fetchLists()
        for wrong in ["EXAMPLE-wallet", "Example Wallet", "exam"] {
            #expect(throws: WalletError.misnamed(id: wrong, meant: id)) { try library().status(of: wrong) }
            await #expect(throws: WalletError.misnamed(id: wrong, meant: id)) { try await library().pin(wrong) }
        }
        await #expect(throws: WalletError.notPinned(id: id)) { try await library().remove(id) }
        await #expect(throws: WalletError.unknown(id: "nobody")) { try await library().remove("nobody") }
        let packaged = KeystoreService.walletId
        await #expect(throws: WalletError.packaged(id: packaged)) { try await library().remove(packaged) }
        await #expect(throws: WalletError.packaged(id: packaged)) { try await library().pin(packaged) }
    }

    @Test func aFileThatCannotBeWrittenIsSaidWithoutFoundationsWords() async throws {
        let nowhere = WalletLibrary(
            folders: ProfileFolders(root: URL(fileURLWithPath: "/proc/nowhere")),
            lists: site.lists, environment: site.environment)
        do throws(WalletError) {
            try await nowhere.pin(id)
            Issue.record("it was written")
        } catch {
            #expect(error.description.contains("No such file or directory."), "\(error)")
            #expect(!error.description.contains("Error Domain"), "\(error)")
        }
        let full = SystemCallError(call: "write", path: "/x", errno: ENOSPC)
        #expect(
            FileErrorText.sentence(for: full, at: "/x")
                == "/x: No space left on device. Make room on the disk and try again.")
    }

    @Test(arguments: [
        ("{", "it is not JSON"), (#"{"wallets":{}}"#, "\u{201C}schema\u{201D} is missing"),
        (
            #"{"schema":1,"wallets":{"a":{"accepted":{"version":1}}}}"#,
            "\u{201C}wallets.a.accepted.manifestSHA256\u{201D} is missing"
        ),
        (#"{"schema":1,"wallets":[]}"#, "\u{201C}wallets\u{201D} has the wrong type"),
    ]) func aLockThatCannotBeUnderstoodIsSaidInWords(_ text: String, _ reason: String) throws {
        let file = folders.data.appendingPathComponent("wallets.lock")
        try FileManager.default.createDirectory(at: folders.data, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        let error = #expect(throws: WalletError.self) { try library().lock() }
        guard case .lockCorrupt(_, let said) = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(said == reason)
    }

    @Test func withoutAChangeNothingIsOffered() async throws {
        try await library().pin(id)
        guard case .unchanged = try await update() else {
            Issue.record("something was offered")
            return
        }
        await #expect(throws: WalletError.nothingOffered(wallet: id)) { try await library().pin(id) }
    }

    @Test func changedCodeIsOfferedAndWhatRunsStays() async throws {
        let old = try await library().pin(id)
        try site.serve("code.js", "steal();")
        let difference = try await difference()
        #expect(difference.items.map(\.kind) == [.code])
        #expect(try library().executor(of: id, sha256: old.executor.sha256) == [UInt8](code.utf8))
        #expect(try catalog().entry(id)?.executor.hasSuffix("/\(old.executor.sha256).js") == true)
        let new = try await library().pin(id)
        #expect(try library().executor(of: id, sha256: new.executor.sha256) == [UInt8]("steal();".utf8))
        // A page that still has the old one is told, and not given another one.
        #expect(throws: WalletError.replaced(wallet: id)) {
            try library().executor(of: id, sha256: old.executor.sha256)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: library().objects.folder.path).count == 2)
    }

    @Test func anOfferThatIsTakenBackIsGone() async throws {
        try await library().pin(id)
        try site.serve("code.js", "other();")
        _ = try await difference()
        try site.serve("code.js", code)
        guard case .unchanged = try await update() else {
            Issue.record("something was offered")
            return
        }
        #expect(try library().lock().wallets[id]?.offered == nil)
    }

    @Test func whatWidensAWalletsReachIsSaidFirst() async throws {
        try await library().pin(id)
        try serve([
            "version": "1.0.1", "description": "Changed",
            "permissions": [
                "storage": true, "clipboardRead": true, "allowsOpen": ["https://evil.example", "examplewallet://"],
                "external": ["exampleCom", "other.near"],
            ],
        ])
        let difference = try await difference()
        #expect(difference.addsPermissions)
        #expect(!difference.isDowngrade)
        #expect(
            difference.items.map(\.kind) == [
                .permissionAdded, .destinationAdded, .externalAdded, .version, .permissionRemoved,
                .destinationRemoved, .destinationRemoved, .destinationRemoved, .destinationRemoved, .externalRemoved,
                .field,
            ])
        #expect(difference.items[0].text == "may now: read the clipboard")
        #expect(difference.items[1].text == "may now open https://evil.example")
        // The page still gets the pinned permissions.
        #expect(try catalog().entry(id)?.manifest.permissions.flags == [.storage, .location])
    }

    @Test func anOlderVersionIsNotPinnedInPassing() async throws {
        try await library().pin(id)
        try serve(["version": "0.9.9"])
        #expect(try await difference().isDowngrade)
        await #expect(throws: WalletError.downgrade(wallet: id, from: "1.0.0", to: "0.9.9")) {
            try await library().pin(id)
        }
        #expect(try library().lock().wallets[id]?.pinned.version == "1.0.0")
        #expect(try await library().pin(id, allowsDowngrade: true).version == "0.9.9")
    }

    @Test(arguments: [
        ("1.0", "1.0.1", true), ("1.10.0", "1.9.0", false), ("1.9.0", "1.10.0", true), ("2", "10", true),
        ("1.0.0", "1.0", false), ("1.0.0-a", "1.0.0-b", true), ("1.0.0", "1.0.0", false),
    ])
    func versionsAreComparedByTheirNumbers(one: String, other: String, isOlder: Bool) {
        #expect(WalletDifference.isOlder(one, than: other) == isOlder)
    }

    @Test func alteredCodeIsNotGivenOut() async throws {
        let pin = try await library().pin(id)
        let file = try library().objects.folder.appendingPathComponent(pin.executor.sha256)
        try Data("steal();".utf8).write(to: file)
        let error = #expect(throws: WalletError.self) { try library().executor(of: id, sha256: pin.executor.sha256) }
        #expect(error?.code == "altered")
        #expect(error?.description.contains("was changed after it was pinned") == true)
        try FileManager.default.removeItem(at: file)
        #expect(throws: WalletError.self) { try library().executor(of: id, sha256: pin.executor.sha256) }
    }

    @Test func anAlteredManifestTakesItsWalletAwayAndLetsNoListReplaceIt() async throws {
        let pin = try await library().pin(id)
        let file = try library().objects.folder.appendingPathComponent(pin.manifestSHA256)
        try Data(entry(["name": "Other"]).text.utf8).write(to: file)
        let catalog = try catalog()
        #expect(catalog.entry(id) == nil)
        #expect(catalog.refused.map(\.wallet) == [id])
    }

    @Test func whatIsNotCodeIsNotKept() async throws {
        let big = String(repeating: "x", count: ExecutorRules.sizeLimit + 1)
        let answers: [(body: String, type: String, status: String, headers: [String], said: String)] = [
            ("gone", "text/plain", "404 Not Found", [], "status 404"),
            ("x", "text/javascript", "206 Partial Content", [], "status 206"),
            ("<!DOCTYPE html><p>Sign in", "text/html", "200 OK", [], "text/html"),
            ("<!DOCTYPE html>", "text/plain", "200 OK", [], "a page in place of code"),
            (big, "text/javascript", "200 OK", [], "larger than"),
            ("", "text/javascript", "302 Found", ["Location: http://127.0.0.1:1/x.js"], "not an https address"),
            ("", "text/javascript", "302 Found", ["Location: file:///etc/passwd"], "not an https address"),
            ("", "text/javascript", "302 Found", ["Location: /code.js"], "redirects more than"),
            ("", "text/javascript", "302 Found", [], "no address"),
        ]
        for answer in answers {
            try site.serve(
                "code.js", answer.body, type: answer.type, status: answer.status, headers: answer.headers)
            let error = await #expect(throws: WalletError.self, "\(answer.said)") { try await library().pin(id) }
            #expect(error?.code == "code-unavailable")
            #expect(error?.description.contains(answer.said) == true, "\(error?.description ?? "")")
        }
        #expect(try library().lock().wallets.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: try library().objects.folder.path))
    }

    /// A few thousand bytes that grow beyond the limit once they are unpacked.
    @Test func whatGrowsWhenItIsUnpackedIsNotKept() async throws {
        let gzip = Process()
        gzip.executableURL = URL(fileURLWithPath: "/bin/sh")
        gzip.arguments = ["-c", "head -c \(ExecutorRules.sizeLimit + 1) /dev/zero | tr '\\0' x | gzip -9"]
        let output = Pipe()
        gzip.standardOutput = output
        try gzip.run()
        let packed = [UInt8](try output.fileHandleForReading.readToEnd() ?? Data())
        gzip.waitUntilExit()
        #expect(packed.count < 64 << 10)
        try site.serve("code.js", packed, type: "text/javascript", headers: ["Content-Encoding: gzip"])
        let error = await #expect(throws: WalletError.self) { try await library().pin(id) }
        #expect(error?.description.contains("larger than \(ExecutorRules.sizeLimit) bytes") == true, "\(error as Any)")
        try site.serve(
            "manifest.json", packed, type: "application/json", headers: ["Content-Encoding: gzip"])
        let list = await #expect(throws: WalletError.self) { try await library().fetchLists() }
        #expect(
            list?.description.contains("larger than \(WalletManifestList.sizeLimit(.remote)) bytes") == true,
            "\(list as Any)")
        #expect(try library().lock().wallets.isEmpty)
    }

    @Test func redirectsToHTTPSAreFollowed() async throws {
        try site.serve("new.js", code)
        try site.serve("code.js", "", status: "301 Moved Permanently", headers: ["Location: /new.js"])
        #expect(try await library().pin(id).executor.size == code.utf8.count)
    }

    @Test func codeThatIsNotWhatTheManifestNamesIsNotKept() async throws {
        try serve(["integrity": .string(ContentHash(.sha384, of: [1]).integrity)])
        await #expect(throws: WalletError.codeUnexpected(wallet: "Example Wallet")) { try await library().pin(id) }
        try serve(["integrity": .string(ContentHash(.sha384, of: [UInt8](code.utf8)).integrity)])
        #expect(try await library().pin(id).executor.size == code.utf8.count)
    }

    @Test func aCertificateOfNobodyKnownIsRefused() async throws {
        let stranger = WalletLibrary(
            folders: folders, lists: site.lists, environment: [:])
        let error = await #expect(throws: WalletError.self) { try await stranger.fetchLists() }
        #expect(error?.description.contains("the TLS connection failed") == true, "\(error?.description ?? "")")
    }

    @Test func withoutANetworkPinnedAndListedWalletsStay() async throws {
        let other = try entry(["id": "other-wallet"])
        try site.serve(manifest: [other, entry()])
        let pin = try await library().pin(id)
        site.stop()
        let catalog = try catalog()
        #expect(catalog.entries.map(\.manifest.id) == ["near-connect-keystore", "other-wallet", id])
        #expect(catalog.entry(id)?.code == .pinned(sha256: pin.executor.sha256))
        #expect(try library().executor(of: id, sha256: pin.executor.sha256) == [UInt8](code.utf8))
        let error = await #expect(throws: WalletError.self) { try await library().pin("other-wallet") }
        #expect(error?.description.contains("can’t connect") == true)
        // And without the cache too.
        try FileManager.default.removeItem(at: folders.cache)
        #expect(try self.catalog().entries.map(\.manifest.id) == ["near-connect-keystore", id])
    }

    @Test func noListTakesThePlaceOfAnotherWallet() async throws {
        let squatter = try entry(["id": "near-connect-keystore"])
        let shouted = try entry(["id": "Near-Connect-Keystore"])
        let local = try WalletManifest(entry(["id": "mine", "name": "Mine"]), from: .local, place: "")
        try site.serve(manifest: [squatter, shouted, entry(["id": "mine", "name": "Not mine"]), entry()])
        try await library().fetchLists()
        let catalog = try catalog(local: [local])
        #expect(catalog.entries.map(\.manifest.id) == ["near-connect-keystore", "mine", id])
        #expect(catalog.entries[0].executor == "near-connect://bridge/Wallets/keystore.js")
        #expect(catalog.entries[1].manifest.name == "Mine")
        #expect(catalog.refused.count == 2)
        #expect(catalog.refused[0].reason.contains("ships with this program"))
    }

    @Test(arguments: ["", "{", "[]", #"{"schema":0,"wallets":{}}"#, #"{"schema":1,"wallets":{"a:b":{}}}"#])
    func aLockThatCannotBeUnderstoodIsSetAside(content: String) async throws {
        try FileManager.default.createDirectory(at: folders.data, withIntermediateDirectories: true)
        try Data(content.utf8).write(to: folders.data.appendingPathComponent("wallets.lock"))
        let error = #expect(throws: WalletError.self) { try library().lock() }
        guard case .lockCorrupt(let movedTo, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: movedTo)) == Data(content.utf8))
        #expect(try library().lock().wallets.isEmpty)
        _ = try await library().pin(id)
    }

    @Test func programsThatAgreeAtOnceDoNotLoseEachOthersWallets() async throws {
        let ids = (0..<12).map { "wallet-\($0)" }
        try site.serve(manifest: ids.map { try entry(["id": .string($0)]) })
        try await library().fetchLists()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in ids {
                let library = try library()
                group.addTask { try await library.pin(id) }
            }
            try await group.waitForAll()
        }
        #expect(try library().lock().wallets.keys.sorted() == ids.sorted())
    }

    @Test func aRemovedWalletIsForgottenWithItsCode() async throws {
        let pin = try await library().pin(id)
        try await library().remove(id)
        #expect(try library().lock().wallets.isEmpty)
        #expect(throws: WalletError.pinRequired(wallet: id)) {
            try library().executor(of: id, sha256: pin.executor.sha256)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: library().objects.folder.path).isEmpty)
        await #expect(throws: WalletError.notPinned(id: id)) { try await library().remove(id) }
    }

    @Test func aWalletThatNoListNamesIsSaidSo() async throws {
        guard case .failed(.unknown(id: "nobody")) = try await update(["nobody"]) else {
            Issue.record("it is known")
            return
        }
        await #expect(throws: WalletError.unknown(id: "nobody")) { try await library().pin("nobody") }
        await #expect(throws: WalletError.unknown(id: "../x")) { try await library().pin("../x") }
    }
}

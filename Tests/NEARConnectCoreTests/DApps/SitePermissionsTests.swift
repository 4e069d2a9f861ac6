// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Synchronization
import TestSupport
import Testing

@testable import NEARConnectCore

/// Permissions on disk: what a kill, a second process and a damaged file leave of them.
@Suite final class SitePermissionsTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sites-\(UUID().uuidString)")
    private var file: URL { folder.appendingPathComponent("sites.json") }
    private let clock = Clock()

    /// The time that all processes of a test see.
    private final class Clock: Sendable {
        private let time = Mutex(Date(timeIntervalSince1970: 1_700_000_000))

        var now: Date { time.withLock { $0 } }

        func advance(by seconds: TimeInterval) { time.withLock { $0 += seconds } }
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            // A test that saved nothing made no folder.
        }
    }

    /// The process dies here: nothing that comes after a step happens.
    private struct KilledError: Error {}

    private static let saveSteps = AtomicFile.Step.allCases.filter { $0 != .removed }

    /// Another process, as far as the file can tell.
    private func process(
        dyingAfter step: AtomicFile.Step? = nil, patience: Duration = .seconds(60)
    ) -> SitePermissions {
        SitePermissions(
            folder: folder, patience: patience, now: { [clock] in clock.now },
            afterStep: { if $0 == step { throw KilledError() } })
    }

    private func origin(_ text: String = "https://app.example") throws -> SiteOrigin { try #require(SiteOrigin(text)) }

    private func accounts(_ names: String...) throws -> [SiteGrant.Account] {
        try names.map { SiteGrant.Account(accountId: try AccountId($0), publicKey: try PublicKey(DAppText.key)) }
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix("sites.lock") }
    }

    private func schema() throws -> JSONSchema {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let url = root.appendingPathComponent("docs/schemas/sites.schema.json")
        return JSONSchema(try JSONValue.parse(Array(try Data(contentsOf: url))))
    }

    // MARK: What is kept

    @Test func permissionsAreOfASiteAndANetwork() throws {
        let app = try origin()
        try process().grant(try accounts("a.testnet", "b.testnet"), to: app, on: "testnet", chain: nil)
        let grant = try #require(try process().grant(of: app, on: "testnet", chain: nil))
        #expect(grant.accounts == (try accounts("a.testnet", "b.testnet")))
        #expect(grant.since == clock.now)
        #expect(try process().grant(of: app, on: "mainnet", chain: nil) == nil)
        for other in ["https://app.example:444", "https://a.app.example", "https://app.example.org"] {
            #expect(try process().grant(of: try origin(other), on: "testnet", chain: nil) == nil, "\(other)")
        }
        #expect(try process().grant(of: try origin("https://app.example."), on: "testnet", chain: nil) == grant)
    }

    @Test func everythingOfASiteComesBack() throws {
        let app = try origin()
        let permissions = process()
        try permissions.grant(try accounts("a.testnet"), to: app, on: "testnet", chain: nil)
        try permissions.setPersona(.nightly, of: app)
        try permissions.allowFrames(of: app, inside: [try origin("https://shop.example")], on: "testnet")
        let policy: JSONValue = [
            "version": 1,
            "rules": [
                [
                    "name": "day", "chain": "testnet", "receivers": ["shop.testnet"], "deposit": "1 NEAR",
                    "sums": [["per": "1 d", "deposit": "1 NEAR"]],
                ]
            ],
        ]
        try permissions.setLimits(try SiteLimits(policy, for: app), of: app, on: "testnet")
        clock.advance(by: 59)
        try permissions.touch(app, on: "testnet")
        let site = try #require(try process().site(app))
        let grant = try #require(site.grants["testnet"])
        #expect(site.persona == .nightly)
        #expect(grant.framesInside == [try origin("https://shop.example")])
        #expect(grant.limits?.policy == policy)
        #expect(grant.limits?.rules.first?.askers == [.dApp(try #require(DAppFrame(origin: "https://app.example")))])
        #expect(grant.lastUsed == grant.since)
        clock.advance(by: 1)
        try permissions.touch(app, on: "testnet")
        #expect(try process().site(app)?.grants["testnet"]?.lastUsed == grant.since + 60)
        // A new choice of accounts keeps what the user has set.
        try permissions.grant(try accounts("b.testnet"), to: app, on: "testnet", chain: nil)
        let changed = try #require(try process().site(app)?.grants["testnet"])
        #expect(changed.framesInside == grant.framesInside)
        #expect(changed.limits == grant.limits)
        #expect(changed.since == grant.since)
        #expect(try schema().accepts(try JSONValue.parse(Array(try Data(contentsOf: file)))))
    }

    @Test func limitsAreForTheirSiteAlone() throws {
        let app = try origin()
        func policy(_ rule: JSONValue.Members) -> JSONValue {
            let all: JSONValue.Members = ["name": "a", "chain": "testnet", "deposit": "1 NEAR"]
            return ["version": 1, "rules": [.object(all.merging(rule) { $1 })]]
        }
        let own: JSONValue.Members = ["askers": ["dapp:https://app.example"]]
        #expect(try SiteLimits(policy(own), for: app).rules.count == 1)
        for asker in ["dapp:https://evil.example", "command:send", "dapp:https://app.example https://shop.example"] {
            #expect(throws: PolicyError.self) {
                try SiteLimits(policy(["askers": [.string(asker)]]), for: app)
            }
        }
        #expect(throws: PolicyError.self) { try SiteLimits(["version": 1], for: app) }
        // Sums are counted by name: two sites with one name for a rule don't share them.
        let other = try SiteLimits(policy([:]), for: try origin("https://b.example"))
        #expect(other.rules.first?.name != (try SiteLimits(policy([:]), for: app)).rules.first?.name)
        try process().grant(try accounts("a.testnet"), to: app, on: "testnet", chain: nil)
        #expect(throws: NEARError.self) { try process().setLimits(other, of: app, on: "testnet") }
    }

    @Test func revokingLeavesNothingButThePersona() throws {
        let app = try origin()
        let permissions = process()
        try permissions.setPersona(.hot, of: app)
        for network in ["testnet", "devnet"] as [ExactText] {
            try permissions.grant(try accounts("a.testnet"), to: app, on: network, chain: nil)
        }
        #expect(try permissions.revoke(app, on: "testnet").keys.sorted() == ["testnet"])
        #expect(try process().site(app)?.grants.keys.sorted() == ["devnet"])
        #expect(try permissions.revoke(app).keys.sorted() == ["devnet"])
        #expect(try process().site(app)?.persona == .hot)
        #expect(try process().forget(app).isEmpty)
        #expect(try process().site(app) == nil)
        #expect(try files() == [])
        #expect(try permissions.revoke(app).isEmpty)
    }

    /// A touch or a limit that comes after a revocation doesn't bring the permission back.
    @Test func whatAnotherProcessHasRevokedStaysRevoked() throws {
        let app = try origin()
        let (here, there) = (process(), process())
        try here.grant(try accounts("a.testnet"), to: app, on: "testnet", chain: nil)
        #expect(try there.grant(of: app, on: "testnet", chain: nil) != nil)
        let before = here.mark
        try there.revoke(app)
        #expect(here.mark != before)
        #expect(try here.grant(of: app, on: "testnet", chain: nil) == nil)
        clock.advance(by: 3600)
        try here.touch(app, on: "testnet")
        try here.allowFrames(of: app, inside: [], on: "testnet")
        #expect(try here.grant(of: app, on: "testnet", chain: nil) == nil)
        #expect(try there.grant(of: app, on: "testnet", chain: nil) == nil)
    }

    /// Also where the file is old enough to be read once only.
    @Test func aChangeIsSeenThroughWhatWasReadBefore() throws {
        let app = try origin()
        let here = SitePermissions(folder: folder, patience: .seconds(60), settling: .seconds(-3600))
        #expect(try here.site(app) == nil)
        try process().grant(try accounts("a.testnet"), to: app, on: "testnet", chain: nil)
        for name in ["b.testnet", "c.testnet"] {
            #expect(try here.grant(of: app, on: "testnet", chain: nil) != nil)
            try process().grant(try accounts(name), to: app, on: "testnet", chain: nil)
            #expect(try here.grant(of: app, on: "testnet", chain: nil)?.accounts == (try accounts(name)))
        }
        try process().revoke(app)
        #expect(try here.site(app) == nil)
    }

    // MARK: Pages of this computer

    @Test(arguments: ["http://localhost:3000", "http://127.0.0.1", "https://[::1]:8443", "https://0.0.0.0"])
    func pagesOfThisComputerAreForgottenWithTheProcess(text: String) throws {
        let local = try origin(text)
        let permissions = process()
        try permissions.grant(try accounts("a.testnet"), to: local, on: "testnet", chain: nil)
        try permissions.setPersona(.hot, of: local)
        #expect(try permissions.grant(of: local, on: "testnet", chain: nil) != nil)
        #expect(try permissions.sites().map(\.origin) == [local])
        #expect(try process().site(local) == nil)
        #expect(!FileManager.default.fileExists(atPath: file.path))
        try permissions.revoke(local)
        #expect(try permissions.grant(of: local, on: "testnet", chain: nil) == nil)
    }

    @Test func pagesOfThisComputerHaveNothingOnMainnet() throws {
        let local = try origin("http://localhost:3000")
        let permissions = process()
        let chosen = try accounts("a.near")
        #expect(throws: NEARError.self) { try permissions.grant(chosen, to: local, on: "mainnet", chain: nil) }
        #expect(throws: NEARError.self) { try permissions.grant(chosen, to: local, on: "fun", chain: .mainnet) }
        // The nodes say it only afterwards.
        try permissions.grant(chosen, to: local, on: "fun", chain: nil)
        #expect(try permissions.grant(of: local, on: "fun", chain: .mainnet) == nil)
        #expect(try permissions.grant(of: local, on: "fun", chain: .testnet) != nil)
        // Nor where a file says so.
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let time = "2026-01-01T00:00:00Z"
        let network = { (name: String) in
            #"{"network":"\#(name)","accounts":[{"accountId":"a.near"}],"since":"\#(time)","lastUsed":"\#(time)"}"#
        }
        let text =
            #"{"schema":1,"sites":[{"origin":"http://localhost:3000","networks":[\#(network("mainnet")),\#(network("devnet"))]}]}"#
        try Data(text.utf8).write(to: file)
        let other = process()
        #expect(try other.grant(of: local, on: "mainnet", chain: nil) == nil)
        #expect(try other.grant(of: local, on: "devnet", chain: nil) != nil)
        // What a user has written stays as it is, and ends when he takes it out.
        try other.touch(local, on: "devnet")
        try other.grant(chosen, to: local, on: "testnet", chain: nil)
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
        try process().revoke(local, on: "devnet")
        #expect(try other.grant(of: local, on: "devnet", chain: nil) == nil)
        #expect(try other.grant(of: local, on: "testnet", chain: nil) != nil)
    }

    @Test(arguments: ["http://app.example", "http://192.168.0.1"])
    func pagesWithoutAWalletGetNoPermission(text: String) throws {
        let site = try origin(text)
        #expect(throws: NEARError.self) {
            try process().grant(try accounts("a.testnet"), to: site, on: "testnet", chain: nil)
        }
        #expect(throws: NEARError.self) {
            try process().allowFrames(of: try origin(), inside: [site], on: "testnet")
        }
    }

    // MARK: Bounds

    @Test func countsAreBounded() throws {
        let app = try origin()
        let permissions = process()
        let many = Array(repeating: try accounts("a.testnet")[0], count: SiteFile.accountLimit + 1)
        #expect(throws: NEARError.self) { try permissions.grant(many, to: app, on: "testnet", chain: nil) }
        #expect(throws: NEARError.self) { try permissions.grant([], to: app, on: "testnet", chain: nil) }
        for number in 0..<SiteFile.networkLimit {
            try permissions.grant(try accounts("a.testnet"), to: app, on: ExactText("n\(number)"), chain: nil)
        }
        #expect(throws: NEARError.self) {
            try permissions.grant(try accounts("a.testnet"), to: app, on: "more", chain: nil)
        }
        let local = (0...SiteFile.siteLimit).compactMap { SiteOrigin("http://localhost:\(1000 + $0)") }
        for site in local.dropLast() { try permissions.setPersona(.hot, of: site) }
        #expect(throws: NEARError.self) { try permissions.setPersona(.hot, of: try #require(local.last)) }
    }

    // MARK: Kills and damage

    @Test(arguments: SitePermissionsTests.saveSteps)
    private func aKillBetweenTwoStepsLeavesTheOldOrTheNewPermissions(step: AtomicFile.Step) throws {
        let (app, shop) = (try origin(), try origin("https://shop.example"))
        try process().grant(try accounts("a.testnet"), to: app, on: "testnet", chain: nil)
        #expect(throws: NEARError.self) {
            try process(dyingAfter: step).grant(try accounts("b.testnet"), to: shop, on: "testnet", chain: nil)
        }
        let isReplaced = [.renamed, .directorySynced].contains(step)
        #expect(try process().sites().map(\.origin) == (isReplaced ? [app, shop] : [app]))
        // The next change works, and takes away what the dead process left.
        try process().revoke(shop)
        try process().setPersona(.hot, of: app)
        #expect(try files() == ["sites.json"])
    }

    @Test(arguments: [AtomicFile.Step.removed, .directorySynced])
    private func aKillDuringTheLastRevocationLeavesNothing(step: AtomicFile.Step) throws {
        let app = try origin()
        try process().grant(try accounts("a.testnet"), to: app, on: "testnet", chain: nil)
        #expect(throws: NEARError.self) { try process(dyingAfter: step).revoke(app) }
        #expect(try process().sites().isEmpty)
    }

    @Test(arguments: [
        "", "{", "[]", "null", #"{"schema":1}"#, #"{"schema":2,"sites":[]}"#, "\0",
        #"{"schema":1,"sites":[{"origin":"http://app.example","networks":[]}]}"#,
        #"{"schema":1,"sites":[{"origin":"https://APP.example","networks":[]}]}"#,
        #"{"schema":1,"sites":[{"origin":"null","networks":[]}]}"#,
        #"{"schema":1,"sites":[{"origin":"https://a.example","networks":[]},{"origin":"https://a.example","networks":[]}]}"#,
        #"{"schema":1,"sites":[{"origin":"https://a.example","origin":"https://b.example","networks":[]}]}"#,
        #"{"schema":1,"sites":[{"origin":"https://a.example","persona":"metamask","networks":[]}]}"#,
        #"{"schema":1,"sites":[{"origin":"https://a.example","networks":[{"network":"testnet","accounts":[{"accountId":"NOT VALID"}],"since":"2026-01-01T00:00:00Z","lastUsed":"2026-01-01T00:00:00Z"}]}]}"#,
        #"{"schema":1,"sites":[{"origin":"https://a.example","networks":[{"network":"testnet","accounts":[],"since":"yesterday","lastUsed":"2026-01-01T00:00:00Z"}]}]}"#,
        #"{"schema":1,"sites":[{"origin":"https://a.example","networks":[{"network":"testnet","accounts":[],"since":"2026-01-01T00:00:00Z","lastUsed":"2026-01-01T00:00:00Z","limits":{"version":1,"rules":[]}}]}]}"#,
    ])
    func aFileThatCannotBeUnderstoodGivesNobodyAnythingAndIsKept(content: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(content.utf8).write(to: file)
        let permissions = process()
        #expect(try permissions.sites().isEmpty)
        let moved = folder.appendingPathComponent("sites.json.corrupt-1700000000")
        #expect(try Data(contentsOf: moved) == Data(content.utf8))
        #expect(permissions.takeProblem()?.contains(moved.path) == true)
        #expect(permissions.takeProblem() == nil)
        try permissions.grant(try accounts("a.testnet"), to: try origin(), on: "testnet", chain: nil)
        #expect(try process().sites().count == 1)
    }

    @Test func onlyTheOwnerCanReadIt() throws {
        try process().setPersona(.hot, of: try origin())
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    // MARK: Two processes

    @Test func changesAtTheSameTimeAreNotLost() async throws {
        let folder = folder
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let site = try #require(SiteOrigin("https://s\(number).example"))
                    try SitePermissions(folder: folder, patience: .seconds(60)).setPersona(.sender, of: site)
                }
            }
            try await group.waitForAll()
        }
        #expect(try process().sites().count == 20)
        #expect(try files() == ["sites.json"])
    }

    @Test func whoHoldsTheLockIsWaitedForAndThenNamed() throws {
        let app = try origin()
        try process().grant(try accounts("a.testnet"), to: app, on: "testnet", chain: nil)
        let holder = Process()
        holder.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
        holder.arguments = [folder.appendingPathComponent("sites.lock").path, "sh", "-c", "echo held; cat"]
        let (input, output) = (Pipe(), Pipe())
        holder.standardInput = input
        holder.standardOutput = output
        try holder.run()
        _ = try output.fileHandleForReading.read(upToCount: 5)
        #expect(throws: NEARError.self) { try process(patience: .milliseconds(20)).revoke(app) }
        // Reading needs no lock.
        #expect(try process(patience: .milliseconds(20)).grant(of: app, on: "testnet", chain: nil) != nil)
        try input.fileHandleForWriting.close()
        holder.waitUntilExit()
        try process().revoke(app)
        #expect(try process().sites().isEmpty)
    }
}

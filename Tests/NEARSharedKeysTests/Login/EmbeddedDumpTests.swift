// SPDX-License-Identifier: MIT

import Foundation
import GuardedMemory
import NEARConnectCore
import NEARPrimitives
import NEARShares
import NEARVault
import Testing

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// Thieves: each has all that one place gives, and looks through it for shares.
@Suite struct EmbeddedDumpTests {
    /// Every file below a folder, but one that is being replaced.
    private static func files(below folder: URL) throws -> [[UInt8]] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { !$0.hasSuffix(".tmp") }
            .compactMap { path in
                let file = folder.appendingPathComponent(path)
                guard try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { return nil }
                return Array(try Data(contentsOf: file))
            }
    }

    /// All that an open vault has.
    private static func secrets(_ vault: any SecretVault) async throws -> [[UInt8]] {
        var all: [[UInt8]] = []
        for name in try await vault.names() {
            if let secret = try await vault.secret(named: name) { all.append(secret.withUnsafeBytes { Array($0) }) }
        }
        return all
    }

    /// After a life with all flows: what lies in each place, of each set that the account has had.
    @Test(arguments: LoginShareMode.allCases) func eachPlaceAloneHasOneShareAtMost(_ mode: LoginShareMode) async throws
    {
        let (scene, alice) = (try await EmbeddedScene.start(mode), try AccountId("alice.test.near"))
        let wallet = try await EmbeddedWallet.create(
            .named(alice, scene.creator), plan: try scene.plan(),
            in: try scene.profile(allowing: try .near(1)), asking: scene.presenter)
        var words = [try #require(scene.presenter.words)]
        _ = try await wallet.signIn()
        let contract = try AccountId("book.test.near")
        _ = try await wallet.addDailyKey(
            FunctionCallKeyRequest(contractId: contract, methodNames: ["sign"], allowance: .oneYocto),
            until: Date(timeIntervalSinceNow: 86_400))
        try await wallet.refresh(asking: scene.presenter, with: [HandedShare(words[0])])
        words.append(try #require(scene.presenter.words))
        try await wallet.rotate(asking: scene.presenter)
        words.append(try #require(scene.presenter.words))
        let other = try await scene.elsewhere()
        let joining = JoiningComputer()
        let request = try ComputerRequest(joining.request.text)
        let answer = try await wallet.answer(request, with: [HandedShare(words[2])])
        _ = try await EmbeddedWallet.join(
            try joining.open(answer), plan: try other.plan(), in: try other.profile())
        #expect(try await scene.pays(try await wallet.signIn().signer, alice))

        let records = try scene.profile().records.all()
        #expect(records.map(\.state) == [.retired, .retired, .active])
        let here = try await Self.secrets(scene.vault)
        // All files of both computers: the vaults among them are sealed.
        let disk = try Self.files(below: scene.folder)
        let mail = [Array(answer.utf8), Array(joining.request.text.utf8)]
        let service = [await scene.login.service.database]
        let paper = words.map { Array($0.exposedText().utf8) }
        for record in records {
            let set = record.set
            let isActive = record.state == .active
            func holders(_ place: [[UInt8]]) -> Set<ShareHolder> { FoundShares(in: place, of: set).holders }
            #expect(holders(service) == [.login], "\(record.state)")
            #expect(holders(paper) == [.recovery], "\(record.state)")
            #expect(holders(disk).isEmpty && holders(mail).isEmpty, "\(record.state)")
            #expect(holders(here).isSubset(of: [.device]), "\(record.state)")
            #expect(!isActive || holders(here) == [.device])
            #expect(holders(try await Self.secrets(other.vault)) == (isActive ? [.secondDevice] : []))
            // The login's own secrets on this computer.
            #expect(holders(try await Self.secrets(scene.login.vault)).isEmpty)
            // Whoever has two of them finds two: the search works.
            #expect(holders(service + paper) == [.login, .recovery])
        }
        await scene.stop()
    }

    @Test func aPlanInWhichOneTheftGetsTwoSharesIsRefused() async throws {
        let scene = try await EmbeddedScene.start(.release)
        let file = try await scene.sealedFile("stick")
        #expect(throws: SharedKeyError.onePlace(.device, .recovery)) {
            try scene.plan(recovery: .sealedFile(file))
        }
        #expect(throws: SharedKeyError.onePlace(.device, .app)) {
            try scene.plan(app: .words, device: KeyringVault(file: scene.vault))
        }
        #expect(throws: SharedKeyError.noPlace(.memory)) { try scene.plan(device: MemoryVault()) }
        #expect(throws: SharedKeyError.noPlace(.memory)) { try scene.plan(recovery: .sealedFile(MemoryVault())) }
        let folders = VaultFolders(data: scene.folder.path, state: scene.folder.path + "/plain")
        let plain = PlainFileVault(folders)
        #expect(throws: SharedKeyError.noPlace(plain.place)) { try scene.plan(device: plain) }
        _ = try scene.plan(device: KeyringVault(file: scene.vault), recovery: .sealedFile(file))
        await scene.stop()
    }
}

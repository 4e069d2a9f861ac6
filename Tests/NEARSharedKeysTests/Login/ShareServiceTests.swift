// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARConnectCore
import NEARPrimitives
import NEARShares
import NEARVault
import Testing

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// A login's share at a service over HTTP: given, signed with, replaced.
@Suite struct ShareServiceTests {
    private static let silence: @Sendable (SigningStep) async -> Void = { _ in }

    @Test func aReleasedShareSigns() async throws {
        let (login, scene) = (try await LoginScene.start(), try SharedKeyScene())
        let client = login.client(.release)
        let token = try await client.signIn(LoginHint())
        try await login.register(scene, at: client, token)
        let key = try SharedKey(
            scene.set, by: try await scene.device(), with: .share(LoginShare(client, token: token)))
        let subject = try SharedKeyScene.transfer(of: key.publicKey)
        #expect(key.publicKey.verify(try await key.sign(subject, told: Self.silence), hash: subject.hash))
        await login.stop()
    }

    @Test func aServiceSignsWithoutGivingItsShare() async throws {
        let (login, scene) = (try await LoginScene.start { $0.modes = [.coSign] }, try SharedKeyScene())
        let client = login.client(.coSign)
        let token = try await client.signIn(LoginHint())
        try await login.register(scene, at: client, token)
        let signer = LoginCoSigner(client, token: token, for: scene.set.id)
        let sources: [any ShareSource] = [try await scene.device(), try scene.words()]
        for (source, nonce) in zip(sources, [1, 2] as [UInt64]) {
            let key = try SharedKey(scene.set, by: source, with: .coSigner(signer))
            let subject = try SharedKeyScene.transfer(of: key.publicKey, nonce: nonce)
            #expect(key.publicKey.verify(try await key.sign(subject, told: Self.silence), hash: subject.hash))
        }
        let error = await Self.error { () throws(LoginError) in
            _ = try await client.share(of: scene.set.id, token: token, to: BoxKey().publicKey)
        }
        #expect(error == .service(.mode))
        await login.stop()
    }

    @Test func messagesAndDelegateActionsAreSignedToo() async throws {
        let (login, scene) = (try await LoginScene.start(), try SharedKeyScene())
        let client = login.client(.coSign)
        let token = try await client.signIn(LoginHint())
        try await login.register(scene, at: client, token)
        let key = try SharedKey(
            scene.set, by: try await scene.device(),
            with: .coSigner(LoginCoSigner(client, token: token, for: scene.set.id)))
        let message = try NEP413Payload(
            message: "é \u{1F600}", nonce: [UInt8](repeating: 7, count: 32), recipient: "app.example",
            callbackUrl: "https://a")
        let action = DelegateAction(
            senderId: try AccountId("alice.near"), receiverId: try AccountId("bob.near"),
            actions: [.transfer(.oneYocto)], nonce: 1, maxBlockHeight: 2, publicKey: key.publicKey)
        for subject in [SigningSubject.message(message), .delegateAction(action)] {
            #expect(key.publicKey.verify(try await key.sign(subject, told: Self.silence), hash: subject.hash))
        }
        await login.stop()
    }

    // MARK: Bringing a share

    @Test(arguments: LoginShareMode.allCases) func aCreationBringsItsShareAndSeesIt(_ mode: LoginShareMode) async throws
    {
        let login = try await LoginScene.start { $0.modes = [mode] }
        let client = login.client(mode)
        let token = try await client.signIn(LoginHint())
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("login-\(UUID().uuidString)")
        let records = ShareSetRecords(folder: folder)
        let creation = try SharedKeyCreation.begin(
            for: try AccountId("alice.near"), on: ExactText("devnet"),
            in: try SharePlaces([.login: .service(client.address), .device: .keyring, .recovery: .words]),
            records: records)
        let receiver = LoginReceiver(client, token: token)
        // Twice, as after a crash.
        try await creation.deliver(to: receiver)
        try await creation.deliver(to: receiver)
        #expect(try await creation.missing == [.device, .recovery])
        #expect(await login.service.entries.values.map(\.state) == [.pending])
        await login.service.fail([ShareServiceFault(.foreign, of: mode == .release ? "share" : "sign")])
        if mode == .coSign {
            await #expect(throws: SharedKeyError.share(.foreign(.login))) { try await creation.deliver(to: receiver) }
        }
        try FileManager.default.removeItem(at: folder)
        await login.stop()
    }

    @Test func aReplacementHasTwoPhasesAndEachMayBeRepeated() async throws {
        let (login, old, new) = (try await LoginScene.start(), try SharedKeyScene(), try SharedKeyScene())
        let client = login.client(.release)
        let token = try await client.signIn(LoginHint())
        try await login.register(old, at: client, token)
        let share = try #require(NewShareSet(try new.share(.login)))
        func has(_ scene: SharedKeyScene) async -> Bool {
            await Self.error { () throws(LoginError) in
                _ = try await client.share(of: scene.set.id, token: token, to: BoxKey().publicKey)
            } == nil
        }
        for _ in 0..<2 {
            try await client.replace(old.set.id, by: share, phase: .prepare, token: token)
            #expect(await has(old))
            #expect(await has(new))
        }
        for _ in 0..<2 { try await client.replace(old.set.id, by: share, phase: .abandon, token: token) }
        #expect(await has(old))
        #expect(await has(new) == false)
        let early = await Self.error { () throws(LoginError) in
            try await client.replace(old.set.id, by: share, phase: .commit, token: token)
        }
        #expect(early == .service(.unknownSet))
        try await client.replace(old.set.id, by: share, phase: .prepare, token: token)
        for _ in 0..<2 { try await client.replace(old.set.id, by: share, phase: .commit, token: token) }
        // A node may have lied about the rotation: the old share still opens the account.
        #expect(await has(old))
        #expect(await has(new))
        let late = await Self.error { () throws(LoginError) in
            try await client.replace(old.set.id, by: share, phase: .abandon, token: token)
        }
        #expect(late == .service(.replacement))
        await login.stop()
    }

    @Test func aChangeThatIsNotKeptIsNotMade() async throws {
        struct FullError: Error {}
        let login = try await LoginScene.start { $0.save = { _ in throw FullError() } }
        let (scene, client) = (try SharedKeyScene(), login.client(.release))
        let token = try await client.signIn(LoginHint())
        let new = try #require(NewShareSet(try scene.share(.login)))
        let error = await Self.error { () throws(LoginError) in
            try await client.replace(nil, by: new, phase: .prepare, token: token)
        }
        #expect(error == .service(.busy))
        #expect(await login.service.entries.isEmpty)
        await login.stop()
    }

    // MARK: Limits and the audit list

    @Test func theServiceSignsNoMoreThanItsLimits() async throws {
        var limits = CoSigningLimits()
        limits.largest = NEARToken(yoctoNEAR: 10)
        limits.perDay = NEARToken(yoctoNEAR: 25)
        limits.allowsMessages = false
        let login = try await LoginScene.start { [limits] in $0.limits = limits }
        let (scene, client) = (try SharedKeyScene(), login.client(.coSign))
        let token = try await client.signIn(LoginHint())
        try await login.register(scene, at: client, token)
        let key = try SharedKey(
            scene.set, by: try await scene.device(),
            with: .coSigner(LoginCoSigner(client, token: token, for: scene.set.id)))
        func signs(_ actions: [Action], nonce: UInt64) async throws -> Bool {
            let subject = SigningSubject.transaction(
                .v0(
                    TransactionV0(
                        signerId: try AccountId("alice.near"), publicKey: key.publicKey, nonce: nonce,
                        receiverId: try AccountId("bob.near"), blockHash: .sha256([1]), actions: actions)))
            do throws(SigningError) {
                _ = try await key.sign(subject, told: Self.silence)
                return true
            } catch {
                guard case .refused = error else { throw error }
                return false
            }
        }
        func transfer(_ amount: UInt128) -> Action { .transfer(NEARToken(yoctoNEAR: amount)) }
        #expect(try await signs([transfer(11)], nonce: 1) == false)
        #expect(try await signs([transfer(6), transfer(5)], nonce: 2) == false)
        #expect(try await signs([transfer(.max), transfer(.max)], nonce: 3) == false)
        #expect(try await signs([transfer(10)], nonce: 4))
        #expect(try await signs([.functionCall("a", deposit: NEARToken(yoctoNEAR: 10))], nonce: 5))
        #expect(try await signs([transfer(6)], nonce: 6) == false, "more than a day’s")
        #expect(try await signs([transfer(5)], nonce: 7))
        let deletion = Action.deleteAccount(DeleteAccountAction(beneficiaryId: try AccountId("eve.near")))
        #expect(try await signs([deletion], nonce: 8) == false)
        let events = await login.service.events.filter { $0.call == "sign" }
        #expect(events.map { $0.refusal == nil } == [false, false, false, true, true, false, true, false])
        #expect(events.allSatisfy { $0.digest != nil && $0.share != nil })
        await login.stop()
    }

    @Test func aPersonWhoAsksTooOftenWaits() async throws {
        let login = try await LoginScene.start { $0.requestsPerMinute = 3 }
        let client = login.client(.release)
        let token = try await client.signIn(LoginHint())
        var refusals: [LoginError?] = []
        for _ in 0..<8 {
            refusals.append(
                await Self.error { () throws(LoginError) in
                    _ = try await client.share(of: .init(hash: .sha256([1])), token: token, to: BoxKey().publicKey)
                })
        }
        // A minute may end between two of them.
        #expect(refusals.contains(.service(.busy)))
        #expect(refusals.first == .service(.unknownSet))
        await login.stop()
    }

    static func error(_ body: () async throws(LoginError) -> Void) async -> LoginError? {
        do throws(LoginError) {
            try await body()
            return nil
        } catch {
            return error
        }
    }
}

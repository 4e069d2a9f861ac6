// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARConnectCore
import NEARPrimitives
import NEARShares
import Synchronization
import Testing

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// A service that ends and starts with its database: what it keeps, and what it forgets.
@Suite struct ShareServiceRestartTests {
    private static let silence: @Sendable (SigningStep) async -> Void = { _ in }

    /// Ends a scene's service, and starts another one with its database at the same port.
    private static func restarted(_ login: LoginScene, at port: UInt16) async throws -> ShareService {
        let database = await login.service.database
        await login.service.stop()
        return try await ShareService.start(login.service.settings, database: database, port: port)
    }

    @Test func aServiceGoesOnWithItsDatabase() async throws {
        // Other tests of this process ask for ports as well, while none listens here.
        let held = try HeldPort()
        let (login, scene) = (try await LoginScene.start(port: held.port), try SharedKeyScene())
        let client = login.client(.release)
        let token = try await client.signIn(LoginHint())
        try await login.register(scene, at: client, token)
        let again = try await Self.restarted(login, at: held.port)
        let share = try await LoginShare(client, token: token).share(of: scene.set.id)
        _ = try ProvenShare(share, of: scene.set)
        await again.stop()
        await login.provider.stop()
    }

    /// A commitment is in the service's memory only: one that was begun before a restart signs nothing afterwards.
    @Test func aServiceThatStartsAnewBetweenTheRoundsSignsNothing() async throws {
        struct Restarting: CoSigner {
            let inner: LoginCoSigner
            let restart: @Sendable () async throws -> Void
            var holder: ShareHolder { inner.holder }

            func commit(
                _ set: ShareSetID, to digest: CryptoHash
            ) async throws(SigningError) -> SigningCommitment { try await inner.commit(set, to: digest) }

            func sign(
                _ subject: SigningSubject, of set: ShareSetID, list: [SigningCommitment]
            ) async throws(SigningError) -> SignatureShare {
                do { try await restart() } catch { throw .unavailable(reason: "\(error)") }
                return try await inner.sign(subject, of: set, list: list)
            }

            func discard(_ commitment: SigningCommitment) async { await inner.discard(commitment) }
        }
        let held = try HeldPort()
        let login = try await LoginScene.start(port: held.port) { $0.modes = [.coSign] }
        let (scene, client) = (try SharedKeyScene(), login.client(.coSign))
        let token = try await client.signIn(LoginHint())
        try await login.register(scene, at: client, token)
        let again = Mutex<ShareService?>(nil)
        let signer = LoginCoSigner(client, token: token, for: scene.set.id)
        let device = try await scene.device()
        let cutOff = try SharedKey(
            scene.set, by: device,
            with: .coSigner(
                Restarting(inner: signer) {
                    let service = try await Self.restarted(login, at: held.port)
                    again.withLock { $0 = service }
                }))
        let subject = try SharedKeyScene.transfer(of: scene.set.publicKey)
        await #expect(throws: SigningError.self) { try await cutOff.sign(subject, told: Self.silence) }
        let service = try #require(again.withLock { $0 })
        let calls = await service.events.map(\.call)
        #expect(calls.contains("sign"), "it was asked")
        let key = try SharedKey(scene.set, by: device, with: .coSigner(signer))
        #expect(key.publicKey.verify(try await key.sign(subject, told: Self.silence), hash: subject.hash))
        await service.stop()
        await login.provider.stop()
    }

    @Test func aSignOutOutlastsTheService() async throws {
        let held = try HeldPort()
        let (login, scene) = (try await LoginScene.start(port: held.port), try SharedKeyScene())
        let client = login.client(.release)
        let (token, stolen) = (try await client.signIn(LoginHint()), try await client.signIn(LoginHint()))
        try await login.register(scene, at: client, token)
        #expect(try await client.sets(token: stolen).count == 1)
        try await client.signOut(token)
        let again = try await Self.restarted(login, at: held.port)
        for old in [token, stolen] {
            let error = await ShareServiceTests.error { () throws(LoginError) in _ = try await client.sets(token: old) }
            #expect(error == .service(.token))
        }
        let fresh = try await client.signIn(LoginHint())
        #expect(try await client.sets(token: fresh).count == 1)
        await again.stop()
        await login.provider.stop()
    }

    /// An issuer whose clock is ahead: a token that was ended stays so, whatever is ended later.
    @Test func aTokenOfAnIssuerWhoseClockIsAheadStaysEnded() throws {
        let (now, settings) = (Date(timeIntervalSince1970: 1_763_800_000), ShareServiceSettings(issuers: []))
        let (person, first, second) = (
            CryptoHash.sha256([1]), [UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32)
        )
        func after(_ seconds: TimeInterval) -> Date { now.addingTimeInterval(seconds) }
        var records = ServiceRecords()
        try records.people.admit(person, key: first, issued: after(300), now: now, settings)
        records.people.end(person, now: now)
        records = try ServiceRecords(database: records.database)
        try records.people.admit(person, key: second, issued: after(30), now: after(30), settings)
        records.people.end(person, now: after(60))
        for _ in 0..<2 {
            for (key, issued) in [(first, after(300)), (second, after(30))] {
                #expect(throws: ShareServiceError.token) {
                    try records.people.admit(person, key: key, issued: issued, now: after(90), settings)
                }
            }
            records = try ServiceRecords(database: records.database)
        }
    }

    /// A full disk doesn't keep the tokens of who signs out.
    @Test func aSignOutThatIsNotKeptEndsTheTokensAllTheSame() async throws {
        struct FullError: Error {}
        let login = try await LoginScene.start { $0.save = { _ in throw FullError() } }
        let client = login.client(.release)
        let token = try await client.signIn(LoginHint())
        let refused = await ShareServiceTests.error { () throws(LoginError) in try await client.signOut(token) }
        #expect(refused == .service(.busy))
        let error = await ShareServiceTests.error { () throws(LoginError) in _ = try await client.sets(token: token) }
        #expect(error == .service(.token))
        await login.stop()
    }

    @Test func aDaysSpendingOutlastsTheService() async throws {
        let held = try HeldPort()
        var limits = CoSigningLimits()
        limits.perDay = NEARToken(yoctoNEAR: 2)
        // Its clock stands still: a day may end in between.
        let time = Date()
        let login = try await LoginScene.start(port: held.port) { [limits] settings in
            (settings.modes, settings.limits, settings.now) = ([.coSign], limits, { time })
        }
        let (scene, client) = (try SharedKeyScene(), login.client(.coSign))
        let token = try await client.signIn(LoginHint())
        try await login.register(scene, at: client, token)
        let key = try SharedKey(
            scene.set, by: try await scene.device(),
            with: .coSigner(LoginCoSigner(client, token: token, for: scene.set.id)))
        _ = try await key.sign(try SharedKeyScene.transfer(of: key.publicKey, nonce: 1), told: Self.silence)
        _ = try await key.sign(try SharedKeyScene.transfer(of: key.publicKey, nonce: 2), told: Self.silence)
        let again = try await Self.restarted(login, at: held.port)
        await #expect(throws: SigningError.self) {
            _ = try await key.sign(try SharedKeyScene.transfer(of: key.publicKey, nonce: 3), told: Self.silence)
        }
        let signed = await again.events.last { $0.call == "sign" }
        #expect(signed?.refusal == .limit)
        await again.stop()
        await login.provider.stop()
    }

    /// A change that was recorded on its way is refused by a service that has started meanwhile.
    @Test func aRecordedChangeIsNotTakenAgainAfterARestart() async throws {
        let held = try HeldPort()
        let login = try await LoginScene.start(port: held.port)
        let client = login.client(.release)
        let token = try await client.signIn(LoginHint())
        let scene = try SharedKeyScene()
        try await login.register(scene, at: client, token)
        let request = ShareServiceRequest(
            .replace(nil, by: scene.set, phase: .commit, share: nil), to: login.service.address, token: token,
            time: Int64(Date().timeIntervalSince1970))
        let (body, signature) = (
            request.body, Base64.encodeForAddress(token.key.sign(ShareServiceRequest.signed(request.body)))
        )
        func send(to service: ShareService) async -> ShareServiceError? {
            guard case .failure(let error) = await service.answer(body, signature: signature) else { return nil }
            return error
        }
        #expect(await send(to: login.service) == nil)
        let again = try await Self.restarted(login, at: held.port)
        #expect(await send(to: again) == .proof)
        await again.stop()
        await login.provider.stop()
    }

    @Test func aDamagedDatabaseIsRefused() async throws {
        let login = try await LoginScene.start()
        let client = login.client(.release)
        try await client.signOut(try await client.signIn(LoginHint()))
        let whole = try JSONValue.parse(await login.service.database)
        await login.stop()
        let damages: [(ExactText, JSONValue)] = [
            ("version", 2), ("people", [["person": "?", "ended": 1, "keys": []]]), ("people", [["ended": 1]]),
            ("people", [:]), ("proofs", "x"), ("shares", "x"), ("shares", .null),
            ("people", [["person": "11111111111111111111111111111111", "ended": 1, "keys": ["!"]]]),
            ("spending", ["day": 1, "spent": [["name": "11111111111111111111111111111111", "amount": "-1"]]]),
            ("spending", []), ("proofs", [["nonce": "", "time": "now"]]), ("shares", [[:]]),
        ]
        for (part, damage) in damages {
            var members = whole.objectValue ?? [:]
            members[part] = damage
            #expect(throws: (any Error).self, "\(part)") {
                _ = try ServiceRecords(database: JSONValue.object(members).bytes)
            }
        }
        #expect(try ServiceRecords(database: whole.bytes).database == whole.bytes)
        // One of before these were kept.
        #expect(try ServiceRecords(database: JSONValue.object(["version": 1, "shares": []]).bytes).shares.isEmpty)
    }
}

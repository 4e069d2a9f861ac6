// SPDX-License-Identifier: MIT

import FoundationEssentials
import GuardedMemory
import NEARConnectCore
import NEARPrimitives
import NEARShares
import NEARVault
import Testing

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// Attacks on a login's share, by tokens, requests, pages and the service itself.
@Suite struct ShareServiceAttackTests {
    private static let silence: @Sendable (SigningStep) async -> Void = { _ in }

    /// Posts a body to the service as whoever has a network does.
    private static func post(
        _ body: [UInt8], signature: String?, to scene: LoginScene, headers: [String] = []
    ) async throws -> String {
        let port = try #require(URL(string: scene.service.address)?.port.flatMap { UInt16(exactly: $0) })
        var lines = ["POST /v1/shares HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"]
        lines += ["Content-Length: \(body.count)"] + (headers.isEmpty ? ["Content-Type: application/json"] : headers)
        if let signature { lines.append("Login-Signature: \(signature)") }
        return await RawConnection.ask(
            port, lines.joined(separator: "\r\n") + "\r\n\r\n" + String(decoding: body, as: UTF8.self))
    }

    private static func signature(_ body: [UInt8], _ key: LoginKey) -> String {
        Base64.encodeForAddress(key.sign(ShareServiceRequest.signed(body)))
    }

    private static func request(
        _ scene: LoginScene, of set: ShareSetID, _ token: LoginToken, to address: String? = nil, time: Int64? = nil
    ) -> ShareServiceRequest {
        ShareServiceRequest(
            .share(set, to: BoxKey().publicKey), to: address ?? scene.service.address, token: token,
            time: time ?? Int64(Date().timeIntervalSince1970))
    }

    private static func registered() async throws -> (LoginScene, SharedKeyScene, ShareServiceClient, LoginToken) {
        let (login, scene) = (try await LoginScene.start(), try SharedKeyScene())
        let client = login.client(.release)
        let token = try await client.signIn(LoginHint())
        try await login.register(scene, at: client, token)
        return (login, scene, client, token)
    }

    private static func refusal(
        _ client: ShareServiceClient, of set: ShareSetID, _ token: LoginToken
    ) async -> LoginError? {
        await ShareServiceTests.error { () throws(LoginError) in
            _ = try await client.share(of: set, token: token, to: BoxKey().publicKey)
        }
    }

    // MARK: Tokens

    @Test func tokensThatAreNotTheProgramsOwnOpenNothing() async throws {
        let (login, scene, client, token) = try await Self.registered()
        let key = LoginKey()
        let right = await login.provider.claims(client: LoginScene.program, nonce: key.nonce)
        func with(_ changes: JSONValue.Members) async -> String {
            await login.provider.token(.object(right.merging(changes) { _, new in new }))
        }
        let now = Int128(Date().timeIntervalSince1970)
        let parts = await with([:]).split(separator: ".").map(String.init)
        let wrong: [String] = [
            await with(["iss": "https://evil.example"]), await with(["aud": "another-program"]),
            await with(["nonce": .string(LoginKey().nonce)]), await with(["nonce": .null]),
            await with(["sub": ""]), await with(["exp": .integer(now - 700)]), await with(["iat": .integer(now + 700)]),
            // Another key's token: it was stolen, or is replayed by whoever has seen it.
            token.exposedTokens().idToken,
            "\(Base64.encodeForAddress(JSONValue.object(["alg": "none"]).bytes)).\(parts[1]).",
            "\(parts[0]).\(parts[1]).\(Base64.encodeForAddress([UInt8](repeating: 1, count: 64)))", "", "a.b.c",
        ]
        for text in wrong {
            let forged = LoginToken(token.claims, idToken: text, key: key)
            #expect(await Self.refusal(client, of: scene.set.id, forged) == .service(.token), "\(text.prefix(200))")
        }
        // Another person's, who has no share of this set.
        let other = LoginToken(token.claims, idToken: await with(["sub": "person-2"]), key: key)
        #expect(await Self.refusal(client, of: scene.set.id, other) == .service(.unknownSet))
        let own = LoginToken(token.claims, idToken: await with([:]), key: key)
        #expect(await Self.refusal(client, of: scene.set.id, own) == nil, "the right one does")
        await login.stop()
    }

    @Test func twoIssuersWithOnePersonsNameAreTwoPeople() async throws {
        let (one, other) = (try await IdentityProvider.start(), try await IdentityProvider.start())
        let service = try await ShareService.start(
            ShareServiceSettings(
                issuers: [one, other].map { .init($0.issuer, programs: [LoginScene.program]) }))
        let scene = try SharedKeyScene()
        func client(_ provider: IdentityProvider) -> ShareServiceClient {
            var configuration = OpenIDConfiguration(issuer: provider.issuer, clientId: LoginScene.program)
            configuration.allowsPlainLoopback = true
            return ShareServiceClient(
                service.address, mode: .release, login: OpenIDClient(configuration, browser: LoginScene.browser))
        }
        let owner = try await client(one).signIn(LoginHint())
        let new = try #require(NewShareSet(try scene.share(.login)))
        try await client(one).replace(nil, by: new, phase: .prepare, token: owner)
        let thief = try await client(other).signIn(LoginHint())
        #expect(thief.claims.subject == owner.claims.subject)
        #expect(await Self.refusal(client(other), of: scene.set.id, thief) == .service(.unknownSet))
        #expect(await Self.refusal(client(one), of: scene.set.id, owner) == nil)
        for peer in [one, other] { await peer.stop() }
        await service.stop()
    }

    @Test func twoProgramsReachEachOthersSharesOnlyInOneGroup() async throws {
        let login = try await LoginScene.start(groups: ["shop": "shop", "evil": "evil", "shop-phone": "shop"])
        let scene = try SharedKeyScene()
        let token = try await login.client(.release, program: "shop").signIn(LoginHint())
        try await login.register(scene, at: login.client(.release, program: "shop"), token)
        for (program, error) in [("evil", LoginError.service(.unknownSet)), ("shop-phone", nil)] as [(_, LoginError?)] {
            let client = login.client(.release, program: program)
            let other = try await client.signIn(LoginHint())
            #expect(other.claims.subject == token.claims.subject)
            #expect(await Self.refusal(client, of: scene.set.id, other) == error, "\(program)")
        }
        await login.stop()
    }

    @Test func signingOutEndsEveryTokenOfThePerson() async throws {
        let (login, scene, client, token) = try await Self.registered()
        let elsewhere = try await client.signIn(LoginHint())
        #expect(await Self.refusal(client, of: scene.set.id, elsewhere) == nil)
        // A computer that keeps its session, and gets fresh tokens for it.
        let third = ShareServiceClient(
            login.service.address, mode: client.mode, login: login.login(keeping: MemoryVault()))
        let session = try await third.signIn(LoginHint())
        #expect(await Self.refusal(client, of: scene.set.id, session) == nil)
        try await client.signOut(token)
        let second = Int(Date().timeIntervalSince1970)
        while Int(Date().timeIntervalSince1970) == second { try await Task.sleep(for: .milliseconds(20)) }
        for old in [token, elsewhere, session, try await third.resume()] {
            #expect(await Self.refusal(client, of: scene.set.id, old) == .service(.token))
        }
        // A session that has ended there ends here without an error.
        try await third.signOut(session)
        await #expect(throws: LoginError.noSession) { try await third.resume() }
        let again = try await client.signIn(LoginHint())
        #expect(await Self.refusal(client, of: scene.set.id, again) == nil)
        await login.stop()
    }

    // MARK: Requests

    @Test func aRequestIsTakenOnceAndFromItsKeyOnly() async throws {
        let (login, scene, _, token) = try await Self.registered()
        let body = Self.request(login, of: scene.set.id, token).body
        let signature = Self.signature(body, token.key)
        #expect(try await Self.post(body, signature: signature, to: login).contains("\"result\""))
        #expect(try await Self.post(body, signature: signature, to: login).contains("\"proof\""), "replayed")
        let fresh = Self.request(login, of: scene.set.id, token).body
        for wrong in [nil, "", signature, Self.signature(fresh, LoginKey())] {
            #expect(try await Self.post(fresh, signature: wrong, to: login).contains("\"proof\""))
        }
        // One that was made for another service, and old and early ones.
        let now = Int64(Date().timeIntervalSince1970)
        for request in [
            Self.request(login, of: scene.set.id, token, to: "https://other.example"),
            Self.request(login, of: scene.set.id, token, time: now - 610),
            Self.request(login, of: scene.set.id, token, time: now + 610),
        ] {
            let answer = try await Self.post(
                request.body, signature: Self.signature(request.body, token.key), to: login)
            #expect(answer.contains("\"proof\""), "\(answer)")
        }
        await login.stop()
    }

    @Test func whatIsNoRequestIsRefused() async throws {
        let (login, scene, _, token) = try await Self.registered()
        let right = try #require(
            try JSONValue.parse(Self.request(login, of: scene.set.id, token).body).objectValue)
        var bodies = ["", "{}", "[]", "null", "{\"version\":2}", String(repeating: "[", count: 10_000)]
        for name in right.keys where name != ExactText("token") && name != ExactText("service") {
            for value in [JSONValue.null, -1, "x", [:]] {
                var changed = right
                changed[name] = value
                bodies.append(JSONValue.object(changed).text)
            }
        }
        for body in bodies {
            let bytes = Array(body.utf8)
            let answer = try await Self.post(bytes, signature: Self.signature(bytes, token.key), to: login)
            #expect(answer.contains("\"request\"") || answer.contains("\"proof\""), "\(body.prefix(80)): \(answer)")
        }
        await login.stop()
    }

    @Test func aPageInABrowserDoesNotReachTheService() async throws {
        let (login, scene, _, token) = try await Self.registered()
        let request = Self.request(login, of: scene.set.id, token)
        let signature = Self.signature(request.body, token.key)
        let json = "Content-Type: application/json"
        for headers in [
            [json, "Origin: https://evil.example"], [json, "Origin: null"], [json, "Sec-Fetch-Site: cross-site"],
            [json, "Sec-Fetch-Site: none"], ["Content-Type: text/plain"],
            ["Content-Type: application/x-www-form-urlencoded"], ["Content-Type: application/json; charset=utf-8"],
        ] {
            let answer = try await Self.post(request.body, signature: signature, to: login, headers: headers)
            #expect(answer.hasPrefix("HTTP/1.1 403") || answer.hasPrefix("HTTP/1.1 415"), "\(headers) \(answer)")
        }
        let port = try #require(URL(string: login.service.address)?.port.flatMap { UInt16(exactly: $0) })
        for text in [
            "OPTIONS /v1/shares HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nOrigin: https://evil.example\r\n"
                + "Access-Control-Request-Method: POST\r\nConnection: close\r\n\r\n",
            "OPTIONS /v1/shares HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n",
            "GET /v1/service HTTP/1.1\r\nHost: evil.example:\(port)\r\nConnection: close\r\n\r\n",
            "GET /v1/service HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n\r\n",
        ] {
            let answer = await RawConnection.ask(port, text)
            #expect(answer.hasPrefix("HTTP/1.1 4"), "\(answer)")
            #expect(!answer.lowercased().contains("access-control"))
        }
        let answer = try await Self.post(request.body, signature: signature, to: login)
        #expect(answer.contains("\"result\""), "nothing was used up")
        await login.stop()
    }

    // MARK: Signing

    @Test func aCommitmentSignsOneDigestOnce() async throws {
        let (login, scene, _, token) = try await Self.registered()
        let client = login.client(.coSign)
        let first = try SharedKeyScene.transfer(of: scene.set.publicKey)
        let second = try SharedKeyScene.transfer(of: scene.set.publicKey, nonce: 2)
        let device = try scene.share(.device)
        func list(_ theirs: SigningCommitment, _ subject: SigningSubject) throws -> [SigningCommitment] {
            [theirs, try PendingNonces(limit: 1).commit(by: device, to: SubjectDigest(subject.hash))]
        }
        func refusal(_ subject: SigningSubject, _ list: [SigningCommitment]) async -> LoginError? {
            await ShareServiceTests.error { () throws(LoginError) in
                _ = try await client.sign(subject, of: scene.set.id, list: list, token: token)
            }
        }
        let one = try await client.commit(scene.set.id, digest: first.hash, token: token)
        #expect(await refusal(second, try list(one, second)) == .service(.otherSubject))
        #expect(await refusal(first, try list(one, first)) == .service(.signing), "it is used up")
        let two = try await client.commit(scene.set.id, digest: first.hash, token: token)
        #expect(await refusal(first, try list(two, first)) == nil)
        #expect(await refusal(first, try list(two, first)) == .service(.signing), "no second answer, with another list")
        let three = try await client.commit(scene.set.id, digest: first.hash, token: token)
        await client.discard(three, of: scene.set.id, token: token)
        #expect(await refusal(first, try list(three, first)) == .service(.signing))
        // Commitments of this share only, and not without an end.
        var refusals = 0
        for _ in 0..<(ServiceCommitments.limit + 2) {
            let error = await ShareServiceTests.error { () throws(LoginError) in
                _ = try await client.commit(scene.set.id, digest: first.hash, token: token)
            }
            if error == .service(.busy) { refusals += 1 }
        }
        #expect(refusals == 2)
        await login.stop()
    }

    @Test func aServiceThatCheatsIsNamedAndNothingIsSigned() async throws {
        let (login, scene, _, token) = try await Self.registered()
        let client = login.client(.coSign)
        let key = try SharedKey(
            scene.set, by: try await scene.device(),
            with: .coSigner(LoginCoSigner(client, token: token, for: scene.set.id)))
        for (index, call) in ["commit", "sign"].enumerated() {
            await login.service.fail([ShareServiceFault(.foreign, of: call)])
            let subject = try SharedKeyScene.transfer(of: key.publicKey, nonce: UInt64(index))
            do throws(SigningError) {
                _ = try await key.sign(subject, told: Self.silence)
                Issue.record("\(call): signed")
            } catch {
                guard case .refused(let reason) = error else {
                    Issue.record("\(call): \(error)")
                    continue
                }
                #expect(call == "commit" || reason.hasPrefix("the login answered wrongly"), "\(reason)")
            }
        }
        for fault in [ShareServiceFault.Kind.status(500), .lost] {
            for call in ["commit", "sign"] {
                await login.service.fail([ShareServiceFault(fault, of: call)])
                let subject = try SharedKeyScene.transfer(of: key.publicKey, nonce: 9)
                do throws(SigningError) {
                    _ = try await key.sign(subject, told: Self.silence)
                    Issue.record("\(fault): signed")
                } catch {
                    guard case .unavailable = error else {
                        Issue.record("\(fault): \(error)")
                        continue
                    }
                }
            }
        }
        let subject = try SharedKeyScene.transfer(of: key.publicKey, nonce: 10)
        #expect(key.publicKey.verify(try await key.sign(subject, told: Self.silence), hash: subject.hash))
        await login.stop()
    }

    @Test func aServicesDatabaseAloneDoesNotSign() async throws {
        let (login, scene, _, _) = try await Self.registered()
        // All that it has, read as its thief reads it.
        let database = try JSONValue.parse(await login.service.database)
        let shares = try (database["shares"]?.arrayValue ?? []).map { try ShareServiceEntry($0).share }
        #expect(shares.count == 1)
        #expect(throws: KeyShareError.sameHolder(.login)) { try SharePair(shares[0], shares[0]) }
        // The place of one share says nothing about another one: any other share fits it as well as ours.
        let bytes = shares[0].share.packed
        for holder in ShareHolder.allCases where holder != .login {
            let moved = SecretBytes(count: KeyShare.byteCount) { memory in
                bytes.withUnsafeBytes { memory.copyMemory(from: $0) }
                memory[31] = memory[31] & 0x1F | holder.rawValue << 5
            }
            #expect(throws: KeyShareError.self) { try ProvenShare(try KeyShare(packed: moved), of: scene.set) }
        }
        // Nor is there another one anywhere in it.
        let found = FoundShares(in: [await login.service.database], of: scene.set)
        #expect(found.holders == [.login])
        await login.stop()
    }
}

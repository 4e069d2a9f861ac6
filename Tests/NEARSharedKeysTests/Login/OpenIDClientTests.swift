// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARPrimitives
import NEARRPC
import NEARVault
import Synchronization
import Testing

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// Logins in the browser, against an identity provider that behaves as a script says.
@Suite struct OpenIDClientTests {
    private static func error(_ body: () async throws(LoginError) -> LoginToken) async -> LoginError? {
        do throws(LoginError) {
            _ = try await body()
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: TokenAlgorithm.allCases) func aPersonSignsIn(_ algorithm: TokenAlgorithm) async throws {
        let scene = try await LoginScene.start(algorithm: algorithm)
        let token = try await scene.login().signIn()
        #expect(token.claims.subject == ExactText("person-1"))
        #expect(token.claims.email == "ada@example.org")
        #expect(token.claims.program == ExactText(LoginScene.program))
        #expect("\(token) \(token.key)".contains(token.exposedTokens().idToken) == false)
        await scene.stop()
    }

    @Test func theProvidersKeysMayChangeAtAnyTime() async throws {
        let scene = try await LoginScene.start()
        let login = scene.login()
        _ = try await login.signIn()
        // The client has seen the old keys a moment ago; an unknown one is fetched after the pause.
        let later = OpenIDClient(
            scene.configuration(), keeping: nil, now: scene.clock.now, browser: LoginScene.browser)
        _ = try await later.signIn()
        for algorithm in TokenAlgorithm.allCases {
            try await scene.provider.rotate(to: algorithm)
            scene.clock.move(by: TokenKeyCache.pause + 1)
            _ = try await later.signIn()
        }
        try await scene.provider.rotate()
        #expect(await Self.error { () throws(LoginError) in try await later.signIn() } == .token(.unknownKey))
        await scene.stop()
    }

    /// Without a desktop `xdg-open` is the browser itself, which ends when the person closes it.
    @Test func aBrowserThatRunsOnDoesNotHoldTheLoginUp() async throws {
        let scene = try await LoginScene.start()
        let hasEnded = Mutex(false)
        let client = OpenIDClient(scene.configuration()) { address throws(LoginError) in
            try await LoginScene.browser(address)
            do {
                try await Task.sleep(for: .seconds(3600))
            } catch {
                hasEnded.withLock { $0 = true }
            }
        }
        #expect(try await client.signIn().claims.subject == "person-1")
        #expect(hasEnded.withLock { $0 })
        await scene.stop()
    }

    @Test func eachWayToFailIsNamed() async throws {
        let scene = try await LoginScene.start()
        await scene.provider.follow([.refuse, .silent, .wrongState])
        var configuration = scene.configuration()
        let refused = await Self.error { () throws(LoginError) in try await scene.login().signIn() }
        #expect(refused == .refused(reason: "access_denied"))
        configuration.patience = .milliseconds(300)
        let brief = OpenIDClient(configuration, browser: LoginScene.browser)
        for _ in 0..<2 {
            #expect(await Self.error { () throws(LoginError) in try await brief.signIn() } == .timedOut)
        }
        let closed = OpenIDClient(scene.configuration()) { _ throws(LoginError) in throw .noBrowser(reason: "gone") }
        #expect(await Self.error { () throws(LoginError) in try await closed.signIn() } == .noBrowser(reason: "gone"))
        await scene.provider.expect(.init(subject: "somebody"))
        let other = await Self.error { () throws(LoginError) in
            try await scene.login().signIn(LoginHint(), as: ExactText("person-1"))
        }
        #expect(other == .token(.subject))
        await scene.stop()
    }

    @Test func anAnswerThatIsLateOrComesTwiceIsTakenOnce() async throws {
        let scene = try await LoginScene.start()
        await scene.provider.follow([.late(300), .twice])
        for _ in 0..<2 { _ = try await scene.login().signIn() }
        #expect(await scene.provider.grants.isEmpty, "each code was exchanged")
        await scene.stop()
    }

    @Test func cancelEndsALogin() async throws {
        let scene = try await LoginScene.start()
        await scene.provider.follow([.silent])
        let (opened, open) = AsyncStream.makeStream(of: String.self)
        let login = OpenIDClient(scene.configuration()) { address throws(LoginError) in open.yield(address) }
        let task = Task { await Self.error { () throws(LoginError) in try await login.signIn() } }
        var address = ""
        for await opening in opened {
            address = opening
            break
        }
        task.cancel()
        #expect(await task.value == .cancelled)
        let redirect = try #require(
            URL(string: address)?.query()?.split(separator: "&").first { $0.hasPrefix("redirect_uri=") })
        let uri = try #require(PercentEncoding.decode(redirect.dropFirst("redirect_uri=".count)))
        let port = try #require(URL(string: uri)?.port.flatMap { UInt16(exactly: $0) })
        #expect(RawConnection(port: port) == nil)
        await scene.stop()
    }

    /// The answer goes to a port of another user of this computer, who has the code and the state then.
    ///
    /// A code is spent by the first try, so each try has a login of its own.
    @Test(arguments: [String?.none, "guessed", "ours"])
    func anAnswerThatWentToAnotherUsersPortOpensNothing(_ verifier: String?) async throws {
        let scene = try await LoginScene.start()
        let (answers, heard) = AsyncStream.makeStream(of: [String: String].self)
        let stranger = try await LoopbackWebServer.start(port: 0, limit: 1_024) { request in
            heard.yield(request.query)
            return WebAnswer(status: 200)
        }
        let ours = Mutex("")
        let login = OpenIDClient(scene.configuration()) { address throws(LoginError) in
            let parts = address.split(separator: "&").map { part in
                guard part.hasPrefix("redirect_uri=") else { return String(part) }
                ours.withLock { $0 = PercentEncoding.decode(part.dropFirst("redirect_uri=".count)) ?? "" }
                return "redirect_uri=" + PercentEncoding.encode(stranger.origin + "/callback")
            }
            try await LoginScene.browser(parts.joined(separator: "&"))
        }
        let task = Task { await Self.error { () throws(LoginError) in try await login.signIn() } }
        var answer: [String: String] = [:]
        for await next in answers {
            answer = next
            break
        }
        let code = try #require(answer["code"])
        let state = try #require(answer["state"])
        if verifier != "ours" {
            // Without the verifier the code isn't exchanged.
            let url = try #require(URL(string: scene.provider.issuer + "/token"))
            var fields = [
                ("grant_type", "authorization_code"), ("code", code), ("client_id", LoginScene.program),
                ("redirect_uri", stranger.origin + "/callback"),
            ]
            if let verifier { fields.append(("code_verifier", verifier)) }
            let form = fields.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
            let port = try #require(url.port.flatMap { UInt16(exactly: $0) })
            let refusal = await RawConnection.ask(
                port,
                "POST /token HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r\n\r\n"
                    + form)
            #expect(refusal.hasPrefix("HTTP/1.1 400"), "\(refusal)")
        }
        // Brought to our port, it is an answer for another address: the provider exchanges it for nobody.
        let back = try #require(URL(string: "\(ours.withLock { $0 })?code=\(code)&state=\(state)"))
        let port = try #require(back.port.flatMap { UInt16(exactly: $0) })
        _ = await RawConnection.ask(port, RawConnection.get("\(back.path())?\(back.query() ?? "")", port: port))
        let error = try #require(await task.value)
        #expect(error != .timedOut && error != .cancelled, "\(error)")
        #expect(await scene.provider.sessions.isEmpty)
        await stranger.stop()
        await scene.stop()
    }

    @Test func theAddressHasWhatBindsItsAnswer() async throws {
        let scene = try await LoginScene.start()
        let seen = Mutex<[String]>([])
        var configuration = scene.configuration()
        configuration.connectionField = "connection"
        let login = OpenIDClient(configuration) { address throws(LoginError) in
            seen.withLock { $0.append(address) }
            try await LoginScene.browser(address)
        }
        let hint = LoginHint(connection: "google", address: "ada@example.org", isFresh: true)
        let token = try await login.signIn(hint)
        _ = try await login.signIn(hint)
        let addresses = seen.withLock { $0 }
        #expect(addresses[0].contains("&nonce=\(token.key.nonce)&"))
        let parts = [
            "code_challenge_method=S256", "prompt=login", "connection=google", "login_hint=ada%40example%2Eorg",
        ]
        for part in parts {
            #expect(addresses[0].contains(part))
        }
        // Nothing that must be fresh comes twice.
        for name in ["state", "nonce", "code_challenge"] {
            let values = addresses.map { address in address.split(separator: "&").first { $0.hasPrefix("\(name)=") } }
            #expect(values[0] != nil && values[0] != values[1], "\(name)")
        }
        await scene.stop()
    }

    // MARK: Without the browser

    @Test func aSessionGoesOnWithTheKeyOfItsLogin() async throws {
        let scene = try await LoginScene.start()
        let first = try await scene.login(keeping: scene.vault).signIn()
        for _ in 0..<3 {
            // Each is a start of the program.
            let token = try await scene.login(keeping: scene.vault).resume()
            #expect(token.key.publicBytes == first.key.publicBytes)
            #expect(token.claims.subject == first.claims.subject)
        }
        #expect(await scene.provider.sessions.count == 1)
        await scene.stop()
    }

    @Test func aSessionThatHasEndedNeedsTheBrowser() async throws {
        let scene = try await LoginScene.start()
        let login = scene.login(keeping: scene.vault)
        #expect(await Self.error { () throws(LoginError) in try await login.resume() } == .noSession)
        _ = try await login.signIn()
        // Some providers leave the nonce out: such a token is bound to nobody's key.
        await scene.provider.keepNonce(false)
        #expect(await Self.error { () throws(LoginError) in try await login.resume() } == .noSession)
        await scene.provider.keepNonce(true)
        _ = try await login.resume()
        try await login.signOut()
        #expect(try await scene.vault.names().isEmpty)
        #expect(await scene.provider.sessions.isEmpty, "the provider has ended it too")
        #expect(await Self.error { () throws(LoginError) in try await login.resume() } == .noSession)
        await scene.stop()
    }

    @Test func aProviderThatIsGoneKeepsTheSession() async throws {
        let scene = try await LoginScene.start()
        let login = scene.login(keeping: scene.vault)
        _ = try await login.signIn()
        await scene.provider.stop()
        let error = await Self.error { () throws(LoginError) in try await login.resume() }
        guard case .unreachable(host: "127.0.0.1", _) = error else {
            Issue.record("\(error.map { "\($0)" } ?? "signed in")")
            return
        }
        #expect(try await scene.vault.names().count == 1)
        await scene.service.stop()
    }

    @Test func aSessionIsNeverKeptInPlain() throws {
        #expect(try OpenIDSession.name(OpenIDConfiguration(issuer: "https://a", clientId: "b")).purpose == .login)
        #expect(SecretPurpose.login.sensitivity == .spends)
    }

    @Test func documentsOfOtherIssuersAndOpenAddressesAreRefused() async throws {
        let scene = try await LoginScene.start()
        var configuration = scene.configuration()
        configuration.issuer += "/"
        let login = OpenIDClient(configuration, browser: LoginScene.browser)
        guard case .badAnswer = await Self.error({ () throws(LoginError) in try await login.signIn() }) else {
            Issue.record("another issuer’s document was taken")
            return
        }
        configuration = scene.configuration()
        configuration.allowsPlainLoopback = false
        let strict = OpenIDClient(configuration, browser: LoginScene.browser)
        guard case .unreachable = await Self.error({ () throws(LoginError) in try await strict.signIn() }) else {
            Issue.record("a plain address was taken")
            return
        }
        await scene.stop()
    }
}

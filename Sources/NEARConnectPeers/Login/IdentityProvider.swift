// SPDX-License-Identifier: MIT

package import FoundationEssentials
package import NEARPrimitives
internal import NEARRPC
package import NEARSharedKeys

/// An identity provider for tests: OpenID Connect with PKCE, which approves by itself as a script says.
package actor IdentityProvider {
    /// The person who signs in.
    package struct Person: Hashable, Sendable {
        package var subject: String
        package var email: String
        package var name: String

        package init(subject: String = "person-1", email: String = "ada@example.org", name: String = "Ada") {
            (self.subject, self.email, self.name) = (subject, email, name)
        }
    }

    /// A code that waits to be exchanged.
    struct Grant: Sendable {
        let client: String
        let redirect: String
        let challenge: String
        let nonce: String
        let person: Person
        let ends: Date
    }

    /// A refresh token's session.
    struct Session: Sendable {
        let client: String
        let nonce: String
        let person: Person
    }

    /// The provider's address, which its tokens name as their issuer.
    package nonisolated let issuer: String
    /// The person who signs in next.
    package private(set) var person = Person()
    /// True if refreshed tokens have the first one's nonce, which providers may leave out.
    package var keepsNonce = true
    private var script: [IdentityStep] = []
    private var key: IdentityKey
    private var keyCount = 1
    var grants: [String: Grant] = [:]
    var sessions: [String: Session] = [:]
    let clients: Set<String>
    private let now: @Sendable () -> Date
    private nonisolated let server: LoopbackWebServer

    /// Starts a provider.
    ///
    /// - Parameters:
    ///   - clients: The ids of programs that it knows; all where it is empty.
    ///   - algorithm: The way in which it signs.
    ///   - port: The port, or 0 for any that is free.
    ///   - now: The provider's clock.
    package static func start(
        clients: Set<String> = [], algorithm: TokenAlgorithm = .edDSA, port: UInt16 = 0,
        now: @escaping @Sendable () -> Date = { Date() }
    ) async throws -> IdentityProvider {
        let desk = PeerDesk<IdentityProvider>()
        let server = try await LoopbackWebServer.start(port: port, limit: 64 << 10) { request in
            await desk.peer()?.answer(request) ?? WebAnswer(status: 503)
        }
        let provider = try IdentityProvider(server, clients: clients, algorithm: algorithm, now: now)
        desk.open(provider)
        return provider
    }

    private init(
        _ server: LoopbackWebServer, clients: Set<String>, algorithm: TokenAlgorithm,
        now: @escaping @Sendable () -> Date
    ) throws {
        self.server = server
        issuer = server.origin
        self.clients = clients
        self.now = now
        key = try IdentityKey(algorithm, name: "key-1")
    }

    /// Stops answering.
    package func stop() async { await server.stop() }

    // MARK: The script

    /// Says what happens with the next visits; after them all are approved.
    package func follow(_ steps: [IdentityStep]) { script = steps }

    /// Has another person sign in from now on.
    package func expect(_ person: Person) { self.person = person }

    /// Says whether refreshed tokens keep their nonce.
    package func keepNonce(_ keeps: Bool) { keepsNonce = keeps }

    /// Signs with a new key from now on; the old one is gone from the list.
    package func rotate(to algorithm: TokenAlgorithm? = nil) throws {
        keyCount += 1
        key = try IdentityKey(algorithm ?? key.algorithm, name: "key-\(keyCount)")
    }

    /// Returns a token with these claims, as its key signs it.
    package func token(_ claims: JSONValue) -> String { key.token(claims) }

    /// The public half of its key.
    package var publicKey: JSONValue { key.publicJSON }

    var step: IdentityStep { script.isEmpty ? .approve : script.removeFirst() }
    var time: Date { now() }

    /// Returns the claims of a token for a person and a program.
    package func claims(client: String, nonce: String?, person: Person? = nil) -> JSONValue.Members {
        let (person, time) = (person ?? self.person, Int128(now().timeIntervalSince1970))
        var claims: JSONValue.Members = [
            "iss": .string(issuer), "aud": .string(client), "sub": .string(person.subject),
            "iat": .integer(time), "exp": .integer(time + 600), "email": .string(person.email),
            "name": .string(person.name),
        ]
        if let nonce { claims["nonce"] = .string(nonce) }
        return claims
    }
}

// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARConnectCore
import NEARPrimitives
import NEARShares
import TestSupport
import Testing

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// The page on share services and its schema say what programs and services send, both ways.
@Suite struct ShareServiceSchemaTests {
    private static func schema() throws -> JSONSchema {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../docs/schemas/share-service.schema.json")
        return JSONSchema(try JSONValue.parse(Array(try Data(contentsOf: file))))
    }

    /// One call of each kind.
    private static func calls() throws -> [ShareServiceCall] {
        let scene = try SharedKeyScene()
        let (set, login) = (scene.set, try scene.share(.login))
        let subject = try SharedKeyScene.transfer(of: set.publicKey)
        let digest = SubjectDigest(subject.hash)
        let nonces = PendingNonces()
        let list = [
            try nonces.commit(by: login, to: digest), try nonces.commit(by: try scene.share(.device), to: digest),
        ]
        let message = try NEP413Payload(
            message: "a", nonce: [UInt8](repeating: 1, count: 32), recipient: "b", callbackUrl: "https://c")
        let action = DelegateAction(
            senderId: try AccountId("alice.near"), receiverId: try AccountId("bob.near"), actions: [], nonce: 1,
            maxBlockHeight: 2, publicKey: set.publicKey)
        let subjects: [SigningSubject] = [subject, .message(message), .delegateAction(action)]
        let old = ShareSetID(hash: .sha256([1]))
        return [
            .share(set.id, to: BoxKey().publicKey), .commit(set.id, digest: subject.hash), .discard(set.id, list[0]),
            .replace(nil, by: set, phase: .prepare, share: SealedShare(login.share, to: BoxKey().publicKey)),
            .replace(old, by: set, phase: .commit, share: nil), .replace(old, by: set, phase: .abandon, share: nil),
            .signOut, .sets,
        ] + subjects.map { .sign(set.id, $0, list: list) }
    }

    private static func token() -> LoginToken {
        let time = Date(timeIntervalSince1970: 1)
        let claims = IDTokenClaims(
            issuer: ExactText("a"), subject: ExactText("b"), audience: [], program: ExactText("c"), issued: time,
            expires: time, email: nil, name: nil, picture: nil)
        return LoginToken(claims, idToken: "a.b.c", key: LoginKey())
    }

    @Test func whatAProgramSendsIsOfTheSchemaAndReadBack() throws {
        let (schema, token) = (try Self.schema(), Self.token())
        for call in try Self.calls() {
            let request = ShareServiceRequest(call, to: "https://shares.example", token: token, time: 5)
            let json = try JSONValue.parse(request.body)
            #expect(try schema.accepts(json), "\(json.text)")
            let signature = Base64.encodeForAddress(token.key.sign(ShareServiceRequest.signed(request.body)))
            let read = try ShareServiceRequest(request.body, signature: signature)
            #expect(read.call.parameters == call.parameters)
            #expect(read.call.name == call.name && read.nonce == request.nonce && read.time == 5)
        }
    }

    /// The service takes nothing that the schema doesn't take.
    @Test func whatIsNotOfTheSchemaIsNotReadEither() throws {
        let (schema, token) = (try Self.schema(), Self.token())
        for call in try Self.calls() {
            let request = ShareServiceRequest(call, to: "https://shares.example", token: token, time: 5)
            let right = try #require(try JSONValue.parse(request.body).objectValue)
            let parameters = try #require(right["parameters"]?.objectValue)
            var changed: [JSONValue.Members] = []
            for name in right.keys where name != ExactText("token") {
                var fields = right
                fields[name] = nil
                changed.append(fields)
            }
            for name in parameters.keys {
                for value in [nil, JSONValue.null, 5, "!", "", [:]] as [JSONValue?] where value != parameters[name] {
                    var (fields, inner) = (right, parameters)
                    inner[name] = value
                    fields["parameters"] = .object(inner)
                    changed.append(fields)
                }
            }
            for fields in changed {
                let json = JSONValue.object(fields)
                guard try !schema.accepts(json) else { continue }
                let signature = Base64.encodeForAddress(token.key.sign(ShareServiceRequest.signed(json.bytes)))
                #expect(throws: ShareServiceError.request, "\(json.text)") {
                    try ShareServiceRequest(json.bytes, signature: signature)
                }
            }
        }
    }

    @Test func whatAServiceAnswersIsOfTheSchema() async throws {
        let schema = try Self.schema()
        let (login, scene) = (try await LoginScene.start(), try SharedKeyScene())
        let client = login.client(.release)
        let token = try await client.signIn(LoginHint())
        try await login.register(scene, at: client, token)
        let subject = try SharedKeyScene.transfer(of: scene.set.publicKey)
        func answer(_ call: ShareServiceCall) async throws -> JSONValue {
            let request = ShareServiceRequest(
                call, to: client.address, token: token, time: Int64(Date().timeIntervalSince1970))
            let signature = Base64.encodeForAddress(token.key.sign(ShareServiceRequest.signed(request.body)))
            switch await login.service.answer(request.body, signature: signature) {
            case .success(let result): return ["result": result]
            case .failure(let error): return ["error": ["code": .string(error.rawValue)]]
            }
        }
        let commitment = try await answer(.commit(scene.set.id, digest: subject.hash))
        let theirs = try SigningCommitment(
            bytes: try #require(commitment["result"]?["commitment"]?.stringValue.flatMap { Base64.decode($0) }))
        let ours = try PendingNonces(limit: 1).commit(
            by: try scene.share(.device), to: SubjectDigest(subject.hash))
        let answers = [
            commitment, try await answer(.share(scene.set.id, to: BoxKey().publicKey)),
            try await answer(.sign(scene.set.id, subject, list: [theirs, ours])),
            try await answer(.share(.init(hash: .sha256([1])), to: BoxKey().publicKey)), try await answer(.sets),
            try await answer(.signOut),
        ]
        for json in answers { #expect(try schema.accepts(json), "\(json.text)") }
        #expect(answers.map { $0["result"] != nil } == [true, true, true, false, true, true])
        for error in ShareServiceError.allCases {
            #expect(try schema.accepts(["error": ["code": .string(error.rawValue)]]))
        }
        await login.stop()
    }
}

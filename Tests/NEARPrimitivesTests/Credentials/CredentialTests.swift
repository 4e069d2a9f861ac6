// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import Testing

@Suite struct CredentialTests {
    private static let phrase = "fortune conduct light unusual gloom process wrap spare season exact anchor devote"
    private static let publicKey = "ed25519:2PQENDq3KABdr7cw1TH5B4AdXLqcyNXTTpWbdZh7k828"
    private static let secretKey =
        "ed25519:G94YBVktAVUFZWvYBtYmfpvVMNCtSf2x73bMfTCM9CfzyrUyN5X6VpTqr8QTCHYBTdUfzufDsTy3cR9CfNf74Bv"

    private func make(_ members: JSONValue.Members) throws -> Credential {
        try Credential(json: JSONValue.object(members).bytes)
    }

    @Test(
        arguments: [
            ["account_id": "alice.near", "public_key": .string(publicKey), "private_key": .string(secretKey)],
            ["account_id": "alice.near", "public_key": .string(publicKey), "secret_key": .string(secretKey)],
            [
                "account_id": "alice.near", "public_key": .string(publicKey), "secret_keypair": .string(secretKey),
                "seed_phrase_hd_path": "m/44'/397'/0'", "master_seed_phrase": .string(phrase),
            ],
            [
                "account_id": "alice.near", "master_seed_phrase": .string(phrase),
                "seed_phrase_hd_path": "m/44'/397'/0'",
            ],
            ["account_id": "alice.near", "master_seed_phrase": .string(phrase), "private_key": nil],
        ] as [JSONValue.Members])
    func everyFormIsRead(members: JSONValue.Members) throws {
        let credential = try make(members)
        #expect(credential.accountId?.text == "alice.near")
        #expect(credential.secretKey.publicKey.description == Self.publicKey)
        #expect(!String(reflecting: credential).contains("G94YBVkt"))
        let again = try Credential(json: credential.exposedJSON())
        #expect(again.accountId == credential.accountId)
        #expect(again.secretKey.publicKey == credential.secretKey.publicKey)
    }

    @Test func implicitAccountStandsInForTheAccount() throws {
        let key = try SecretKey(Self.secretKey).publicKey
        let implicit = try #require(key.implicitAccountId)
        let credential = try make([
            "implicit_account_id": .string(implicit.text), "private_key": .string(Self.secretKey),
        ])
        #expect(credential.accountId == implicit)
    }

    @Test func unusableFilesSayWhy() throws {
        let other = try SecretKey.generate().publicKey
        #expect(throws: CredentialError.noSecret) { try make(["account_id": "alice.near"]) }
        #expect(throws: CredentialError.notAnObject) { try Credential(json: Array("[]".utf8)) }
        #expect(throws: CredentialError.notJSON(.endOfInput)) { try Credential(json: []) }
        #expect(throws: CredentialError.notAString(member: "private_key")) { try make(["private_key": 1]) }
        #expect(throws: CredentialError.seedPhrase(.wordCount(1))) { try make(["master_seed_phrase": "word"]) }
        #expect(throws: CredentialError.self) {
            try make(["private_key": .string(Self.secretKey), "account_id": "Alice"])
        }
        #expect(
            throws: CredentialError.publicKeyMismatch(named: other, actual: try PublicKey(Self.publicKey))
        ) {
            try make(["private_key": .string(Self.secretKey), "public_key": .string(other.description)])
        }
    }

    @Test func folderIsReadWithEveryKeyOnceAndItsFaults() throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("near-connect-\(UUID().uuidString)")
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: root) } }
        let alice = try AccountId("alice.testnet")
        let keys = try (0..<3).map { _ in try SecretKey.generate() }
        func write(_ path: String, _ bytes: [UInt8], permissions: Int = 0o600) throws {
            let url = root.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: url)
            try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: url.path)
        }
        let first = Credential(accountId: alice, secretKey: keys[0]).exposedJSON()
        try write("testnet/alice.testnet.json", first, permissions: 0o644)
        try write("testnet/alice.testnet/ed25519_first.json", first)
        try write(
            "testnet/alice.testnet/ed25519_second.json",
            Credential(accountId: nil, secretKey: keys[1]).exposedJSON())
        try write("testnet/bob.testnet.json", Credential(accountId: nil, secretKey: keys[2]).exposedJSON())
        try write("testnet/broken.testnet.json", Array("{".utf8))
        try write("testnet/large.testnet.json", Array(repeating: 32, count: 100_000))
        try write("testnet/notes.txt", Array("hello".utf8))

        let folder = CredentialFolder(path: root.path)
        let contents = folder.contents(network: "testnet")
        #expect(contents.entries.map(\.accountId.text) == ["alice.testnet", "alice.testnet", "bob.testnet"])
        #expect(Set(contents.entries.map(\.secretKey.publicKey)) == Set(keys.map(\.publicKey)))
        #expect(contents.failures.count == 2)
        #expect(Set(contents.entries.filter { $0.accountId == alice }.map(\.secretKey.publicKey)).count == 2)
        #expect(folder.contents(network: "testnet", accountId: alice).entries.count == 2)
        #expect(folder.contents(network: "testnet", accountId: alice).failures.isEmpty)
        #expect(folder.contents(network: "mainnet").entries.isEmpty)
        #expect(folder.contents(network: "../testnet").entries.isEmpty)
        let open = contents.entries.filter(\.isReadableByOthers)
        #expect(open.count == 1)
    }
}

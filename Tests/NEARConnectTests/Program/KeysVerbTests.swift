// SPDX-License-Identifier: MIT

import Foundation
import MainLoopTesting
import NEARDevnet
import NEARPrimitives
import NEARRPC
import XCTest

/// `keys`, and `account --create` and `--delete`, against a devnet and the files of a home folder.
final class KeysVerbTests: MainLoopTestCase {
    /// Runs a verb that asks no chain, and returns what it says by its schema.
    @MainActor
    private static func local(_ scene: SigningScene, _ words: [String], status: Int32 = 0) throws -> JSONValue {
        try scene.json(words, address: ["--network", "devnet"], status: status)
    }

    private static func text(_ value: JSONValue, _ name: String) throws -> String {
        try XCTUnwrap(value[ExactText(name)]?.stringValue, value.text)
    }

    private static func mode(_ path: String) throws -> Int {
        try XCTUnwrap(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    func testKeysAreMadeStoredAndListedWithoutTheirSecrets() throws {
        try withScene { scene in
            let first = try Self.local(scene, ["keys", "generate", "carol.test.near"])
            let file = try Self.text(first, "file")
            XCTAssertEqual(try Self.mode(file), 0o600)
            let content = try Data(contentsOf: URL(filePath: file))
            // A second key of the account has a file of its own, and the first one's is as it was.
            let second = try Self.local(scene, ["keys", "generate", "carol.test.near"])
            XCTAssertNotEqual(first["publicKey"], second["publicKey"])
            XCTAssertNotEqual(try Self.text(second, "file"), file)
            XCTAssertEqual(try Data(contentsOf: URL(filePath: file)), content)

            let implicit = try Self.local(scene, ["keys", "generate", "--seed-phrase"])
            let phrase = try SeedPhrase(try Self.text(implicit, "seedPhrase"))
            let key = try phrase.secretKey().publicKey
            XCTAssertEqual(try Self.text(implicit, "publicKey"), "\(key)")
            XCTAssertEqual(try Self.text(implicit, "accountId"), key.implicitAccountId?.text)

            let list = try Self.local(scene, ["keys", "list"])
            let keys = try XCTUnwrap(list["keys"]?.arrayValue)
            XCTAssertEqual(keys.count, scene.devnet.accounts.count + 3)
            for secret in [scene.alice.secretKey.exposedText(), phrase.exposedText()] {
                XCTAssertFalse(list.text.contains(secret))
            }
            let carols = try Self.local(scene, ["keys", "list", "--account", "carol.test.near"])["keys"]?.arrayValue
            XCTAssertEqual(carols?.count, 2)
            // A misspelt word is no account.
            XCTAssertEqual(try scene.run(["keys", "lst"]).status, 64)
        }
    }

    func testKeysMoveFromOneFolderToAnother() throws {
        try withScene { scene in
            let file = scene.root.appending(path: "alice.json").path
            let exported = try Self.local(scene, ["keys", "export", "alice.test.near", "--output", file])
            XCTAssertEqual(try Self.text(exported, "publicKey"), "\(scene.alice.publicKey)")
            XCTAssertEqual(try Self.mode(file), 0o600)
            // No file is replaced.
            XCTAssertEqual(try scene.run(["keys", "export", "alice.test.near", "--output", file]).status, 64)

            let other = scene.root.appending(path: "other").path
            let words = ["--key", file, "--credentials", other]
            // The chain knows whose key it is.
            let wrong = try scene.run(["keys", "import", "bob.test.near"] + words)
            XCTAssertEqual(wrong.status, 8)
            XCTAssertTrue(wrong.errors.contains("is no access key of bob.test.near"), wrong.errors)
            let imported = try scene.json(["keys", "import", "alice.test.near"] + words)
            XCTAssertTrue(try Self.text(imported, "file").hasPrefix(other))
            let sent = try scene.run(
                ["send", "bob.test.near", "1 NEAR", "--credentials", other] + scene.policy(deposit: "1 NEAR"))
            XCTAssertEqual(sent.status, 0, sent.errors)
            // By standard input, and as a phrase.
            let phrase = try SeedPhrase.generate()
            let words2 = ["keys", "import", "dave.test.near", "--offline", "--key", "-", "--credentials", other]
            let read = try scene.run(words2, input: phrase.exposedText())
            XCTAssertEqual(read.status, 0, read.errors)
            XCTAssertTrue(read.output.contains("\(try phrase.secretKey().publicKey)"), read.output)
        }
    }

    func testATypedKeyIsNotShown() throws {
        try withScene { scene in
            let secret = scene.alice.secretKey.exposedText()
            let other = scene.root.appending(path: "other").path
            let run = try scene.runInTerminal(
                ["keys", "import", "alice.test.near", "--credentials", other], typing: secret)
            XCTAssertEqual(run.status, 0, run.output)
            XCTAssertTrue(run.output.contains("\(scene.alice.publicKey)"), run.output)
            // A terminal shows what is typed before the program has turned that off, as it does for every program.
            let asked = run.output.components(separatedBy: "Secret key or seed phrase: ").last ?? ""
            XCTAssertFalse(asked.contains(secret), run.output)
        }
    }

    func testAKeyIsAddedAndRevokedOnTheChain() throws {
        try withScene { scene in
            let key = try SecretKey.generate().publicKey
            let add = [
                "keys", "add", "\(key)", "--receiver", "bob.test.near", "--methods", "a,b", "--allowance", "0.25 NEAR",
                "--signer", "alice.test.near",
            ]
            // What the key may spend counts as given away.
            XCTAssertEqual(
                try scene.run(add + scene.policy(deposit: "249999999999999999999999 yoctoNEAR")).status, 11)
            _ = try scene.json(add + scene.policy(deposit: "0.25 NEAR"))
            let full = ["keys", "add", "\(try SecretKey.generate().publicKey)", "--full-access"]
            XCTAssertEqual(
                try scene.run(full + ["--signer", "alice.test.near"] + scene.policy(deposit: "9 NEAR")).status, 11)
            let policy = try scene.policy(deposit: "0", ["dangerousActions": true])
            let view = try await scene.client.viewAccessKey(key, of: scene.alice.id).value
            XCTAssertEqual(
                view.permission,
                .functionCall(
                    FunctionCallPermission(
                        allowance: try NEARToken("0.25 NEAR"), receiverId: scene.bob.id, methodNames: ["a", "b"])))
            _ = try scene.json(["keys", "revoke", "\(key)", "--signer", "alice.test.near"] + policy)
            let keys = try await scene.client.viewAccessKeyList(of: scene.alice.id).value.keys
            XCTAssertFalse(keys.contains { $0.publicKey == key.handle })
            // What it may do has to be said, and a secret key in its place isn't repeated.
            XCTAssertEqual(try scene.run(["keys", "add", "\(key)"] + policy).status, 64)
            let secret = scene.alice.secretKey.exposedText()
            XCTAssertFalse(try scene.run(["keys", "add", secret, "--full-access"] + policy).errors.contains(secret))
        }
    }

    func testAnAccountIsMadeWithItsKeyAndDeleted() throws {
        try withScene { scene in
            let policy = try scene.policy(deposit: "5 NEAR", ["dangerousActions": true])
            let create = [
                "account", "app.alice.test.near", "--create", "--amount", "5 NEAR", "--signer", "alice.test.near",
            ]
            // Where nobody can approve it, no key is made for it either.
            XCTAssertEqual(try scene.run(create).status, 64)
            let file = scene.root.appending(path: ".near-credentials/devnet/app.alice.test.near.json").path
            XCTAssertFalse(FileManager.default.fileExists(atPath: file))
            _ = try scene.json(create + policy)
            XCTAssertTrue(FileManager.default.fileExists(atPath: file))
            let id = try AccountId("app.alice.test.near")
            let made = try await scene.client.viewAccount(id).value.amount
            XCTAssertEqual(made, try NEARToken("5 NEAR"))
            // Its key is stored, and signs. A second try fails on the chain and changes no file.
            XCTAssertEqual(try scene.json(create + policy, status: 8)["state"]?.stringValue, "failed")
            let send = ["send", "bob.test.near", "1 NEAR", "--signer", id.text] + policy
            XCTAssertEqual(try scene.run(send).status, 0)
            let before = try await scene.balance(of: scene.bob)
            _ = try scene.json(["account", id.text, "--delete", "--beneficiary", "bob.test.near"] + policy)
            let after = try await scene.balance(of: scene.bob)
            XCTAssertTrue(after > before)
            XCTAssertEqual(try scene.run(["account", id.text]).status, 8)
            for words in [
                ["--create", "--delete"], ["--delete"], ["--beneficiary", "bob.test.near"], ["--amount", "1 NEAR"],
            ] {
                XCTAssertEqual(try scene.run(["account", id.text] + words + policy).status, 64, "\(words)")
            }
        }
    }
}

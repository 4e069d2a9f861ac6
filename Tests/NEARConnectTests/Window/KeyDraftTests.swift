// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectCore
import NEARPrimitives
import Testing

@testable import NEARConnectShell

/// Keys that a user brings, without a display and without a network.
@Suite struct KeyDraftTests {
    private static let words =
        "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"
    private let key: SecretKey
    private let implicit: AccountId

    init() throws {
        key = try SeedPhrase(Self.words).secretKey()
        implicit = try #require(key.publicKey.implicitAccountId)
    }

    private func draft(_ text: String, _ account: String = "") throws -> KeyDraft {
        try KeyDraft(Array(text.utf8), account: account)
    }

    @Test func aKeyAndItsWordsAreTheSame() throws {
        let texts = [key.exposedText(), "  \(key.exposedText())\n", Self.words, Self.words.replacing(" ", with: "\n")]
        for text in texts {
            let draft = try draft(text)
            #expect(draft.key.publicKey == key.publicKey)
            #expect(draft.account == implicit)
            #expect(draft.isImplicit)
        }
    }

    @Test func aFileNamesItsAccountUnlessAnotherIsTyped() throws {
        let alice = try AccountId("alice.near")
        let file = String(decoding: Credential(accountId: alice, secretKey: key).exposedJSON(), as: UTF8.self)
        #expect(try draft(file).account == alice)
        #expect(try draft(file).isImplicit == false)
        #expect(try draft(file, " bob.near ").account == (try AccountId("bob.near")))
    }

    @Test func aKeyWithoutAnAccountOfItsOwnNeedsOne() throws {
        let key = try SecretKey(keyType: .secp256k1, seed: [UInt8](repeating: 7, count: 32))
        #expect(throws: KeyDraftError.accountNeeded) { try draft(key.exposedText()) }
        #expect(try draft(key.exposedText(), "alice.near").account == (try AccountId("alice.near")))
    }

    @Test func whatIsNoKeyIsSaidWithoutRepeatingIt() throws {
        #expect(throws: KeyDraftError.empty) { try draft(" \n") }
        #expect(throws: KeyDraftError.key(.seedPhrase(.unknownWord(position: 2)))) {
            try draft(Self.words.replacing("abandon abandon", with: "abandon topsecret"))
        }
        let secrets = ["topsecret", "ed25519:topsecret", "topsecret topsecret", #"{"private_key":"topsecret"}"#]
        for secret in secrets {
            let error = try #require(throws: KeyDraftError.self) { try draft(secret) }
            #expect(error.sentence.hasPrefix("This key can’t be used: "))
            #expect(!error.sentence.contains("topsecret"), "\(error.sentence)")
        }
        let error = try #require(throws: KeyDraftError.self) { try draft(Self.words, "Alice!") }
        #expect(error.sentence.hasPrefix("This is no account id: "))
    }

    @Test func aKeptKeyIsReadAgainAndNothingIsReplaced() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let home = KeyHome(folder: CredentialFolder(path: folder.path), network: "testnet")
        #expect(home.sentence.contains(home.path))
        let first = try await home.keep(try draft(Self.words, "alice.testnet"))
        #expect(first == "\(folder.path)/testnet/alice.testnet.json")
        #expect(try await home.keep(try draft(Self.words, "alice.testnet")) == first, "it is there already")
        let other = try SecretKey.generate()
        let second = try await home.keep(try draft(other.exposedText(), "alice.testnet"))
        #expect(second != first)
        let (entries, problems) = await home.read()
        #expect(problems == [])
        #expect(Set(entries.map(\.signer.publicKey)) == [key.publicKey, other.publicKey])
    }

    @Test @MainActor func whoHasCancelledBeforeTheKeyIsStoredGetsNoFile() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("keys-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let home = KeyHome(folder: CredentialFolder(path: folder.path), network: "testnet")
        let draft = try draft(Self.words, "alice.testnet")
        let task = Task { @MainActor in
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await KeyPlace.folder(home).keep(draft, on: "testnet")
        }
        await #expect(throws: KeyKeepingError.self) { try await task.value }
        #expect(!FileManager.default.fileExists(atPath: folder.path))
        #expect(KeyPlace.folder(home).sentence(afterCancelling: draft.account).contains(home.path))
    }

    @Test func aFolderThatCannotBeWrittenIsNamed() async throws {
        let home = KeyHome(folder: CredentialFolder(path: "/dev/null/keys"), network: "testnet")
        let error = await #expect(throws: CredentialStoringError.self) { try await home.keep(try draft(Self.words)) }
        #expect(KeyHome.sentence(of: try #require(error)).contains("/dev/null/keys"))
    }

    @Test func keysAreCountedInWords() throws {
        let (alice, bob) = (try AccountId("alice.near"), try AccountId("bob.near"))
        func meaning(_ accounts: [AccountId], _ folder: String?, vault hasVault: Bool = false) -> String {
            KeysText.meaning(accounts, in: folder, hasVault: hasVault)
        }
        #expect(meaning([], nil).isEmpty)
        #expect(meaning([], "/home/a/keys").hasSuffix("It is kept in “/home/a/keys”."))
        #expect(meaning([], "/home/a/keys", vault: true).hasSuffix("It is kept encrypted, or in “/home/a/keys”."))
        #expect(meaning([alice], "/k") == "This window has a key of alice.near.")
        #expect(meaning([alice, bob], nil) == "This window has keys of alice.near and 1 other account.")
    }

    @Test func aKeystoreTakesKeysInAndAllItsCopiesHaveThem() throws {
        let keystore = Keystore()
        let copy = keystore
        let entry = Keystore.Entry(network: "testnet", accountId: implicit, secretKey: key)
        keystore.add([entry])
        keystore.add([entry])
        #expect(copy.accounts(on: "testnet") == [implicit])
        #expect(copy.entries.count == 1)
        #expect(copy.accounts(on: "mainnet").isEmpty)
    }
}

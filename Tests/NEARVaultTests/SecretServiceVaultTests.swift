// SPDX-License-Identifier: MIT

import GLibRuntime
import XCTest

@testable import NEARVault

/// The desktop's keyring as it answers, with gnome-keyring on a bus of the test's own.
final class SecretServiceVaultTests: KeyringTestCase {
    private static func name(_ id: String, _ purpose: SecretPurpose = .importedKey) throws -> SecretName {
        try SecretName(purpose, id: id)
    }

    @MainActor
    private static func vault(_ bus: TestBus, profile: String = "test", patience: Duration = .seconds(30))
        -> SecretServiceVault
    {
        SecretServiceVault(profile: profile, environment: bus.environment, patience: patience)
    }

    func testStoresReadsReplacesListsAndRemoves() throws {
        try run { bus in
            try await bus.startUnlockedKeyring()
            let vault = Self.vault(bus)
            let first = try Self.name("testnet/one")
            let second = try Self.name("testnet/two", .keyShare)
            try await vault.unlock(noPassphrase)
            var found = try await vault.secret(named: first)
            XCTAssertNil(found)
            // Every byte, zeros among them: secrets are no texts.
            let secret = SecretBytes(count: 256) { memory in for index in 0..<256 { memory[index] = UInt8(index) } }
            try await vault.store(secret, as: first)
            try await vault.store(.random(count: 32), as: second)
            found = try await vault.secret(named: first)
            XCTAssertEqual(found, secret)
            let other = SecretBytes.random(count: VaultLimits.largestSecret)
            try await vault.store(other, as: first)
            found = try await vault.secret(named: first)
            XCTAssertEqual(found, other)
            var names = try await vault.names()
            XCTAssertEqual(names, [first, second])
            try await vault.remove(first)
            try await vault.remove(first)
            found = try await vault.secret(named: first)
            XCTAssertNil(found)
            names = try await vault.names()
            XCTAssertEqual(names, [second])
        }
    }

    func testSecretsOutliveTheKeyringAndTheVault() throws {
        try run { bus in
            try await bus.startUnlockedKeyring()
            let secret = SecretBytes.random(count: 64)
            let name = try Self.name("testnet/one")
            try await Self.vault(bus).store(secret, as: name)
            try await bus.endKeyring()
            try await bus.startUnlockedKeyring()
            let found = try await Self.vault(bus).secret(named: name)
            XCTAssertEqual(found, secret)
        }
    }

    func testProfilesDoNotSeeEachOther() throws {
        try run { bus in
            try await bus.startUnlockedKeyring()
            let name = try Self.name("testnet/one")
            try await Self.vault(bus).store(.random(count: 32), as: name)
            let other = Self.vault(bus, profile: "other")
            let found = try await other.secret(named: name)
            XCTAssertNil(found)
            let names = try await other.names()
            XCTAssertEqual(names, [])
            // Whoever opens the keyring has both.
            let all = try await other.namesOfAllProfiles()
            XCTAssertEqual(all, [name])
            try await other.remove(name)
            let kept = try await Self.vault(bus).secret(named: name)
            XCTAssertNotNil(kept)
        }
    }

    func testAnItemWithMoreAttributesIsAnotherProgramsAndIsLeftAlone() throws {
        try run { bus in
            try await bus.startUnlockedKeyring()
            let keyring = try await Keyring.connect(environment: bus.environment, within: .seconds(10))
            let collection = try await keyring.defaultCollection(within: .seconds(10))
            let attributes = [
                "xdg:schema": SecretServiceVault.schema, "profile": "test", "purpose": "imported-key", "id": "a",
                "more": "yes",
            ]
            try await collection.store(
                .random(count: 32), label: "another program's", attributes: attributes, within: .seconds(10))
            let vault = Self.vault(bus)
            let found = try await vault.secret(named: Self.name("a"))
            XCTAssertNil(found)
            let names = try await vault.names()
            XCTAssertEqual(names, [])
            try await vault.remove(Self.name("a"))
            let items = try await collection.items(with: attributes, loadsSecrets: false, within: .seconds(10))
            XCTAssertEqual(items.count, 1)
        }
    }

    func testTheAttributesHoldNothingOfTheSecret() throws {
        try run { bus in
            try await bus.startUnlockedKeyring()
            try await Self.vault(bus).store(.random(count: 32), as: Self.name("a"))
            let keyring = try await Keyring.connect(environment: bus.environment, within: .seconds(10))
            let collection = try await keyring.defaultCollection(within: .seconds(10))
            let items = try await collection.items(with: ["id": "a"], loadsSecrets: false, within: .seconds(10))
            XCTAssertEqual(
                items.map(\.attributes),
                [["xdg:schema": SecretServiceVault.schema, "profile": "test", "purpose": "imported-key", "id": "a"]])
        }
    }
}

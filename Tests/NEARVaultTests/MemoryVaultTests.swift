// SPDX-License-Identifier: MIT

import NEARVault
import Testing

@Suite struct MemoryVaultTests {
    @Test func storesReadsReplacesListsRemovesAndForgets() async throws {
        let vault = MemoryVault()
        let one = try SecretName(.importedKey, id: "one")
        let two = try SecretName(.walletConnect, id: "two")
        #expect(try await vault.secret(named: one) == nil)
        let first = SecretBytes.random(count: 32)
        try await vault.store(first, as: one)
        try await vault.store(.random(count: 32), as: two)
        #expect(try await vault.secret(named: one) == first)
        let second = SecretBytes.random(count: 48)
        try await vault.store(second, as: one)
        #expect(try await vault.secret(named: one) == second)
        #expect(try await vault.names() == [one, two])
        try await vault.remove(two)
        try await vault.remove(two)
        #expect(try await vault.names() == [one])
        await vault.lock()
        #expect(try await vault.names() == [])
    }

    @Test func anEmptyOrTooLargeSecretIsRefused() async throws {
        let vault = MemoryVault()
        let name = try SecretName(.importedKey, id: "one")
        for count in [0, VaultLimits.largestSecret + 1] {
            await #expect(throws: VaultError.secretSize(name, bytes: count)) {
                try await vault.store(.random(count: count), as: name)
            }
        }
        #expect(try await vault.names() == [])
    }

    /// A secret that can spend is never stored in plain, whatever the caller says: its use decides.
    @Test(arguments: SecretPurpose.allCases) func onlyWhatTalksMayBePlain(_ purpose: SecretPurpose) {
        let plain = VaultPlace.plainFile(path: "/x")
        #expect(plain.takes(purpose.sensitivity) == (purpose == .walletConnect))
        for place in [VaultPlace.secretService, .sealedFile(path: "/x"), .memory] {
            #expect(place.takes(purpose.sensitivity))
        }
    }
}

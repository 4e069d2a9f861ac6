// SPDX-License-Identifier: MIT

import Testing
import ThreadTesting

@testable import NEARVault

/// The bytes of the sealed file: what was sealed comes back, and nothing else is ever taken for it.
@Suite(.ownThread) struct SealedContainerTests {
    private static let identity = [UInt8](0..<16)

    private static func key(_ passphrase: String = "right", salt: UInt8 = 1) throws -> SealingKey {
        try SealingKey(
            passphrase: secret(Array(passphrase.utf8)), salt: [UInt8](repeating: salt, count: SealingKey.saltCount),
            cost: .testing)
    }

    private static func table() throws -> SecretTable {
        var table = SecretTable()
        for (index, purpose) in SecretPurpose.allCases.enumerated() {
            let name = try SecretName(purpose, id: "testnet/\(index)")
            try table.store(.random(count: 32 + index), as: name, in: .memory)
        }
        return table
    }

    private static func sealed(generation: UInt64 = 5) throws -> (bytes: [UInt8], key: SealingKey, table: SecretBytes) {
        let key = try key()
        let table = try table().bytes
        let container = SealedContainer(sealing: table, with: key, identity: identity, generation: generation)
        return (container.bytes, key, table)
    }

    @Test func whatWasSealedComesBack() throws {
        let (bytes, key, table) = try Self.sealed()
        let container = try SealedContainer(reading: bytes, bounds: .testing)
        #expect(container.generation == 5)
        #expect(container.identity == Self.identity)
        #expect(container.cost == .testing)
        #expect(try container.open(with: key) == table)
    }

    @Test func twoSealsOfOneTableShareNothingButTheHeader() throws {
        let first = try Self.sealed()
        let again = SealedContainer(sealing: first.table, with: first.key, identity: Self.identity, generation: 5).bytes
        #expect(first.bytes.count == again.count)
        #expect(first.bytes[..<76] == again[..<76])
        let equal = zip(first.bytes[104...], again[104...]).count { $0 == $1 }
        #expect(equal < (first.bytes.count - 104) / 16, "the nonce was used twice")
    }

    @Test func anotherPassphraseOrSaltOpensNothing() throws {
        let (bytes, _, _) = try Self.sealed()
        let container = try SealedContainer(reading: bytes, bounds: .testing)
        #expect(try container.open(with: Self.key("wrong")) == nil)
        #expect(try container.open(with: Self.key(salt: 2)) == nil)
    }

    /// Each bit of each byte of the file, without any passphrase.
    @Test func everyChangedBitIsDamage() throws {
        let (bytes, _, _) = try Self.sealed()
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                let expected: VaultContentError = index < 8 ? .notAVault : .checksum
                #expect(throws: expected, "byte \(index), bit \(bit)") {
                    try SealedContainer(reading: changed, bounds: .testing)
                }
            }
        }
    }

    @Test func everyTruncationAndEveryAppendedByteIsDamage() throws {
        let (bytes, _, _) = try Self.sealed()
        for count in bytes.indices {
            let expected: VaultContentError = count < 44 ? .notAVault : .checksum
            #expect(throws: expected, "\(count) bytes") {
                try SealedContainer(reading: Array(bytes[..<count]), bounds: .testing)
            }
        }
        for byte in UInt8.min...UInt8.max {
            #expect(throws: VaultContentError.checksum) {
                try SealedContainer(reading: bytes + [byte], bounds: .testing)
            }
        }
    }

    /// Whoever changes the file on purpose makes a new checksum: the key finds each change all the same.
    @Test func everyChangedByteWithANewChecksumOpensNothing() throws {
        let (bytes, key, _) = try Self.sealed()
        let end = bytes.count - SealedContainer.checksumCount
        for index in 8..<end {
            var changed = Array(bytes[..<end])
            changed[index] ^= 0x11
            changed += SealedContainer.checksum(of: changed[...])
            let outcome = Result { () throws(VaultContentError) in
                try SealedContainer(reading: changed, bounds: .testing).open(with: key)
            }
            let expected: Result<SecretBytes?, VaultContentError> =
                switch index {
                case 8..<12: .failure(.version(1 ^ 0x11 << (8 * UInt32(index - 8))))
                case 12..<16, 18..<20: .failure(.cost)
                // Another cost that is accepted, another salt or check value: the key doesn't fit.
                case 16..<18, 20..<36, 60..<76: .success(nil)
                case 100..<104: .failure(.content)
                default: .failure(.forged)
                }
            #expect(outcome == expected, "byte \(index)")
        }
    }

    @Test func aCostOutOfBoundsIsRefusedBeforeAnyWork() throws {
        let (bytes, _, _) = try Self.sealed()
        #expect(throws: VaultContentError.cost) { try SealedContainer(reading: bytes, bounds: .production) }
        let bounds = KeyDerivationBounds.production
        for cost in [KeyDerivationCost.standard, .small] { #expect(bounds.contains(cost)) }
        for (passes, kibibytes) in [(2, 65_536), (11, 65_536), (3, 65_535), (3, 1_048_577), (0, 0)] {
            #expect(!bounds.contains(KeyDerivationCost(passes: UInt32(passes), kibibytes: UInt32(kibibytes))))
        }
    }

    /// The only test with the parameters that users get.
    @Test func theStandardCostOpensWhatItSealed() throws {
        let key = try SealingKey(passphrase: secret([1]), salt: [UInt8](repeating: 3, count: 16), cost: .standard)
        let table = try Self.table().bytes
        let bytes = SealedContainer(sealing: table, with: key, identity: Self.identity, generation: 1).bytes
        #expect(try SealedContainer(reading: bytes, bounds: .production).open(with: key) == table)
    }

    @Test func shortMemoryMakesTheCostSmall() {
        #expect(KeyDerivationCost.forFreeMemory(bytes: nil) == .standard)
        #expect(KeyDerivationCost.forFreeMemory(bytes: 1 << 30) == .standard)
        #expect(KeyDerivationCost.forFreeMemory(bytes: 1 << 30 - 1) == .small)
        #expect(KeyDerivationCost.forFreeMemory(bytes: 0) == .small)
        #expect(FreeMemory.available(in: "MemTotal: 9 kB\nMemAvailable:    2048 kB\n") == 2 << 20)
        for text in [nil, "", "MemAvailable:", "MemAvailable: x kB", "MemAvailable: 18446744073709551615 kB"] {
            #expect(FreeMemory.available(in: text) == nil)
        }
        #expect(FreeMemory.bytes() != nil)
    }
}

// SPDX-License-Identifier: MIT

import Testing
import ThreadTesting

@testable import NEARVault

/// The bytes of a backup: what was sealed comes back to its passphrase, and nothing else does.
@Suite(.ownThread) struct SealedBackupTests {
    private static let path = "backup"

    private static func secrets() -> [SecretName: SecretBytes] {
        [importedKey("one"): .random(count: 32), importedKey("two"): .random(count: 32)]
    }

    private static func sealed(
        _ secrets: [SecretName: SecretBytes] = [:], _ content: [UInt8] = Array("history".utf8),
        by passphrase: String = "right"
    ) throws -> [UInt8] {
        try SealedBackup(
            sealing: secrets, and: content, by: secret(Array(passphrase.utf8)), cost: .testing, path: path
        ).bytes
    }

    private static func open(_ bytes: [UInt8], with passphrase: String = "right") throws -> SealedBackup.Opened {
        try SealedBackup(reading: bytes, bounds: .testing).open(
            with: secret(Array(passphrase.utf8)), path: path)
    }

    /// Returns the bytes with the checksum of what they are now, as whoever changes them on purpose writes it.
    private static func summed(_ bytes: [UInt8]) -> [UInt8] {
        let content = bytes.dropLast(SealedContainer.checksumCount)
        return Array(content) + SealedContainer.checksum(of: content)
    }

    @Test(arguments: [0, 1, 65_536, 3 << 20]) func whatWasSealedComesBack(count: Int) throws {
        let secrets = Self.secrets()
        let content = [UInt8](unsafeUninitializedCapacity: count) { memory, filled in
            for index in 0..<count { memory.initializeElement(at: index, to: UInt8(truncatingIfNeeded: index &* 31)) }
            filled = count
        }
        let opened = try Self.open(try Self.sealed(secrets, content))
        #expect(opened.content == content)
        #expect(opened.secrets == secrets)
    }

    @Test func aPassphraseOpensWhatItHasSealed() throws {
        let bytes = try Self.sealed(Self.secrets())
        for other in ["", "wrong", "Right", "right ", "right\u{0}"] {
            #expect(throws: VaultError.wrongPassphrase(path: Self.path)) { try Self.open(bytes, with: other) }
        }
        #expect(throws: VaultError.emptyPassphrase(path: Self.path)) { try Self.sealed(by: "") }
        #expect(throws: VaultError.longPassphrase(path: Self.path)) {
            try Self.sealed(by: String(repeating: "x", count: VaultLimits.longestPassphrase + 1))
        }
    }

    @Test func twoBackupsOfOneProfileShareNothing() throws {
        let secrets = Self.secrets()
        let (one, other) = (try Self.sealed(secrets), try Self.sealed(secrets))
        #expect(one.count == other.count)
        let equal = zip(one[20..<100], other[20..<100]).count { $0 == $1 }
        #expect(equal < 16, "salt or nonces were used twice")
        let sealed = zip(one[112...], other[112...]).count { $0 == $1 }
        #expect(sealed < (one.count - 112) / 16)
    }

    @Test func everyLostOrChangedByteIsDamage() throws {
        let bytes = try Self.sealed()
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1
            #expect(throws: VaultContentError.self) { try SealedBackup(reading: changed, bounds: .testing) }
            #expect(throws: VaultContentError.self) {
                try SealedBackup(reading: Array(bytes[..<index]), bounds: .testing)
            }
        }
        #expect(throws: VaultContentError.checksum) { try SealedBackup(reading: bytes + [0], bounds: .testing) }
        #expect(throws: VaultContentError.notABackup) { try SealedBackup(reading: Array("near-vlt".utf8)) }
    }

    /// Whoever has no passphrase can write a new checksum, and no more.
    @Test func whatWasChangedOnPurposeOpensNothing() throws {
        let bytes = try Self.sealed(Self.secrets())
        for index in stride(from: 8, to: bytes.count - SealedContainer.checksumCount, by: 7) {
            var changed = bytes
            changed[index] ^= 0x40
            changed = Self.summed(changed)
            // A version, a cost or lengths that can't be are refused at once; anything else by the passphrase or a tag.
            #expect(throws: (any Error).self, "\(index)") { try Self.open(changed) }
        }
        let other = try Self.sealed(Self.secrets(), Array("history".utf8))
        // The content of another backup of the same user, in the place of this one's.
        let content = bytes.count - SealedContainer.checksumCount - 23
        let mixed = Self.summed(
            Array(bytes[..<content]) + Array(other[content..<(bytes.count - 32)]) + Array(bytes.suffix(32)))
        #expect(throws: VaultError.damaged(path: Self.path, .forged)) { try Self.open(mixed) }
    }

    @Test func aCostThatNobodyChoosesIsRefusedBeforeAnythingIsComputed() throws {
        let bytes = try Self.sealed()
        #expect(throws: VaultContentError.cost) { try SealedBackup(reading: bytes) }
        var changed = bytes
        changed.replaceSubrange(16..<20, with: [255, 255, 255, 255])
        #expect(throws: VaultContentError.cost) {
            try SealedBackup(reading: Self.summed(changed), bounds: .testing)
        }
    }
}

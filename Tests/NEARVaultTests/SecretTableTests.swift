// SPDX-License-Identifier: MIT

import Testing
import ThreadTesting

@testable import NEARVault

/// The table of secrets as bytes: one form for one table, and no other bytes are read.
@Suite(.ownThread) struct SecretTableTests {
    private static func name(_ id: String, _ purpose: SecretPurpose = .importedKey) throws(VaultError) -> SecretName {
        try SecretName(purpose, id: id)
    }

    private static func table() throws -> SecretTable {
        var table = SecretTable()
        try table.store(secret([1, 2, 3]), as: name("b"), in: .memory)
        try table.store(secret([0]), as: name("a"), in: .memory)
        try table.store(secret([UInt8](repeating: 9, count: 300)), as: name("a", .keyShare), in: .memory)
        return table
    }

    @Test func aTableComesBackInOrder() throws {
        let read = try SecretTable(reading: Self.table().bytes)
        #expect(read.names == (try [Self.name("a"), Self.name("b"), Self.name("a", .keyShare)]))
        #expect(read[try Self.name("b")] == secret([1, 2, 3]))
        #expect(try SecretTable(reading: SecretTable().bytes).names == [])
    }

    @Test func lengthsTellLittle() throws {
        var table = SecretTable()
        let empty = table.bytes.count
        try table.store(.random(count: 64), as: Self.name("testnet/ed25519:abc"), in: .memory)
        #expect(table.bytes.count == empty)
        #expect(empty == SecretTable.block)
    }

    /// Each changed bit is refused, or makes another table that is written as the same bytes.
    @Test func everyChangedBitIsRefusedOrAnotherTable() throws {
        let bytes = try Self.table().bytes.withUnsafeBytes { Array($0) }
        var refused = 0
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                do throws(VaultContentError) {
                    let table = try SecretTable(reading: secret(changed))
                    #expect(table.bytes == secret(changed), "byte \(index), bit \(bit)")
                } catch {
                    #expect(error == .content)
                    refused += 1
                }
            }
        }
        #expect(refused > 0)
    }

    @Test func everyTruncationIsRefused() throws {
        let bytes = try Self.table().bytes.withUnsafeBytes { Array($0) }
        for count in bytes.indices {
            #expect(throws: VaultContentError.content, "\(count) bytes") {
                try SecretTable(reading: secret(Array(bytes[..<count])))
            }
        }
    }

    @Test func tooManyAndTooMuchIsRefusedAndChangesNothing() throws {
        var table = SecretTable()
        for index in 0..<VaultLimits.mostSecrets {
            try table.store(secret([1]), as: Self.name("\(index)"), in: .memory)
        }
        #expect(throws: VaultError.full(.memory)) { try table.store(secret([1]), as: Self.name("more"), in: .memory) }
        #expect(table.names.count == VaultLimits.mostSecrets)
        try table.store(secret([2]), as: Self.name("7"), in: .memory)
        #expect(try SecretTable(reading: table.bytes)[Self.name("7")] == secret([2]))
        var large = SecretTable()
        let largest = SecretBytes.random(count: VaultLimits.largestSecret)
        // Each takes its 65,536 bytes and those of its name: fifteen fit into one MiB.
        for index in 0..<15 { try large.store(largest, as: Self.name("\(index)"), in: .memory) }
        #expect(throws: VaultError.full(.memory)) { try large.store(largest, as: Self.name("15"), in: .memory) }
        #expect(large.names.count == 15)
        #expect(large.bytes.count <= SecretTable.limit)
    }

    @Test(arguments: ["", " ", "a b", "a\n", "é", "a\u{7f}", String(repeating: "a", count: 257)])
    func namesAreShortPrintableASCII(_ id: String) {
        #expect(throws: VaultError.self) { try SecretName(.importedKey, id: id) }
    }
}

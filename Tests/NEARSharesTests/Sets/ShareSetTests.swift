// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARShares

@Suite struct ShareSetTests {
    private let set: ShareSet

    init() throws {
        set = try ShareDealer.deal(to: [.login, .device, .recovery]).set
    }

    @Test func bytesComeBack() throws {
        for holders: Set<ShareHolder> in [[.login, .app], Set(ShareHolder.allCases), [.thirdDevice, .fourthDevice]] {
            let set = try ShareDealer.deal(to: holders).set
            let read = try ShareSet(bytes: set.bytes)
            #expect(read == set && read.bytes == set.bytes && read.id == set.id && read.publicKey == set.publicKey)
            #expect(read.holders == holders.sorted())
            #expect(set.bytes.count == ShareSet.byteCount)
        }
    }

    @Test func theNameIsTheLinesAndNotTheHolders() throws {
        #expect(set.adding(.app).id == set.id)
        #expect(set.adding(.app) != set)
        #expect(try ShareDealer.deal(to: [.login, .device]).set.id != set.id)
    }

    @Test func damagedBytesAreRefused() throws {
        let bytes = set.bytes
        for count in 0..<bytes.count {
            #expect(throws: ShareSetError.length(count)) { try ShareSet(bytes: Array(bytes.prefix(count))) }
        }
        #expect(throws: ShareSetError.length(67)) { try ShareSet(bytes: bytes + [0]) }
        for version in [UInt8(0), 2, 255] {
            #expect(throws: ShareSetError.version(version)) { try ShareSet(bytes: [version] + bytes.dropFirst()) }
        }
        for bits in [UInt8(0), 1, 2, 3, 0x80, 0x0F] {
            #expect(throws: ShareSetError.holders) { try ShareSet(bytes: [1, bits] + bytes.dropFirst(2)) }
        }
        for point in GroupElementTests.refused.values {
            let point = try hex(point)
            #expect(throws: ShareSetError.invalidPoint(.key)) {
                try ShareSet(bytes: bytes[..<2] + point + bytes[34...])
            }
            #expect(throws: ShareSetError.invalidPoint(.slope)) { try ShareSet(bytes: bytes[..<34] + point) }
        }
    }

    /// A slope that cancels the key at one place makes that holder's share zero.
    ///
    /// The key would follow from any other share then.
    @Test(arguments: ShareHolder.allCases) func aShareOfZeroIsRefused(_ holder: ShareHolder) throws {
        let inverse = try #require(Scalar(holder.rawValue).inverse)
        let slope = try #require(set.key.times(-inverse))
        #expect(throws: ShareSetError.zeroShare(holder)) {
            try ShareSet(bytes: set.bytes[..<34] + slope.bytes.array)
        }
    }
}

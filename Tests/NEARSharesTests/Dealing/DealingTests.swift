// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARShares

@Suite struct DealingTests {
    @Test func everyTwoSharesSignAndTheirNumbersLieOnOneLine() throws {
        let dealt = try ShareDealer.deal(to: Set(ShareHolder.allCases))
        for one in ShareHolder.allCases {
            for other in ShareHolder.allCases where one < other {
                let signature = try dealt.pair(one, other).sign(digest(1))
                #expect(dealt.set.publicKey.verify(signature, message: digest(1).bytes))
            }
        }
    }

    @Test func fewerThanTwoHoldersAreRefused() throws {
        let pair = try ShareDealer.deal(to: [.login, .device]).pair(.login, .device)
        for holders: Set<ShareHolder> in [[], [.device]] {
            #expect(throws: ShareSetError.holders) { try ShareDealer.deal(to: holders) }
            #expect(throws: ShareSetError.holders) { try pair.refreshed(for: holders) }
        }
    }

    @Test func numbersOutOfRangeAreNotDealt() throws {
        let line = (number(7), number(9))
        #expect(ShareDealer.deal(secret: line.0, slope: line.1, to: [.login, .device]) != nil)
        for bad in [number(0), GroupOrder.bytes, [UInt8](repeating: 0xFF, count: 32)] {
            #expect(ShareDealer.deal(secret: bad, slope: line.1, to: [.login, .device]) == nil)
            #expect(ShareDealer.deal(secret: line.0, slope: bad, to: [.login, .device]) == nil)
        }
        // 3 - x is zero at the third place.
        let minusOne = (-Scalar(1)).bytes.array
        #expect(ShareDealer.deal(secret: number(3), slope: minusOne, to: [.login, .device]) == nil)
    }

    /// A line one of whose shares would be a seed phrase is dealt again.
    @Test func noShareThatIsGivenOutIsASeedPhrase() throws {
        var refused = 0
        for high in UInt8(0)..<4 {
            for low in UInt8(1)...200 {
                let holders: Set<ShareHolder> = [.login, .device]
                let secret = [low, high] + number(0).dropLast(2)
                let slope = Scalar(11)
                let isSeedPhrase = try [1, 2].contains { place in
                    let start = try #require(Scalar(secret))
                    var packed = (start + slope * Scalar(UInt8(place))).bytes.array
                    packed[31] |= UInt8(place) << 5
                    let ours = SHA2.sha256(Array("near-connect share 1".utf8) + packed)[0]
                    return ours == SHA2.sha256(packed)[0]
                }
                let dealt = ShareDealer.deal(secret: secret, slope: slope.bytes.array, to: holders)
                #expect((dealt == nil) == isSeedPhrase)
                refused += isSeedPhrase ? 1 : 0
            }
        }
        #expect(refused > 0, "the sample has no such line")
        for _ in 0..<50 {
            for proven in try ShareDealer.deal(to: Set(ShareHolder.allCases)).shares {
                #expect(throws: Never.self) { try ShareWords(proven.share) }
            }
        }
    }

    @Test func aFurtherHolderIsOnTheSameLine() throws {
        let dealt = try ShareDealer.deal(to: [.login, .device, .recovery, .thirdDevice])
        let pair = try dealt.pair(.recovery, .login)
        let further = try pair.adding(firstOf: [.device, .secondDevice, .thirdDevice, .fourthDevice])
        #expect([.secondDevice, .fourthDevice].contains(further.holder))
        #expect(further.set.holders.contains(further.holder) && further.set.id == dealt.set.id)
        // Who had a share before signs with the new holder: in the new set.
        let device = try ProvenShare(dealt.share(of: .device).share, of: further.set)
        let signature = try SharePair(device, further).sign(digest(2))
        #expect(dealt.set.publicKey.verify(signature, message: digest(2).bytes))
    }

    @Test func aHolderThatHasAShareGetsNoOther() throws {
        let dealt = try ShareDealer.deal(to: Set(ShareHolder.allCases))
        let pair = try dealt.pair(.app, .login)
        #expect(throws: KeyShareError.holderTaken(.device)) { try pair.adding(firstOf: [.device, .app]) }
        for proven in dealt.shares {
            #expect(try pair.share(of: proven.holder).packed == proven.share.packed)
        }
    }

    /// With small numbers, lines are found on which the preferred holder's share would be a seed phrase.
    @Test func aHolderWhoseShareWouldBeASeedPhraseIsPassedOver() throws {
        var passed = 0
        for secret in UInt8(1)...250 {
            guard let dealt = ShareDealer.deal(secret: number(secret), slope: number(3), to: [.login, .device]) else {
                continue
            }
            let pair = try dealt.pair(.login, .device)
            let share = try pair.share(of: .recovery)
            let further = try pair.adding(firstOf: [.recovery, .app, .secondDevice])
            if (try? ShareWords(share)) == nil {
                passed += 1
                #expect(further.holder != .recovery)
                #expect(throws: KeyShareError.seedPhrase) { try pair.adding(firstOf: [.device, .recovery]) }
            } else {
                #expect(further.holder == .recovery)
            }
        }
        #expect(passed > 0, "the sample has no such line")
    }

    @Test func refreshedSharesKeepTheKeyAndDoNotMix() throws {
        let dealt = try ShareDealer.deal(to: [.login, .device, .recovery])
        let fresh = try dealt.pair(.login, .device).refreshed(for: [.login, .recovery, .app])
        #expect(fresh.set.publicKey == dealt.set.publicKey && fresh.set.id != dealt.set.id)
        #expect(fresh.set.holders == [.login, .recovery, .app])
        let signature = try fresh.pair(.recovery, .app).sign(digest(3))
        #expect(dealt.set.publicKey.verify(signature, message: digest(3).bytes))
        for old in dealt.shares {
            #expect(throws: KeyShareError.self) { try ProvenShare(old.share, of: fresh.set) }
            #expect(throws: KeyShareError.otherSet) { try SharePair(old, fresh.share(of: .app)) }
        }
        // Without a change on the account two earlier shares still sign: refreshing isn't rotating.
        let earlier = try dealt.pair(.login, .recovery).sign(digest(4))
        #expect(fresh.set.publicKey.verify(earlier, message: digest(4).bytes))
    }
}

// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARShares

@Suite struct SigningPackageTests {
    private let dealt: DealtShares
    private let login: NoncePair
    private let device: NoncePair

    init() throws {
        dealt = try ShareDealer.deal(to: [.login, .device, .recovery])
        login = NoncePair(by: try dealt.share(of: .login), for: digest(1))
        device = NoncePair(by: try dealt.share(of: .device), for: digest(1))
    }

    private func refused(_ list: [SigningCommitment]) -> CoSigningError? {
        do throws(CoSigningError) {
            _ = try SigningPackage(list, for: digest(1), of: dealt.set)
            return nil
        } catch {
            return error
        }
    }

    @Test func listsThatAreNoneOfTwoSignersAreRefused() throws {
        let (one, two) = (login.commitment, device.commitment)
        let three = NoncePair(by: try dealt.share(of: .recovery), for: digest(1)).commitment
        #expect(refused([one, two]) == nil)
        #expect(refused([]) == .signerCount(0))
        #expect(refused([one]) == .signerCount(1))
        #expect(refused([one, two, three]) == .signerCount(3))
        #expect(refused([two, one]) == .order)
        #expect(refused([one, one]) == .order)
        let again = NoncePair(by: try dealt.share(of: .login), for: digest(1)).commitment
        #expect(refused([one, again]) == .order)
        let stranger = SigningCommitment(holder: .app, hiding: two.hiding, binding: two.binding)
        #expect(refused([one, stranger]) == .unknownHolder(.app))
    }

    /// Our points under another name, both or one of them, at its place or at the other one's.
    @Test func copiesOfOursAreRefused() {
        let ours = login.commitment
        let own = device.commitment
        for (hiding, binding) in [
            (ours.hiding, ours.binding), (ours.hiding, own.binding), (own.hiding, ours.binding),
            (ours.binding, own.binding), (own.hiding, ours.hiding), (ours.binding, ours.hiding),
        ] {
            let copy = SigningCommitment(holder: .device, hiding: hiding, binding: binding)
            #expect(refused([ours, copy]) == .copiedCommitment(.device))
        }
    }

    @Test func aCommitmentThatCancelsItselfOrTheOtherGivesNoSignature() throws {
        let ours = login.commitment
        // D' = -ρ'E' can't be had without a preimage, since ρ' depends on D'; the list itself takes any such points.
        let minus = try #require(ours.hiding.times(-Scalar(1)))
        let opposite = try #require(ours.binding.times(-Scalar(1)))
        let mirror = SigningCommitment(holder: .device, hiding: minus, binding: opposite)
        // Binding factors differ, so the sum isn't the identity, and nobody can answer for the mirror.
        let package = try SigningPackage([ours, mirror], for: digest(1), of: dealt.set)
        let share = try login.sign(package)
        let forged = SignatureShare(holder: .device, value: -share.value)
        #expect(throws: CoSigningError.invalidSignature(atFault: [.device])) {
            try package.signature(from: [share, forged])
        }
    }

    @Test func damagedWordsAreRefusedAndNamed() throws {
        let bytes = device.commitment.bytes
        #expect(try SigningCommitment(bytes: bytes) == device.commitment)
        for wrong in [[], Array(bytes.dropLast()), bytes + [0], [0] + bytes.dropFirst(), [8] + bytes.dropFirst()] {
            #expect(throws: CoSigningError.malformed(.commitment)) { try SigningCommitment(bytes: wrong) }
        }
        for point in GroupElementTests.refused.values {
            let point = try hex(point)
            #expect(throws: CoSigningError.invalidCommitment(.device)) {
                try SigningCommitment(bytes: bytes[..<1] + point + bytes[33...])
            }
            #expect(throws: CoSigningError.invalidCommitment(.device)) {
                try SigningCommitment(bytes: bytes[..<33] + point)
            }
        }
        let package = try SigningPackage([login.commitment, device.commitment], for: digest(1), of: dealt.set)
        let share = try device.sign(package)
        #expect(try SignatureShare(bytes: share.bytes) == share)
        for wrong in [[], Array(share.bytes.dropLast()), share.bytes + [0], [0] + share.bytes.dropFirst()] {
            #expect(throws: CoSigningError.malformed(.signatureShare)) { try SignatureShare(bytes: wrong) }
        }
        #expect(throws: CoSigningError.invalidSignatureShare(.device)) {
            try SignatureShare(bytes: [2] + GroupOrder.bytes)
        }
    }

    /// Wrong shares of one signer, of the other, of both: named, and told from a wrong list of signers.
    @Test func whoSentAWrongShareIsNamed() throws {
        let package = try SigningPackage([login.commitment, device.commitment], for: digest(1), of: dealt.set)
        let one = try login.sign(package)
        let two = try device.sign(package)
        func wrong(_ share: SignatureShare) -> SignatureShare {
            SignatureShare(holder: share.holder, value: share.value + Scalar(1))
        }
        func error(_ shares: [SignatureShare]) -> CoSigningError? {
            do throws(CoSigningError) {
                _ = try package.signature(from: shares)
                return nil
            } catch {
                return error
            }
        }
        #expect(error([one, two]) == nil)
        #expect(error([wrong(one), two]) == .invalidSignature(atFault: [.login]))
        #expect(error([wrong(two), one]) == .invalidSignature(atFault: [.device]))
        #expect(error([wrong(one), wrong(two)]) == .invalidSignature(atFault: [.login, .device]))
        let zero = SignatureShare(holder: .device, value: Scalar(0))
        #expect(error([one, zero]) == .invalidSignature(atFault: [.device]))
        for shares in [[], [one], [one, one], [one, two, two]] { #expect(error(shares) == .otherSigners) }
        // Two wrong shares whose errors cancel make a right signature: nothing is wrong with it.
        let less = SignatureShare(holder: .device, value: two.value + -Scalar(1))
        #expect(error([wrong(one), less]) == nil)
    }

    /// Answers of two sessions for the same two signers and digest don't go together, and who mixed them is named.
    @Test func answersOfAnotherSessionAreWrong() throws {
        let package = try SigningPackage([login.commitment, device.commitment], for: digest(1), of: dealt.set)
        let other = NoncePair(by: try dealt.share(of: .device), for: digest(1))
        let another = NoncePair(by: try dealt.share(of: .login), for: digest(1))
        let otherPackage = try SigningPackage([another.commitment, other.commitment], for: digest(1), of: dealt.set)
        let share = try login.sign(package)
        let replayed = try other.sign(otherPackage)
        #expect(throws: CoSigningError.invalidSignature(atFault: [.device])) {
            try package.signature(from: [share, replayed])
        }
    }
}

// SPDX-License-Identifier: MIT

import Glibc
import NEARPrimitives
import Testing

@testable import NEARShares

/// A pair of nonces signs once, for one digest, in the process that made it.
@Suite struct NoncePairTests {
    private let dealt: DealtShares

    init() throws {
        dealt = try ShareDealer.deal(to: [.login, .device, .recovery])
    }

    private func nonces(_ holder: ShareHolder, _ subject: UInt64 = 1) throws -> SigningNonces {
        SigningNonces(by: try dealt.share(of: holder), for: digest(subject))
    }

    @Test func whatWasNotAgreedToIsNotSigned() throws {
        let other = try nonces(.device).commitment
        for subject in [UInt64(2), 3] {
            let ours = try nonces(.login)
            let package = try SigningPackage([ours.commitment, other], for: digest(subject), of: dealt.set)
            expect(ours, refuses: package, with: .otherDigest)
        }
        let ours = try nonces(.login)
        let another = try nonces(.login).commitment
        let package = try SigningPackage([another, other], for: digest(1), of: dealt.set)
        expect(ours, refuses: package, with: .notOurCommitment)
    }

    /// One of our two points replaced, by a point of the other signer's choice.
    @Test func aListThatChangesOneOfOurPointsIsRefused() throws {
        let other = try nonces(.device).commitment
        let stranger = try nonces(.recovery).commitment
        for isHiding in [true, false] {
            let ours = try nonces(.login)
            let changed = SigningCommitment(
                holder: .login, hiding: isHiding ? stranger.hiding : ours.commitment.hiding,
                binding: isHiding ? ours.commitment.binding : stranger.binding)
            let package = try SigningPackage([changed, other], for: digest(1), of: dealt.set)
            expect(ours, refuses: package, with: .notOurCommitment)
        }
    }

    @Test func anotherSetIsRefusedAlsoOfTheSameKey() throws {
        let other = try nonces(.device).commitment
        let fresh = try dealt.pair(.login, .device).refreshed(for: [.login, .device])
        for set in [fresh.set, try ShareDealer.deal(to: [.login, .device]).set] {
            let ours = try nonces(.login)
            let package = try SigningPackage([ours.commitment, other], for: digest(1), of: set)
            expect(ours, refuses: package, with: .otherSet)
        }
    }

    private func expect(
        _ nonces: consuming SigningNonces, refuses package: SigningPackage, with expected: CoSigningError
    ) {
        let pair = nonces.pair
        do throws(CoSigningError) {
            _ = try nonces.sign(package)
            Issue.record("it was signed")
        } catch {
            #expect(error == expected)
        }
        // The refusal has used the pair up.
        #expect(throws: CoSigningError.noNonces) { try pair.sign(package) }
    }

    @Test func noncesThatAreDroppedAreWiped() throws {
        let other = try nonces(.device).commitment
        let ours = try nonces(.login)
        let pair = ours.pair
        let package = try SigningPackage([ours.commitment, other], for: digest(1), of: dealt.set)
        _ = consume ours
        #expect(throws: CoSigningError.noNonces) { try pair.sign(package) }
    }

    @Test func ofTwoThreadsOneSigns() async throws {
        for _ in 0..<50 {
            let store = PendingNonces()
            let ours = try store.commit(by: dealt.share(of: .login), to: digest(1))
            let packages = try (0..<8).map { _ in
                try SigningPackage([ours, nonces(.device).commitment], for: digest(1), of: dealt.set)
            }
            let answers = await withTaskGroup(of: SignatureShare?.self) { group in
                for package in packages { group.addTask { try? store.sign(package, with: ours) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0 != nil } == 1)
            #expect(store.count == 0)
        }
    }

    /// A signer's own part of R, computed from its secrets, is what everybody else computes from the points.
    @Test func aPackageIsTheSameWithAndWithoutThePairsSecrets() throws {
        let store = PendingNonces()
        let login = try dealt.share(of: .login)
        let other = try nonces(.device).commitment
        for subject in 1...(8 as UInt64) {
            let own = try store.commit(by: login, to: digest(subject))
            let package = try SigningPackage([own, other], for: digest(subject), of: dealt.set)
            func made() throws -> SigningPackage {
                try store.signingPackage([own, other], for: digest(subject), of: dealt.set, with: own)
            }
            #expect(try made() == package)
            #expect(package.isValid(try store.sign(package, with: own)))
            // Once the pair is gone, too.
            #expect(try made() == package)
        }
        let (own, another) = (try store.commit(by: login, to: digest(1)), try nonces(.login).commitment)
        #expect(throws: CoSigningError.order) {
            try store.signingPackage([other, own], for: digest(1), of: dealt.set, with: own)
        }
        let foreign = try store.signingPackage([another, other], for: digest(1), of: dealt.set, with: own)
        #expect(foreign == (try SigningPackage([another, other], for: digest(1), of: dealt.set)))
        #expect(throws: CoSigningError.notOurCommitment) { try store.sign(foreign, with: own) }
    }

    @Test func aFullStoreKeepsWhatWaits() throws {
        let store = PendingNonces(limit: 2)
        let login = try dealt.share(of: .login)
        let first = try store.commit(by: login, to: digest(1))
        _ = try store.commit(by: login, to: digest(2))
        #expect(throws: CoSigningError.tooManyNonces(limit: 2)) { try store.commit(by: login, to: digest(3)) }
        let package = try SigningPackage([first, nonces(.device).commitment], for: digest(1), of: dealt.set)
        #expect(package.isValid(try store.sign(package, with: first)))
        #expect(throws: Never.self) { try store.commit(by: login, to: digest(3)) }
    }

    /// Bytes of a value that can't be copied, copied all the same.
    @Test func aCopyBehindTheCompilersBackEndsTheProgram() async throws {
        let result = await #expect(processExitsWith: .failure) {
            let dealt = try ShareDealer.deal(to: [.login, .device])
            let other = SigningNonces(by: try dealt.share(of: .device), for: digest(1))
            let memory = UnsafeMutablePointer<SigningNonces>.allocate(capacity: 2)
            memory.initialize(to: SigningNonces(by: try dealt.share(of: .login), for: digest(1)))
            let commitment = memory.pointee.commitment
            // Both copies count as owners of the one pair.
            _ = Unmanaged.passRetained(memory.pointee.pair)
            memcpy(memory + 1, memory, MemoryLayout<SigningNonces>.stride)
            let package = try SigningPackage([commitment, other.commitment], for: digest(1), of: dealt.set)
            guard package.isValid(try memory.move().sign(package)) else { exit(3) }
            _ = try (memory + 1).move().sign(package)
        }
        // A trap is SIGILL or SIGTRAP, by processor, and 70 in a process that PreparedProcess has prepared.
        #expect([.signal(SIGILL), .signal(SIGTRAP), .exitCode(70)].contains(try #require(result).exitStatus))
    }

    /// Two processes with one pair would sign two messages; the fork gets zeros, and is refused.
    @Test func aForkDoesNotSign() async {
        await #expect(processExitsWith: .exitCode(47)) {
            let dealt = try ShareDealer.deal(to: [.login, .device])
            let pair = NoncePair(by: try dealt.share(of: .login), for: digest(1))
            let other = NoncePair(by: try dealt.share(of: .device), for: digest(1))
            let package = try SigningPackage([pair.commitment, other.commitment], for: digest(1), of: dealt.set)
            // What the fork will call has run once here, so that it finds no lock of another thread's.
            _ = try other.sign(package)
            let child = try #require(ForkedProcess.make())
            if child == 0 {
                alarm(20)
                do throws(CoSigningError) {
                    _ = try pair.sign(package)
                    _exit(1)
                } catch {
                    _exit(error == .otherProcess ? 42 : 2)
                }
            }
            var status: Int32 = 0
            guard waitpid(child, &status, 0) == child, status == 42 << 8 else { exit(1) }
            // The one that made it still signs.
            guard package.isValid(try pair.sign(package)) else { exit(2) }
            exit(47)
        }
    }
}

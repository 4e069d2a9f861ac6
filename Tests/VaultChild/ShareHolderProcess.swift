// SPDX-License-Identifier: MIT

import CSodium
import Glibc
import GuardedMemory
import NEARPrimitives
import NEARShares
import Synchronization

/// Deals a key in shares, says two of them, and does what each byte of standard input asks for.
///
/// Whoever reads the two shares can compute the key, and look for it in this process's memory.
struct ShareHolderProcess {
    /// The steps, by their bytes; each says its name when it is done.
    enum Step: UInt8 {
        /// Signs with both shares.
        case sign = 1
        /// Begins a signature that is refused at its end.
        case refuse
        /// Signs on another thread until the next byte.
        case signOn
        /// Ends that.
        case rest
        /// Puts the shares together to the key: what this project never does, to see that the look would find it.
        case combine
    }

    private let pair: SharePair
    private let dealt: DealtShares

    init() throws {
        dealt = try ShareDealer.deal(to: [.login, .device, .recovery])
        pair = try SharePair(dealt.shares[1], dealt.shares[2])
    }

    func run() throws {
        let shares = dealt.shares.dropFirst().map { $0.share.packed.withUnsafeBytes { Hexadecimal.encode(Array($0)) } }
        say(shares.joined(separator: " "))
        let isSigning = Atomic(false)
        var key: SecretBytes?
        var byte: UInt8 = 0
        while read(STDIN_FILENO, &byte, 1) == 1 {
            guard let step = Step(rawValue: byte) else { exit(6) }
            switch step {
            case .sign: _ = try pair.sign(SubjectDigest(.sha256([1])))
            case .refuse: refuse()
            case .signOn:
                isSigning.store(true, ordering: .sequentiallyConsistent)
                let pair = pair
                try withThread {
                    var count: UInt8 = 0
                    while isSigning.load(ordering: .sequentiallyConsistent) {
                        count &+= 1
                        _ = try pair.sign(SubjectDigest(.sha256([count])))
                    }
                } during: {
                    say("signOn")
                    while read(STDIN_FILENO, &byte, 1) == 1, byte != Step.rest.rawValue {}
                    isSigning.store(false, ordering: .sequentiallyConsistent)
                }
            case .rest: break
            case .combine: key = combined()
            }
            say("\(step == .signOn ? .rest : step)")
        }
        withExtendedLifetime(key) {}
    }

    private func refuse() {
        let nonces = SigningNonces(by: dealt.shares[1], for: SubjectDigest(.sha256([1])))
        let other = SigningNonces(by: dealt.shares[2], for: SubjectDigest(.sha256([2])))
        do throws(CoSigningError) {
            let package = try SigningPackage(
                [nonces.commitment, other.commitment], for: SubjectDigest(.sha256([2])), of: dealt.set)
            _ = try nonces.sign(package)
            exit(8)
        } catch {
            guard error == .otherDigest else { exit(9) }
        }
    }

    /// Computes 3·y₂ - 2·y₃, which is the line's value at zero.
    private func combined() -> SecretBytes {
        SecretBytes(count: 32) { memory in
            guard let key = memory.bindMemory(to: UInt8.self).baseAddress else { exit(10) }
            var terms: [[UInt8]] = []
            for (share, factor) in zip(dealt.shares.dropFirst(), [UInt8(3), 2]) {
                var scalar = share.share.packed.withUnsafeBytes { Array($0) }
                scalar[31] &= 0x1F
                let factor = [factor] + [UInt8](repeating: 0, count: 31)
                var term = [UInt8](repeating: 0, count: 32)
                crypto_core_ed25519_scalar_mul(&term, scalar, factor)
                terms.append(term)
            }
            crypto_core_ed25519_scalar_sub(key, terms[0], terms[1])
        }
    }

    private func withThread(_ work: @escaping @Sendable () throws -> Void, during body: () -> Void) throws {
        final class Work: Sendable {
            let body: @Sendable () throws -> Void
            init(_ body: @escaping @Sendable () throws -> Void) { self.body = body }
        }
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Work(work)).toOpaque()
        let status = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                do {
                    try Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                } catch {
                    exit(11)
                }
                return nil
            }, context)
        guard status == 0 else { exit(12) }
        body()
        pthread_join(thread, nil)
    }

    private func say(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        guard write(STDOUT_FILENO, bytes, bytes.count) == bytes.count else { exit(5) }
    }
}

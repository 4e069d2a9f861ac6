// SPDX-License-Identifier: MIT

import NEARConnectCore
import NEARPrimitives
import Synchronization

/// A signer of a real key that takes steps, as one that asks others for their shares does.
final class SteppingSigner: AccessKeySigner {
    /// The signer's manners.
    enum Manner: Sendable {
        /// It signs what it is asked to sign.
        case signs
        /// It signs the subject's hash with another key.
        case signsWithAnotherKey
        /// It signs another text with its key.
        case signsAnotherText
        /// It waits for others, and stops when it is cancelled.
        case waits
        /// It waits for others, hears no cancellation, and signs when it is released.
        case ignoresCancellation
        /// It refuses.
        case refuses
    }

    let publicKey: PublicKey
    private let key: SecretKey
    private let manner: Mutex<Manner>
    private let asked = Mutex<[SigningSubject]>([])
    private let ended = Mutex(0)
    private let gate = AsyncStream<Void>.makeStream()

    init(_ key: SecretKey, _ manner: Manner) {
        self.key = key
        publicKey = key.publicKey
        self.manner = Mutex(manner)
    }

    /// The subjects that it was asked to sign.
    var subjects: [SigningSubject] { asked.withLock { $0 } }

    /// The number of signings that have ended, in whatever way.
    var endedCount: Int { ended.withLock { $0 } }

    /// Behaves in this manner from now on.
    func behave(_ manner: Manner) {
        self.manner.withLock { $0 = manner }
    }

    /// Lets go on what waits without hearing a cancellation.
    func release() {
        gate.continuation.finish()
    }

    func sign(
        _ subject: SigningSubject, told: @escaping @Sendable (SigningStep) async -> Void
    ) async throws(SigningError) -> Signature {
        defer { ended.withLock { $0 += 1 } }
        await told(.connecting)
        await told(.round(1, of: 1))
        asked.withLock { $0.append(subject) }
        do throws(KeyError) {
            switch manner.withLock({ $0 }) {
            case .signs: return try key.sign(subject.hash)
            case .signsWithAnotherKey: return try SecretKey.generate(key.keyType).sign(subject.hash)
            case .signsAnotherText: return try key.sign(CryptoHash.sha256(subject.hash.bytes))
            case .refuses: break
            case .waits:
                // A stream that nobody feeds ends when its reader is cancelled.
                for await _ in AsyncStream<Void>.makeStream().stream {}
            case .ignoresCancellation:
                let stream = gate.stream
                await Task { for await _ in stream {} }.value
                return try key.sign(subject.hash)
            }
        } catch {
            throw .key(error)
        }
        if Task.isCancelled { throw .cancelled }
        throw .refused(reason: "no")
    }
}

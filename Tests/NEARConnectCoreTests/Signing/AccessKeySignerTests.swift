// SPDX-License-Identifier: MIT

import NEARPrimitives
import Synchronization
import Testing

@testable import NEARConnectCore

/// The seam between what is to be signed and what signs it.
@Suite struct AccessKeySignerTests {
    /// A signer with a device's or a share service's freedom: it answers as the test says.
    private final class Scripted: AccessKeySigner {
        let publicKey: PublicKey
        let wasAsked = Mutex(0)
        private let answer: @Sendable (SigningSubject) async throws(SigningError) -> Signature
        private let steps: [SigningStep]

        init(
            _ publicKey: PublicKey, steps: [SigningStep] = [],
            answer: @escaping @Sendable (SigningSubject) async throws(SigningError) -> Signature
        ) {
            (self.publicKey, self.steps, self.answer) = (publicKey, steps, answer)
        }

        func sign(
            _ subject: SigningSubject, told: @escaping @Sendable (SigningStep) async -> Void
        ) async throws(SigningError) -> Signature {
            wasAsked.withLock { $0 += 1 }
            for step in steps { await told(step) }
            return try await answer(subject)
        }
    }

    private static func subjects(_ key: PublicKey, to receiver: String = "bob.near") throws -> [SigningSubject] {
        let (alice, receiver) = (try AccountId("alice.near"), try AccountId(receiver))
        let transfer = Action.transfer(TransferAction(deposit: try .near(1)))
        return [
            .transaction(
                .v0(
                    TransactionV0(
                        signerId: alice, publicKey: key, nonce: 7, receiverId: receiver,
                        blockHash: CryptoHash.sha256([1]), actions: [transfer]))),
            .delegateAction(
                DelegateAction(
                    senderId: alice, receiverId: receiver, actions: [transfer], nonce: 7, maxBlockHeight: 9,
                    publicKey: key)),
            .message(
                try NEP413Payload(message: "m", nonce: [UInt8](repeating: 0, count: 32), recipient: receiver.text)),
        ]
    }

    private static func error(_ body: () async throws(SigningError) -> Signature) async -> SigningError? {
        do throws(SigningError) {
            _ = try await body()
            return nil
        } catch {
            return error
        }
    }

    private let silence: @Sendable (SigningStep) async -> Void = { _ in }

    @Test(arguments: [KeyType.ed25519, .secp256k1])
    func aSecretKeySignsEverySubject(type: KeyType) async throws {
        let key = try SecretKey.generate(type)
        for subject in try Self.subjects(key.publicKey) {
            let signature = try await key.signature(of: subject, by: key.publicKey, told: silence)
            #expect(key.publicKey.verify(signature, hash: subject.hash))
            switch subject {
            case .transaction(let value):
                #expect(SignedTransaction(transaction: value, signature: signature).verify())
            case .delegateAction(let value):
                #expect(SignedDelegateAction(delegateAction: value, signature: signature).verify())
            case .message(let value):
                let message = SignedMessage(
                    accountId: try AccountId("alice.near"), publicKey: key.publicKey, signature: signature)
                try message.verify(value)
            }
        }
    }

    @Test(arguments: [KeyType.ed25519, .secp256k1])
    func noFaultySignatureGetsThrough(type: KeyType) async throws {
        let (key, other) = (try SecretKey.generate(type), try SecretKey.generate(type))
        let foreign = try SecretKey.generate(type == .ed25519 ? .secp256k1 : .ed25519)
        let own = try Self.subjects(key.publicKey)
        let others = try Self.subjects(key.publicKey, to: "mallory.near")
        for (index, subject) in own.enumerated() {
            let good = try key.sign(subject.hash)
            var answers = [try other.sign(subject.hash), try foreign.sign(subject.hash)]
            // Valid signatures of the right key, over something else.
            answers += try others.map { try key.sign($0.hash) }
            answers += try own.indices.filter { $0 != index }.map { try key.sign(own[$0].hash) }
            for place in good.bytes.indices {
                var bytes = good.bytes
                bytes[place] ^= 1
                let changed = try Signature(keyType: type, bytes: bytes)
                answers.append(changed)
            }
            for answer in answers {
                let signer = Scripted(key.publicKey) { _ throws(SigningError) in answer }
                let error = await Self.error { () throws(SigningError) in
                    try await signer.signature(of: subject, by: key.publicKey, told: silence)
                }
                // The recovery id isn't part of what a signature proves; nearcore takes it as it is.
                if type == .secp256k1, answer.bytes.dropLast().elementsEqual(good.bytes.dropLast()) { continue }
                #expect(error == .faultySignature(of: key.publicKey))
                #expect(error?.description.contains(key.publicKey.description) == true)
            }
        }
    }

    @Test func aSubjectOfAnotherKeyIsNotEvenShownToTheSigner() async throws {
        let (key, other) = (try SecretKey.generate(), try SecretKey.generate())
        let signer = Scripted(key.publicKey) { subject throws(SigningError) in
            do throws(KeyError) { return try other.sign(subject.hash) } catch { throw .key(error) }
        }
        for subject in try Self.subjects(other.publicKey) where subject.publicKey != nil {
            let error = await Self.error { () throws(SigningError) in
                try await signer.signature(of: subject, by: key.publicKey, told: silence)
            }
            #expect(error == .keyMismatch(expected: other.publicKey, actual: key.publicKey))
        }
        #expect(signer.wasAsked.withLock { $0 } == 0)
    }

    /// A key that changes between two looks gets nothing signed: the one that the subject was made with counts.
    @Test func aSignerThatSwapsItsKeyIsFound() async throws {
        let (key, swapped) = (try SecretKey.generate(), try SecretKey.generate())
        let signer = Scripted(swapped.publicKey) { subject throws(SigningError) in
            do throws(KeyError) { return try swapped.sign(subject.hash) } catch { throw .key(error) }
        }
        for subject in try Self.subjects(key.publicKey) {
            let error = await Self.error { () throws(SigningError) in
                try await signer.signature(of: subject, by: key.publicKey, told: silence)
            }
            #expect(error == .faultySignature(of: key.publicKey))
        }
    }

    @Test func stepsAreHeardInOrder() async throws {
        let key = try SecretKey.generate()
        let steps: [SigningStep] = [.connecting, .waitingForUser, .round(1, of: 2), .round(2, of: 2)]
        let signer = Scripted(key.publicKey, steps: steps) { subject throws(SigningError) in
            do throws(KeyError) { return try key.sign(subject.hash) } catch { throw .key(error) }
        }
        let heard = Mutex<[SigningStep]>([])
        for subject in try Self.subjects(key.publicKey) {
            heard.withLock { $0 = [] }
            _ = try await signer.signature(of: subject, by: key.publicKey) { step in heard.withLock { $0.append(step) }
            }
            #expect(heard.withLock { $0 } == steps)
        }
    }

    @Test func aCancelledTaskAsksNoSigner() async throws {
        let key = try SecretKey.generate()
        let signer = Scripted(key.publicKey) { _ throws(SigningError) in throw .unavailable(reason: "asked") }
        for subject in try Self.subjects(key.publicKey) {
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return [
                    await Self.error { () throws(SigningError) in
                        try await signer.signature(of: subject, by: key.publicKey, told: silence)
                    },
                    await Self.error { () throws(SigningError) in try await key.sign(subject, told: silence) },
                ]
            }
            #expect(await task.value == [.cancelled, .cancelled])
        }
        #expect(signer.wasAsked.withLock { $0 } == 0)
    }
}

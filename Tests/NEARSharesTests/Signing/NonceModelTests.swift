// SPDX-License-Identifier: MIT

import NEARPrimitives
import SeededTesting
import Testing
import ThreadTesting

@testable import NEARShares

/// All states of a small signer, and each step from each of them, in the real one.
///
/// The model has up to three pairs for two digests in a store with room for two. For each state that can be reached a
/// real signer is led there, and each step's result is compared with the model's.
@Suite(.ownThread) struct NonceModelTests {
    enum Status: Hashable { case waiting, answered, gone }

    struct Pair: Hashable {
        let subject: UInt64
        var status: Status
    }

    /// A co-signer's request: for the agreed subject, another one, another set, with a list without our commitment.
    enum Wish: Hashable, CaseIterable { case right, otherSubject, otherSet, notOurs }

    enum Step: Hashable {
        case commit(UInt64)
        case sign(Int, Wish)
        case discard(Int)
        case discardAll
    }

    enum Outcome: Equatable {
        case done
        case answered
        case refused(CoSigningError)
    }

    struct Model: Hashable {
        static let room = 2
        static let mostPairs = 3
        var pairs: [Pair] = []

        var steps: [Step] {
            var steps: [Step] = [.discardAll]
            if pairs.count < Self.mostPairs { steps += [.commit(0), .commit(1)] }
            for index in pairs.indices {
                steps += Wish.allCases.map { .sign(index, $0) }
                steps.append(.discard(index))
            }
            return steps
        }

        mutating func take(_ step: Step) -> Outcome {
            switch step {
            case .commit(let subject):
                guard pairs.count(where: { $0.status == .waiting }) < Self.room else {
                    return .refused(.tooManyNonces(limit: Self.room))
                }
                pairs.append(Pair(subject: subject, status: .waiting))
                return .done
            case .sign(let index, let wish):
                guard pairs[index].status == .waiting else { return .refused(.noNonces) }
                pairs[index].status = wish == .right ? .answered : .gone
                switch wish {
                case .right: return .answered
                case .otherSubject: return .refused(.otherDigest)
                case .otherSet: return .refused(.otherSet)
                case .notOurs: return .refused(.notOurCommitment)
                }
            case .discard(let index):
                if pairs[index].status == .waiting { pairs[index].status = .gone }
                return .done
            case .discardAll:
                for index in pairs.indices where pairs[index].status == .waiting { pairs[index].status = .gone }
                return .done
            }
        }
    }

    /// The real signer, and the co-signer who asks it.
    final class Signer {
        private let dealt: DealtShares
        private let fresh: DealtShares
        private let store = PendingNonces(limit: Model.room)
        private var commitments: [(subject: UInt64, commitment: SigningCommitment)] = []
        private var answers: [SigningCommitment: Int] = [:]

        init(_ dealt: DealtShares, _ fresh: DealtShares) {
            self.dealt = dealt
            self.fresh = fresh
        }

        /// The most answers that one pair gave.
        var mostAnswers: Int { answers.values.max() ?? 0 }
        var waiting: Int { store.count }

        func take(_ step: Step) throws -> Outcome {
            do {
                switch step {
                case .commit(let subject):
                    let commitment = try store.commit(by: dealt.share(of: .login), to: digest(subject))
                    commitments.append((subject, commitment))
                case .sign(let index, let wish):
                    let (subject, commitment) = commitments[index]
                    let other = SigningNonces(by: try dealt.share(of: .device), for: digest(subject))
                    let ours =
                        wish == .notOurs
                        ? SigningNonces(by: try dealt.share(of: .login), for: digest(subject)).commitment : commitment
                    let package = try SigningPackage(
                        [ours, other.commitment], for: digest(wish == .otherSubject ? subject + 2 : subject),
                        of: wish == .otherSet ? fresh.set : dealt.set)
                    let share = try store.sign(package, with: commitment)
                    answers[commitment, default: 0] += 1
                    #expect(package.isValid(share))
                    return .answered
                case .discard(let index): store.discard(commitments[index].commitment)
                case .discardAll: store.discardAll()
                }
                return .done
            } catch let error as CoSigningError {
                return .refused(error)
            }
        }
    }

    @Test func eachStepFromEachStateDoesWhatTheModelSays() throws {
        let dealt = try ShareDealer.deal(to: [.login, .device])
        let fresh = try dealt.pair(.login, .device).refreshed(for: [.login, .device])
        var ways: [Model: [Step]] = [Model(): []]
        var queue = [Model()]
        var transitions = 0
        while let state = queue.popLast() {
            let way = try #require(ways[state])
            for step in state.steps {
                let signer = Signer(dealt, fresh)
                var model = Model()
                for earlier in way {
                    let expected = model.take(earlier)
                    #expect(try signer.take(earlier) == expected)
                }
                let expected = model.take(step)
                #expect(try signer.take(step) == expected, "\(way) \(step)")
                #expect(signer.mostAnswers <= 1)
                #expect(signer.waiting == model.pairs.count { $0.status == .waiting })
                transitions += 1
                if ways[model] == nil {
                    ways[model] = way + [step]
                    queue.append(model)
                }
            }
        }
        // Each pair: two digests, three statuses. While two wait there is no third one.
        #expect(ways.count == 1 + 6 + 36 + 216 - 24)
        #expect(transitions == ways.keys.reduce(0) { $0 + $1.steps.count })
    }
}

// SPDX-License-Identifier: MIT

/// A question that is asked one at a time; of those that come meanwhile only the newest is kept.
///
/// Typing costs a node as much as it can answer, and nothing waits for it.
@MainActor
final class LatestQuestion<Question: Sendable, Answer: Sendable> {
    /// Called with each answer; must hold its owner weakly.
    var onAnswer: ((Question, Answer) -> Void)?

    private let answer: @MainActor (Question) async -> Answer
    private var asking: Task<Void, Never>?
    private var next: Question?

    /// - Parameter answer: Finds an answer; must come to an end.
    init(answer: @escaping @MainActor (Question) async -> Answer) {
        self.answer = answer
    }

    isolated deinit {
        asking?.cancel()
    }

    /// Asks a question, after the one that is under way.
    func ask(_ question: Question) {
        next = question
        goOn()
    }

    private func goOn() {
        guard asking == nil, let question = next else { return }
        next = nil
        asking = Task { [weak self, answer] in
            let answer = await answer(question)
            guard !Task.isCancelled, let self else { return }
            self.asking = nil
            self.onAnswer?(question, answer)
            self.goOn()
        }
    }
}

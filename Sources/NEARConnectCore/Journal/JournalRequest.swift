// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives
internal import SafeText

/// A request of the journal with everything that later lines say about it.
struct JournalRequest: Sendable, Hashable {
    let intent: JournalIntent
    private(set) var keys: JournalKeys?
    /// Signatures by part, in the order of the lines; a wallet may sign a part twice.
    private(set) var signatures: [Int: [JournalSignature]] = [:]
    /// Why the program stopped waiting before the wallet answered; `nil` if it didn't.
    private(set) var leftBecause: String?
    /// The chain's height at a look after the program had stopped waiting.
    private(set) var heightAfterLeft: UInt64?
    private(set) var states: [Int: JournalEntry.State] = [:]
    private(set) var settled: Set<Int> = []
    /// The number of later lines that can't be read or name a missing part.
    ///
    /// Each of them may be a signature.
    private(set) var unreadableLines = 0
    /// True if each line has the checksum of its content.
    private(set) var isChecked: Bool
    /// The parts of which the process that asked the wallet has said itself that nothing left it.
    private var saidByItself: Set<Int> = []

    init(intent: JournalIntent, isChecked: Bool) {
        self.intent = intent
        self.isChecked = isChecked
    }

    /// True if no part needs another look.
    var isSettled: Bool { settled.count == intent.parts.count }

    /// Adds a line of the request.
    mutating func add(_ record: JournalRecord, isChecked: Bool) {
        self.isChecked = self.isChecked && isChecked
        let count = intent.parts.count
        switch record {
        case .intent: break
        case .keys(_, let keys): self.keys = keys
        case .signed(_, let signature):
            guard signature.part < count else { return addUnreadable() }
            add(signature)
        case .left(_, let reason):
            leftBecause = reason
            heightAfterLeft = nil
        case .checked(_, let height): heightAfterLeft = max(heightAfterLeft ?? 0, height)
        case .state(_, let part, let state, let isSettled, let isOwn):
            guard part < count else { return }
            add(state, of: part, isSettled: isSettled, isOwn: isOwn)
        }
    }

    private mutating func add(_ signature: JournalSignature) {
        let part = signature.part
        switch states[part] {
        case .confirmed: break
        case .failed(let hash, _) where hash == signature.hash: break
        default: reopen(part)
        }
        var others = signatures[part] ?? []
        if let same = others.firstIndex(where: { $0.hash == signature.hash && $0.hash != nil }) {
            if others[same].key == nil { others[same] = signature }
        } else if !others.contains(signature) {
            others.append(signature)
        }
        signatures[part] = others
    }

    private mutating func add(_ state: JournalEntry.State, of part: Int, isSettled: Bool, isOwn: Bool) {
        switch (states[part], state) {
        // An execution on chain is final.
        case (.confirmed, _), (.failed, _): return
        case (.notSent, .confirmed), (.notSent, .failed): break
        case (.notSent, _): return
        case (_, .notSent) where unreadableLines > 0 && !isOwn: return
        default: break
        }
        states[part] = state
        if isSettled { settled.insert(part) }
        if isOwn { saidByItself.insert(part) } else { saidByItself.remove(part) }
    }

    /// Notes a line that can't be read.
    ///
    /// Whatever was proven without it may be wrong. What the process that asked the wallet said of itself still holds.
    mutating func addUnreadable() {
        unreadableLines += 1
        for (part, state) in states where !saidByItself.contains(part) {
            if case .notSent = state { reopen(part) }
        }
    }

    private mutating func reopen(_ part: Int) {
        states[part] = nil
        settled.remove(part)
        saidByItself.remove(part)
    }

    // MARK: State and advice

    /// Returns the current state of a part.
    func state(of part: Int) -> JournalEntry.State {
        if let state = states[part] { return state }
        if let leftBecause { return .unknown(howToCheck: advice(leftBecause)) }
        switch intent.process.liveness {
        case .running: return .open
        case .ended: return .unknown(howToCheck: advice(localized("the program stopped")))
        case .unseen: return .unknown(howToCheck: unseenAdvice)
        }
    }

    private func advice(_ reason: String) -> String {
        guard unreadableLines == 0 else { return damageAdvice }
        return localized(
            "The wallet hadn’t answered yet: %1$s. Look at the latest transactions of %2$s before you ask again",
            reason,
            intent.signerId.text)
    }

    /// The advice for a journal with a line that can't be read.
    var damageAdvice: String {
        localized(
            "A later line of the journal can’t be read, so it isn’t known what was signed; look at the latest transactions of %1$s before you ask again",
            intent.signerId.text)
    }

    /// The advice for a request whose process can't be seen from here.
    var unseenAdvice: String {
        localized(
            "The wallet was asked by a program in another container, on another machine or before a restart, and it may still sign; look at the latest transactions of %1$s before you ask again",
            intent.signerId.text)
    }

    var entry: JournalEntry {
        JournalEntry(
            id: intent.id, kind: intent.kind, network: intent.network, signerId: intent.signerId,
            walletId: intent.walletId, asker: intent.asker.flatMap { Asker(key: $0.text) },
            idempotencyKey: intent.idempotencyKey?.text,
            startedAt: Date(timeIntervalSince1970: Double(intent.time) / 1000),
            parts: intent.parts.enumerated().map { index, part in
                let state = state(of: index)
                let hash: CryptoHash? =
                    switch state {
                    case .confirmed(let hash?), .failed(let hash?, _): hash
                    default: signatures[index]?.last?.hash
                    }
                let signature = signatures[index]?.last { $0.key != nil && $0.hash == hash }
                return JournalEntry.Part(
                    receiverId: part.receiverId, actions: part.actions, hash: hash,
                    publicKey: signature?.key?.publicKey, state: state)
            })
    }
}

// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// The questions of all pages, in the order in which a user sees them.
///
/// One question is open at a time. Sites take turns, so that one with many questions doesn't keep the others waiting.
/// Each question that was taken leaves the queue exactly once: by ``finish(_:)``, or in the answer of one of the
/// functions that end several. It is a value without a clock and without views.
public struct DAppQueue: Sendable {
    /// The name of a question; none is used twice.
    public struct ID: Sendable, Hashable, Comparable {
        fileprivate let number: UInt64

        /// Orders names by age.
        public static func < (lhs: ID, rhs: ID) -> Bool { lhs.number < rhs.number }
    }

    /// A question in the queue.
    public struct Entry: Sendable, Hashable {
        /// The question's name.
        public let id: ID
        /// The document that asks.
        public let asker: DAppAsker
        /// True if it asks for accounts, of which one request a site waits at a time.
        public let isConnection: Bool
        /// True once it was approved and is carried out: nothing but its end takes it from the queue.
        public fileprivate(set) var isWorking = false
    }

    /// The most questions of a site that wait beside the one that is open.
    public static let siteLimit = 4
    /// The most questions altogether.
    public static let limit = 64

    /// The question that is open or carried out; `nil` if there is none.
    public private(set) var current: Entry?
    /// The questions that wait, the oldest first.
    public private(set) var waiting: [Entry] = []

    private var next: UInt64 = 1
    /// The time of each site's last turn, of those sites that have questions.
    private var turns: [SiteOrigin: UInt64] = [:]
    private var turn: UInt64 = 0

    /// Makes an empty queue.
    public init() {}

    /// The number of questions.
    public var count: Int { waiting.count + (current == nil ? 0 : 1) }

    /// The questions in the order in which they will be open, if nothing else comes.
    public var order: [Entry] {
        var rest = self
        var order: [Entry] = []
        while let entry = rest.current {
            order.append(entry)
            rest.current = nil
            rest.advance()
        }
        return order
    }

    /// Takes a question.
    ///
    /// - Parameters:
    ///   - asker: The document that asks.
    ///   - isConnection: True if it asks for accounts.
    /// - Returns: The question's name.
    /// - Throws: ``DAppError`` with `alreadyWaiting` for a second connection of a site, and with `limitExceeded`.
    public mutating func submit(_ asker: DAppAsker, isConnection: Bool) throws(DAppError) -> ID {
        let own = waiting.filter { $0.asker.origin == asker.origin }
        if isConnection,
            (own + [current].compactMap(\.self)).contains(where: { $0.isConnection && $0.asker.origin == asker.origin })
        {
            throw DAppError(
                .alreadyWaiting, localized("This site already waits for the user to connect it. Wait for the answer."))
        }
        guard own.count < Self.siteLimit, count < Self.limit else {
            throw DAppError(
                .limitExceeded, localized("Too many requests wait for the user. Wait for an answer before the next."))
        }
        let entry = Entry(id: ID(number: next), asker: asker, isConnection: isConnection)
        next += 1
        waiting.append(entry)
        advance()
        return entry.id
    }

    /// Notes that the open question was approved, and is carried out.
    ///
    /// - Returns: False for any other question than the open one.
    public mutating func begin(_ id: ID) -> Bool {
        guard current?.id == id, current?.isWorking == false else { return false }
        current?.isWorking = true
        return true
    }

    /// Ends a question: it was refused, carried out, or its time is over.
    ///
    /// - Returns: False if it has left the queue before.
    public mutating func finish(_ id: ID) -> Bool {
        if current?.id == id {
            current = nil
            advance()
            return true
        }
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return false }
        waiting.remove(at: index)
        forgetTurns()
        return true
    }

    /// Ends the questions that meet a condition.
    ///
    /// One that is carried out stays: it has to say what became of it.
    ///
    /// - Returns: The names of those that have left.
    public mutating func end(where isMeant: (Entry) -> Bool) -> [ID] {
        var ended = waiting.filter(isMeant).map(\.id)
        waiting.removeAll(where: isMeant)
        if let current, !current.isWorking, isMeant(current) {
            ended.insert(current.id, at: 0)
            self.current = nil
        }
        advance()
        forgetTurns()
        return ended
    }

    /// Ends the questions of a document that is gone.
    public mutating func end(document: DAppAsker.Token) -> [ID] { end { $0.asker.document == document } }

    /// Ends the questions of a view that was closed.
    public mutating func end(view: DAppAsker.Token) -> [ID] { end { $0.asker.view == view } }

    /// Ends the questions of a site whose permission was taken away, also those of its frames in other sites.
    public mutating func end(site: SiteOrigin) -> [ID] { end { $0.asker.origin == site } }

    // MARK: Turns

    /// Opens the next question if none is open: of the site whose last turn is longest ago, the oldest.
    private mutating func advance() {
        guard current == nil else { return }
        let chosen = waiting.indices.min { left, right in
            let (first, second) = (waiting[left], waiting[right])
            let (firstTurn, secondTurn) = (turns[first.asker.origin] ?? 0, turns[second.asker.origin] ?? 0)
            return firstTurn == secondTurn ? first.id < second.id : firstTurn < secondTurn
        }
        guard let chosen else { return turns = [:] }
        let entry = waiting.remove(at: chosen)
        current = entry
        turn += 1
        turns[entry.asker.origin] = turn
        forgetTurns()
    }

    private mutating func forgetTurns() {
        let present = Set((waiting + [current].compactMap(\.self)).map(\.asker.origin))
        turns = turns.filter { present.contains($0.key) }
    }
}

// SPDX-License-Identifier: MIT

public import NEARConnectCore

/// A question of a site that waits for the program's answer.
///
/// It ends exactly once: ``DAppHost/approve(_:as:)`` and ``DAppHost/refuse(_:reason:)`` end it, or else its document,
/// its permission, the host or the deadline does.
@MainActor
public final class DAppOpenRequest: Identifiable {
    /// The thing to decide.
    public enum Subject: Sendable {
        /// Tell the site accounts, or sign something.
        case approval(ApprovalRequest)
        /// Work on another network for the site in its view, or add one.
        case site(SiteQuestion)
    }

    /// The ways in which a question ends.
    public enum End: Sendable, Hashable {
        /// It was approved; what came of it, the page and the journal hear.
        case approved
        /// It was refused.
        case refused
        /// Its document is gone, its permission, its view or its host.
        case withdrawn
        /// Nobody answered in time, so it was refused.
        case expired
    }

    /// The number of the question; later ones of a host have greater numbers.
    public nonisolated let id: UInt64
    /// The thing to decide.
    public nonisolated let subject: Subject
    /// The way in which it ended; `nil` while it is open.
    public private(set) var end: End?

    private var waiting: [CheckedContinuation<End, Never>] = []

    init(id: UInt64, _ subject: Subject) {
        self.id = id
        self.subject = subject
    }

    /// The site's frame that asks, with the pages around it.
    public nonisolated var asker: Asker {
        switch subject {
        case .approval(let request): request.asker
        case .site(let question): .dApp(question.asker)
        }
    }

    /// Waits until the question ends: a program closes then what it has shown of it.
    public func ended() async -> End {
        if let end { return end }
        return await withCheckedContinuation { waiting.append($0) }
    }

    /// Ends it.
    ///
    /// - Returns: False if it had ended before.
    func finish(_ end: End) -> Bool {
        guard self.end == nil else { return false }
        self.end = end
        for continuation in waiting { continuation.resume(returning: end) }
        waiting = []
        return true
    }
}

// SPDX-License-Identifier: MIT

internal import NEARRPC

/// A page that may stop answering.
@MainActor
protocol WatchedPage: AnyObject {
    /// True while a request waits for the page, and the page isn't waiting for the user.
    var isWaitedFor: Bool { get }

    /// Sends the page something that it answers by itself, and calls `answered` when it did.
    func ping(_ answered: @escaping @MainActor () -> Void)

    /// Hears `true` each time the page took too long to answer, and `false` when it answers after that.
    func silenceChanged(_ isSilent: Bool)
}

/// Notices that a page doesn't answer any more, because a script in its process never ends.
///
/// The bridge, wallets' frames and popups share one process, and WebKit reports such a page only after the user has
/// clicked or typed into it.
///
/// It pings while it is needed and not otherwise, so that an idle program doesn't wake up.
@MainActor
final class PageWatchdog {
    /// The time after an answer until the page is asked again.
    static let interval = Duration.seconds(5)
    /// The time that a page may take to answer, in turns of ``turn``.
    ///
    /// A page that works answers within a millisecond; one that starts a large wallet, within seconds.
    static let patience = 10
    /// The longest time that counts at once.
    ///
    /// A machine that was suspended, or has no time for this program, has none for the page either: a turn that ends
    /// late counts no more than one that ends when it should.
    static let turn = Duration.seconds(1)

    /// The page that is watched.
    weak var page: (any WatchedPage)?

    private let time: DeadlineTime
    private var task: Task<Void, Never>?
    private var round = 0
    private var answered = 0
    private var isSilent = false
    /// The turns since the page was asked.
    private(set) var turns = 0

    init(time: DeadlineTime) {
        self.time = time
    }

    isolated deinit {
        task?.cancel()
    }

    /// Begins to watch, until nobody waits for the page any more.
    func start() {
        guard task == nil else { return }
        let time = time
        task = Task { [weak self] in
            do {
                while true {
                    try await time.sleep(for: Self.interval)
                    guard let self, self.page?.isWaitedFor == true else { break }
                    self.ask()
                    while self.turns < Self.patience, self.isAsking {
                        try await time.sleep(for: Self.turn)
                        self.turns += 1
                    }
                    self.judge()
                }
                self?.task = nil
            } catch {
                return  // It was stopped.
            }
        }
    }

    /// Forgets the page: there is another one, or none.
    func stop() {
        task?.cancel()
        task = nil
        round += 1
        answered = round
        isSilent = false
    }

    private func ask() {
        round += 1
        turns = 0
        let asked = round
        page?.ping { [weak self] in self?.hear(asked) }
    }

    private func hear(_ answer: Int) {
        answered = max(answered, answer)
        guard isSilent, answered == round else { return }
        isSilent = false
        page?.silenceChanged(false)
    }

    /// True until the page has answered the newest question.
    var isAsking: Bool { answered < round }

    private func judge() {
        guard isAsking, page?.isWaitedFor == true else { return }
        isSilent = true
        page?.silenceChanged(true)
    }
}

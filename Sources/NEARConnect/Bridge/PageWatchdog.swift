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
    /// The time that a page may take to answer.
    ///
    /// A page that works answers within a millisecond; one that starts a large wallet, within seconds.
    static let patience = Duration.seconds(10)

    /// The page that is watched.
    weak var page: (any WatchedPage)?

    private let time: DeadlineTime
    private var task: Task<Void, Never>?
    private var round = 0
    private var answered = 0
    private var isSilent = false

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
                    try await time.sleep(until: time.now + Self.interval)
                    guard let self, self.page?.isWaitedFor == true else { break }
                    self.ask()
                    try await time.sleep(until: time.now + Self.patience)
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
        let asked = round
        page?.ping { [weak self] in self?.hear(asked) }
    }

    private func hear(_ answer: Int) {
        answered = max(answered, answer)
        guard isSilent, answered == round else { return }
        isSilent = false
        page?.silenceChanged(false)
    }

    private func judge() {
        guard answered < round, page?.isWaitedFor == true else { return }
        isSilent = true
        page?.silenceChanged(true)
    }
}

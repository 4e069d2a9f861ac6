// SPDX-License-Identifier: MIT

internal import NEARRPC

/// Notices that a page doesn't answer any more, because a script of the bridge, of a wallet's frame or of a popup never ends: they share one
/// process, and WebKit reports such a page only after a person has clicked or typed into it.
///
/// It pings while it is needed and not otherwise, so that an idle program doesn't wake up.
@MainActor
final class PageWatchdog {
    /// How long after an answer the page is asked again.
    static let interval = Duration.seconds(5)
    /// How long a page may take to answer. A page that works answers within a millisecond; one that starts a large wallet, within seconds.
    static let patience = Duration.seconds(10)

    /// Sends the page something that it answers by itself, and calls back when it did.
    var ping: ((@escaping @MainActor () -> Void) -> Void)?
    /// Whether anybody waits for the page now, and the page isn't waiting for a person.
    var isNeeded: (() -> Bool)?
    /// Called with `true` each time the page's patience is over, and with `false` when it answers after that.
    var onSilence: ((_ isSilent: Bool) -> Void)?

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
                    guard let self, self.isNeeded?() == true else { break }
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
        ping? { [weak self] in self?.hear(asked) }
    }

    private func hear(_ answer: Int) {
        answered = max(answered, answer)
        guard isSilent, answered == round else { return }
        isSilent = false
        onSilence?(false)
    }

    private func judge() {
        guard answered < round, isNeeded?() == true else { return }
        isSilent = true
        onSilence?(true)
    }
}

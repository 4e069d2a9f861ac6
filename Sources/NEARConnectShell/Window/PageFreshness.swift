// SPDX-License-Identifier: MIT

internal import GTKToolkit

/// Has the page that is shown read again what gets old.
///
/// It does so when the user comes back to the window, and while that stays in front. A window that is hidden or behind
/// others asks nobody anything.
@MainActor
final class PageFreshness {
    /// The age of what a page has read, at which it is read again.
    var limit = Duration.seconds(60)
    /// Measures the time in which the window stays in front.
    var clock: any Clock<Duration> = ContinuousClock() {
        didSet { watch() }
    }
    /// True while the window has the keyboard.
    var isWatched = false {
        didSet { if isWatched != oldValue { watch() } }
    }

    private let page: @MainActor () -> (any PageView)?
    private var lastReading = ContinuousClock.now
    private var watching: Task<Void, Never>?

    /// - Parameter page: Returns the page that is shown, or `nil` while nothing is to be read. It must hold its owner
    ///   weakly.
    init(page: @escaping @MainActor () -> (any PageView)?) {
        self.page = page
    }

    isolated deinit {
        watching?.cancel()
    }

    /// Notes that the shown page reads everything now.
    func noteReading() { lastReading = .now }

    /// Has the page read again what is old, since the user has come back to the window.
    func comeBack() {
        guard ContinuousClock.now - lastReading >= limit, let view = page() else { return }
        lastReading = .now
        view.comeBack()
    }

    private func watch() {
        watching?.cancel()
        watching = nil
        guard isWatched else { return }
        watching = Task { [weak self, clock, limit] in
            while true {
                do {
                    try await clock.sleep(for: limit)
                } catch {
                    return  // The window has lost the keyboard, or is closed.
                }
                guard let self, !Task.isCancelled else { return }
                self.page()?.stayFresh()
            }
        }
    }
}

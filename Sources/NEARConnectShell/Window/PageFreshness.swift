// SPDX-License-Identifier: MIT

internal import GTKToolkit

/// Has the page that is shown read again what gets old.
///
/// It does so when the user comes back to the window, and while that stays in front. A window that is hidden or behind
/// others asks nobody anything.
@MainActor
final class PageFreshness {
    /// The shortest ``limit``: nodes are asked no oftener.
    static let leastLimit = Duration.seconds(1)

    /// The age of what a page has read, at which it is read again; at least ``leastLimit``.
    var limit = Duration.seconds(60) {
        didSet {
            limit = max(limit, Self.leastLimit)
            if limit != oldValue { watch() }
        }
    }
    /// Measures the age of what was read, and the time in which the window stays in front.
    var clock: any Clock<Duration> = ContinuousClock() {
        didSet {
            noteReading()
            watch()
        }
    }
    /// True while the window has the keyboard.
    var isWatched = false {
        didSet { if isWatched != oldValue { watch() } }
    }

    private let page: @MainActor () -> (any PageView)?
    /// Returns the time since the page was read, by ``clock``.
    private var age = PageFreshness.stopwatch(ContinuousClock())
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
    func noteReading() { age = Self.stopwatch(clock) }

    /// Has the page read again what is old, since the user has come back to the window.
    func comeBack() {
        guard age() >= limit, let view = page() else { return }
        noteReading()
        view.comeBack()
    }

    /// Returns a closure that says the time since its making.
    private static func stopwatch<Time: Clock<Duration>>(_ clock: Time) -> () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
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

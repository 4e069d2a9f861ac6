// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import MainLoopTestKit
internal import NEARConnectProgram

/// The things that the tests of a process share: the display, and the count of what environments hold.
@MainActor
enum TestSession {
    private static var display: DisplaySession?
    private static var environmentCount = 0
    /// The living objects of GLib's before the first environment began.
    private static var baseline: [LiveCount.Kind: Int] = [:]

    /// Starts the display at the first call: a virtual one, or the desktop's where there is no Xvfb.
    ///
    /// - Throws: `NEARError.bridgeUnavailable`, which says what to install.
    static func start() throws {
        try TestDisplay.start {
            do {
                display = try DisplaySession.start(.virtual)
            } catch {
                // Windows on a desktop are a nuisance, and better than no test. Where neither is, this says so.
                display = try DisplaySession.start(.automatic)
            }
        }
    }

    /// Counts an environment that begins.
    static func begin() {
        if environmentCount == 0 { baseline = LiveCount.all }
        environmentCount += 1
    }

    /// Counts an environment that has ended, and after the last one waits until nothing of GLib's is left.
    ///
    /// Environments of suites that run side by side can't be told apart, so only the last one looks.
    ///
    /// - Parameter time: How long what is on its way to its end may take.
    /// - Returns: What is left then, in words; `nil` if nothing is.
    static func end(within time: Duration = .seconds(10)) async -> String? {
        environmentCount -= 1
        let limit = ContinuousClock.now + time
        while environmentCount == 0, !LiveCount.isNoMore(than: baseline) {
            guard ContinuousClock.now < limit else { return LiveCount.excess(over: baseline) }
            await MainLoop.turn()
        }
        return nil
    }
}

// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import SafeText

/// Notes that a window is open, and tells at the next start of one that ended without being closed.
@MainActor
final class AbortedNote {
    /// The bar that says so; hidden where every window was closed.
    let bar: InfoBar
    /// The time of the window that ended so, as a user reads it; `nil` for none.
    private(set) var time: String?
    private let document: ProfileDocument<WindowRunsFile>
    private var isOpen = false

    /// - Parameters:
    ///   - manager: The manager whose profile has the window.
    ///   - onReport: Called when the user wants the report; must hold its owner weakly.
    init(_ manager: NEARWalletManager, onReport: @escaping @MainActor () -> Void) {
        document = ProfileDocument(WindowRunsFile.self, of: manager)
        bar = InfoBar(.warning, action: (localized("Show report…"), onReport), closed: {})
    }

    /// Notes the window, and looks for those that weren't closed.
    ///
    /// - Parameters:
    ///   - process: The process that has the window.
    ///   - environment: Names the desktop's session.
    func open(
        _ process: ProcessIdentity = .current,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        guard !isOpen else { return }
        isOpen = true
        let run = WindowRun(
            process: process, start: Int(Date().timeIntervalSince1970), session: environment["XDG_SESSION_ID"])
        var aborted: [WindowRun] = []
        document.change { aborted = $0.open(run) }
        guard let last = aborted.map(\.start).max() else { return }
        time = TimeText.minute(Date(timeIntervalSince1970: TimeInterval(last)), .current)
        bar.show(
            localized(
                "The window that was opened on %1$s ended without being closed. Nothing is sent twice: Activity shows what became of what you had signed.",
                time ?? ""))
    }

    /// Notes that the window is closed.
    func close(_ process: ProcessIdentity = .current) {
        guard isOpen else { return }
        isOpen = false
        document.change { $0.close(process) }
    }
}

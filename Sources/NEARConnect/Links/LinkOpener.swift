// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
package import NEARConnectCore
internal import WebKitGTK

/// Hands links to the system's handler: `xdg-open`, or the desktop portal inside a sandbox.
///
/// The address is the one argument of `xdg-open`; no shell runs, and nothing is decoded or encoded again.
@MainActor
package struct LinkOpener {
    /// The two ways to the system's handler.
    enum Way: Sendable {
        case xdgOpen
        case portal
    }

    let environment: [String: String]
    let way: Way
    /// The time that the system has to say whether it took a link.
    let patience: Duration
    let clock: any Clock<Duration>

    /// Makes the way that this process's environment calls for.
    package init() { self.init(way: nil) }

    init(
        environment: [String: String] = ProcessInfo.processInfo.environment, way: Way?,
        patience: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.environment = environment
        self.way = way ?? Self.way(in: environment)
        self.patience = patience
        self.clock = clock
    }

    /// Returns the portal inside a Flatpak or a Snap, `xdg-open` elsewhere.
    ///
    /// A Snap's variables alone prove nothing: a program that is started from a terminal inside a Snap has them too.
    static func way(
        in environment: [String: String], flatpakInfo: String = "/.flatpak-info", program: String = "/proc/self/exe"
    ) -> Way {
        if FileManager.default.fileExists(atPath: flatpakInfo) { return .portal }
        let path = URL(fileURLWithPath: program).resolvingSymlinksInPath().path
        if let snap = environment["SNAP"], snap.hasPrefix("/"), path.hasPrefix("\(snap)/") { return .portal }
        return .xdgOpen
    }

    /// Opens `link` and waits until the system says whether it took it.
    ///
    /// - Throws: ``ExternalLinkError``.
    package func open(_ link: ExternalLink) async throws(ExternalLinkError) {
        switch way {
        case .portal: try await LinkPortal(environment: environment, patience: patience).open(link)
        case .xdgOpen: try await runOpener(link)
        }
    }

    private func runOpener(_ link: ExternalLink) async throws(ExternalLinkError) {
        let environment = LinkEnvironment.scrubbed(environment)
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        guard
            let opener = folders.map({ "\($0)/xdg-open" }).first(where: FileManager.default.isExecutableFile(atPath:))
        else { throw .noOpener }
        let program: Subprocess
        do {
            program = try Subprocess([opener, link.uri], environment: environment)
        } catch {
            throw .notStarted(reason: error.message)
        }
        // Without a desktop xdg-open *is* the browser: one that still runs when patience ends is left alone.
        guard let status = await program.end(within: patience, by: clock) else { throw .noAnswer(after: patience) }
        guard status == 0 else { throw .failed(status: status) }
    }
}

// SPDX-License-Identifier: MIT

/// Decides with which settings pages are drawn, and what is tried if one stays blank.
///
/// It is pure: everything it knows is given to it.
struct GraphicsLadder: Equatable, Sendable {
    /// The variable that names the rung that this process was started with, by the process before it.
    ///
    /// Variables that come with it are this package's and no wish of the user's.
    static let marker = "NEAR_CONNECT_GRAPHICS"

    /// The steps that follow a page that stays blank.
    enum Step: Equatable, Sendable {
        /// Change the views' settings and look again.
        case settings(GraphicsRung)
        /// Start the program again with this added to its environment.
        case relaunch(GraphicsRung, environment: [String: String])
        /// Nothing is left to try.
        case exhausted
    }

    /// True if the user has set variables of WebKit's renderer: they win, and nothing is probed or tried.
    let isOff: Bool
    /// The rung that this process draws with.
    private(set) var rung: GraphicsRung
    /// True if pages are known to be painted, or nothing is known to help.
    private(set) var isSettled: Bool

    private let rungs: [GraphicsRung]

    init(machine: GraphicsMachine, environment: [String: String], verdict: GraphicsVerdict?) {
        rungs = GraphicsRung.ladder(for: machine)
        let marked = environment[Self.marker].flatMap(GraphicsRung.init(rawValue:))
        let known = verdict.flatMap { $0.machine == machine.key ? $0 : nil }
        let mine = marked.map { Set($0.environment.keys) } ?? []
        isOff = environment.keys.contains { Self.isRenderers($0) && !mine.contains($0) }
        rung = isOff ? .standard : marked ?? known?.rung ?? .standard
        isSettled = isOff || (known != nil && known?.rung == rung)
    }

    /// Returns the rung that a program should start with: the one that painted pages before, or the machine's first.
    static func start(on machine: GraphicsMachine, verdict: GraphicsVerdict?) -> GraphicsRung {
        guard let verdict, verdict.machine == machine.key, verdict.rung != .standard else { return machine.firstRung }
        return verdict.rung
    }

    /// Returns true if a variable changes how pages are drawn.
    static func isRenderers(_ variable: String) -> Bool {
        if variable == "__NV_DISABLE_EXPLICIT_SYNC" { return true }
        let others = [SandboxFacts.environmentSwitch, "WEBKIT_FORCE_SANDBOX", "WEBKIT_INSPECTOR_SERVER"]
        return variable.hasPrefix("WEBKIT_") && !others.contains(variable)
    }

    /// Notes that a page was painted.
    mutating func notePainted() {
        isSettled = true
    }

    /// Notes that the page stayed blank, and returns what to do.
    ///
    /// Each rung is reached once: the order has one direction.
    mutating func noteBlank() -> Step {
        guard !isSettled, let place = rungs.firstIndex(of: rung), place + 1 < rungs.count else {
            isSettled = true
            return .exhausted
        }
        let next = rungs[place + 1]
        guard next.environment.isEmpty else {
            return .relaunch(
                next, environment: next.environment.merging([Self.marker: next.rawValue]) { own, _ in own })
        }
        rung = next
        return .settings(next)
    }
}

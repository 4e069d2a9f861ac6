// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Logging
internal import SafeText

/// Finds out, once a machine, whether pages are painted, and goes down the ladder if they aren't.
@MainActor
final class GraphicsWatch {
    /// The results of looking at a page.
    enum PaintResult: Sendable {
        /// Something was painted.
        case painted
        /// The page was on the screen long enough, and of one colour.
        case blank
        /// The page left the screen before anything was painted, which proves nothing.
        case hidden
    }

    /// The functions that look at a page and change how it is drawn.
    struct PaintProbing {
        /// Looks until something was painted, for a limited time.
        let look: @MainActor () async -> PaintResult
        /// Switches to drawing without the graphics card.
        let disableAcceleration: @MainActor () -> Void
        /// Starts the program again; `false` if that can't be done.
        let relaunch: @MainActor ([String: String]) -> Bool
        /// Tells the user that pages can't be painted.
        let tell: @MainActor (String) -> Void
    }

    private(set) var ladder: GraphicsLadder
    private let machine: GraphicsMachine
    private let memory: GraphicsMemory
    private let logger: Logger
    private var isLooking = false

    init(machine: GraphicsMachine, environment: [String: String], memory: GraphicsMemory, logger: Logger) {
        self.machine = machine
        self.memory = memory
        self.logger = logger
        ladder = GraphicsLadder(machine: machine, environment: environment, verdict: memory.verdict())
    }

    /// True if views are to be drawn without the graphics card.
    var disablesAcceleration: Bool { ladder.rung == .withoutAcceleration }

    /// Looks at a page that is on the screen, unless the result for this machine is known.
    ///
    /// A page that is hidden meanwhile, by a popup over it or because its window was closed, is looked at again after
    /// it is shown again.
    func look(_ probing: PaintProbing) async {
        guard !ladder.isSettled, !isLooking else { return }
        isLooking = true
        defer { isLooking = false }
        while !ladder.isSettled {
            switch await probing.look() {
            case .painted:
                ladder.notePainted()
                return keep(ladder.rung, paints: true)
            case .hidden: return
            case .blank: break
            }
            logger.warning("a page stayed blank", metadata: ["graphics": "\(ladder.rung.rawValue)"])
            switch ladder.noteBlank() {
            case .settings:
                probing.disableAcceleration()
            case .relaunch(let rung, let environment):
                if probing.relaunch(environment) { return }
                let settings = rung.environment.map { "\($0)=\($1)" }.joined(separator: " ")
                return probing.tell(
                    localized("Pages stay blank on this display. Start the program again with %1$s.", settings))
            case .exhausted:
                keep(.standard, paints: false)
                probing.tell(
                    localized(
                        "Pages stay blank on this display, whatever is tried. Run “near-connect doctor” to learn more.")
                )
            }
        }
    }

    private func keep(_ rung: GraphicsRung, paints: Bool) {
        do {
            try memory.keep(GraphicsVerdict(machine: machine.key, rung: rung, paints: paints))
        } catch {
            logger.notice("what paints pages is not remembered", metadata: ["error": "\(error)"])
        }
    }
}

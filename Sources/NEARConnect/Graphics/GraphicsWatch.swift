// SPDX-License-Identifier: MIT

internal import Foundation
internal import Logging

/// Finds out, once a machine, whether pages are painted at all, and goes down the ladder where they aren't.
@MainActor
final class GraphicsWatch {
    /// What was seen of a page.
    enum PaintResult: Sendable {
        /// Something was painted.
        case painted
        /// It was on the screen long enough, and of one colour.
        case blank
        /// It went from the screen before anything was painted, which says nothing about how pages are painted.
        case hidden
    }

    /// What looks at a page, and what changes how it is drawn.
    struct PaintProbing {
        /// Looks until something was painted, for a while at most.
        let look: @MainActor () async -> PaintResult
        /// Draws without the graphics card from now on.
        let disableAcceleration: @MainActor () -> Void
        /// The program is to start itself anew; `false` when nobody can.
        let relaunch: @MainActor ([String: String]) -> Bool
        /// Pages can't be painted, in words for a person.
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

    /// Whether views are to be drawn without the graphics card.
    var disablesAcceleration: Bool { ladder.rung == .withoutAcceleration }

    /// Looks at a page that is on the screen, unless it is known already how pages are painted here. A page that is hidden meanwhile, by a
    /// popup over it or because its window is closed, is looked at again when it is shown again.
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
                return probing.tell("Pages stay blank on this display. Start the program again with \(settings).")
            case .exhausted:
                keep(.standard, paints: false)
                probing.tell(
                    "Pages stay blank on this display, whatever is tried. \u{201C}near-connect doctor\u{201D} says more."
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

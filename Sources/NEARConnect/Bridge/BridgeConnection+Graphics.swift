// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import WebKitGTK

/// Pages that stay blank on this machine's graphics.
extension BridgeConnection {
    /// Makes the watch that looks at pages.
    ///
    /// A profile that stores nothing would have to look each time, so it has none.
    func makeGraphicsWatch(_ coordinator: BridgeCoordinator, _ folders: ProfileFolders) -> GraphicsWatch {
        let environment = configuration.environment
        let watch = GraphicsWatch(
            machine: .here(environment: environment), environment: environment,
            memory: GraphicsMemory(folders: folders), logger: logger)
        if watch.disablesAcceleration { coordinator.view.disableAcceleration() }
        return watch
    }

    /// Looks at the bridge view on the screen until it is known how pages are painted here.
    ///
    /// That is done once a machine.
    func lookAtGraphics() {
        guard let graphics, !graphics.ladder.isSettled, let view = coordinator?.view else { return }
        let clock = configuration.clock
        let probing = GraphicsWatch.PaintProbing(
            look: { [weak self] in
                // A page may have nothing to show yet: it is given a mark for the time of the look.
                self?.mark(true)
                let sight = await PaintProbe.look(at: view, clock: clock)
                self?.mark(false)
                return sight
            },
            disableAcceleration: { view.disableAcceleration() },
            relaunch: { [weak self] environment in
                if let offer = self?.offersRelaunch { return offer(environment) }
                guard let relaunch = self?.onNeedsRelaunch else { return false }
                relaunch(environment)
                return true
            },
            tell: { [weak self] in self?.delegate?.bridgeReports(.problem(text: $0)) })
        Task { await graphics.look(probing) }
    }

    private func mark(_ isShown: Bool) {
        coordinator?.view.call(
            """
            const { markPaint } = await import("near-connect://bridge/Bridge/host-scripts/paint-mark.js");
            return markPaint(shown === "yes");
            """, arguments: ["shown": isShown ? "yes" : "no"], world: BridgeCoordinator.world
        ) { _ in
            // A page that is gone shows no mark either.
        }
    }
}

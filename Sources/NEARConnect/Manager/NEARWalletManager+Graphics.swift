// SPDX-License-Identifier: MIT

internal import Foundation
internal import Glibc
internal import NEARConnectCore
internal import WebKitGTK

extension NEARWalletManager {
    /// A profile that keeps nothing would have to look each time, and is a machine's anyway.
    func startGraphics(_ coordinator: BridgeCoordinator, _ folders: ProfileFolders?) {
        guard let folders else { return }
        let environment = configuration.environment
        let watch = GraphicsWatch(
            machine: .here(environment: environment), environment: environment,
            memory: GraphicsMemory(folders: folders),
            logger: logger)
        graphics = watch
        if watch.disablesAcceleration { coordinator.view.disableAcceleration() }
    }

    /// Looks whether the bridge view, which is on the screen, shows anything; once a machine.
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
                guard let relaunch = self?.onNeedsRelaunch else { return false }
                relaunch(environment)
                return true
            },
            tell: { [weak self] in self?.lastError = $0 })
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

/// What is known of how pages are painted on this machine.
@MainActor
public enum GraphicsSettings {
    /// Sets the variables of WebKit's that made pages visible at an earlier start, unless the person has set some himself. It works only
    /// before GTK is started, so a program calls it first; where nothing is remembered it does nothing.
    public static func applyRemembered(_ configuration: NEARWalletConfiguration) {
        do {
            guard let folders = try configuration.folders() else { return }
            let environment = configuration.environment
            let ladder = GraphicsLadder(
                machine: .here(environment: environment), environment: environment,
                verdict: GraphicsMemory(folders: folders).verdict())
            guard !ladder.isOff, environment[GraphicsLadder.marker] == nil else { return }
            for (name, value) in ladder.rung.environment { setenv(name, value, 1) }
            if !ladder.rung.environment.isEmpty { setenv(GraphicsLadder.marker, ladder.rung.rawValue, 1) }
        } catch {
            return  // The manager says what is wrong with the profile.
        }
    }
}

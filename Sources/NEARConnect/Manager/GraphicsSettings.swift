// SPDX-License-Identifier: MIT

internal import Glibc
internal import NEARConnectCore

/// The way in which pages are painted on this machine, as far as it is known.
@MainActor
public enum GraphicsSettings {
    /// Sets the variables of WebKit's that made pages visible at an earlier start, unless the user has set some.
    ///
    /// It works only before GTK is started, so a program calls it first. Where nothing is remembered it does nothing.
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

// SPDX-License-Identifier: MIT

internal import NEARConnectCore

/// The way in which pages are painted on this machine, as far as it is known.
@MainActor
public enum GraphicsSettings {
    /// Returns the variables of WebKit's that made pages visible at an earlier start.
    ///
    /// They work only if a program sets them before GTK is started. There are none where nothing is remembered, and
    /// where the user has set variables of WebKit's renderer.
    public static func remembered(_ configuration: NEARWalletConfiguration) -> [String: String] {
        do {
            guard let folders = try configuration.folders() else { return [:] }
            let environment = configuration.environment
            let ladder = GraphicsLadder(
                machine: .here(environment: environment), environment: environment,
                verdict: GraphicsMemory(folders: folders).verdict())
            guard !ladder.isOff, environment[GraphicsLadder.marker] == nil else { return [:] }
            var variables = ladder.rung.environment
            if !variables.isEmpty { variables[GraphicsLadder.marker] = ladder.rung.rawValue }
            return variables
        } catch {
            return [:]  // The manager says what is wrong with the profile.
        }
    }
}

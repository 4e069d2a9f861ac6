// SPDX-License-Identifier: MIT

internal import NEARConnectCore

/// The way in which pages are painted on this machine, as far as it is known.
@MainActor
public enum GraphicsSettings {
    /// Returns the variables of WebKit's with which pages should be painted here.
    ///
    /// They are those that made pages visible at an earlier start, and otherwise those that fit the machine: without a
    /// graphics card the first page is there in a tenth of the time. They work only if a program sets them before GTK
    /// is started. There are none where a card draws, and where the user has set variables of WebKit's renderer.
    public static func recommended(_ configuration: NEARWalletConfiguration) -> [String: String] {
        var verdict: GraphicsVerdict?
        do {
            verdict = try configuration.folders().flatMap { GraphicsMemory(folders: $0).verdict() }
        } catch {
            // The manager says what is wrong with the profile.
        }
        return recommended(environment: configuration.environment, verdict: verdict)
    }

    /// Returns the variables for a process with these variables.
    package static func recommended(environment: [String: String], verdict: GraphicsVerdict? = nil) -> [String: String]
    {
        let machine = GraphicsMachine.here(environment: environment)
        let ladder = GraphicsLadder(machine: machine, environment: environment, verdict: verdict)
        guard !ladder.isOff, environment[GraphicsLadder.marker] == nil else { return [:] }
        let rung = GraphicsLadder.start(on: machine, verdict: verdict)
        var variables = rung.environment
        if !variables.isEmpty { variables[GraphicsLadder.marker] = rung.rawValue }
        return variables
    }
}

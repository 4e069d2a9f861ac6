// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnectCore
internal import NEARConnectScenarios
internal import NEARDevnet
package import NEARPrimitives
package import ProcessSetup
internal import SafeText

/// `near-connect-peers`, which has scripted counterparts: no program of the product does.
package enum PeersProgram {
    /// Starts a counterpart with the keys of a devnet, and waits for its first line.
    ///
    /// - Parameters:
    ///   - verb: The verb of the program, for example `wallet`.
    ///   - wallet: The accounts, all of the devnet's where none is named, and the script.
    ///   - devnet: The devnet whose keys the counterpart has.
    ///   - options: Further words of the command.
    /// - Returns: The program and the object that it has printed.
    /// - Throws: ``ScenarioRunError`` where the program isn't there or ends at once.
    @MainActor
    static func start(
        _ verb: String, as wallet: ScenarioWallets.Scripted, on devnet: NEARDevnet.Devnet, options: [String] = []
    ) async throws -> (program: LineProgram, ready: JSONValue) {
        let accounts = wallet.accounts.isEmpty ? devnet.accounts.map(\.id) : wallet.accounts
        return try await start(
            [verb, "--seed", devnet.configuration.seed, "--script", wallet.script.text] + options
                + accounts.flatMap { ["--account", $0.text] })
    }

    /// Starts a counterpart, and waits for its first line.
    ///
    /// - Parameter words: The verb, and its options.
    /// - Returns: The program and the object that it has printed.
    /// - Throws: ``ScenarioRunError`` where the program isn't there or ends at once.
    @MainActor
    package static func start(_ words: [String]) async throws -> (program: LineProgram, ready: JSONValue) {
        let program = try LineProgram([try path()] + words)
        let line = await withTaskCancellationHandler {
            await program.line()
        } onCancel: {
            Task { @MainActor in program.closeInput() }
        }
        do {
            guard let line else {
                throw failure(localized("near-connect-peers ended before it served anything."))
            }
            return (program, try JSONValue.parse(line))
        } catch {
            _ = await program.end()
            throw error
        }
    }

    /// Finds the program beside this one, or on the path.
    private static func path() throws -> String {
        let name = "near-connect-peers"
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let search = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = [own.path] + search.split(separator: ":").map(String.init)
        guard
            let found = folders.map({ "\($0)/\(name)" })
                .first(where: { FileManager.default.isExecutableFile(atPath: $0) })
        else {
            throw failure(
                localized(
                    "This needs %1$s, which is neither in %2$s nor on the path. Build it with “swift build --product %1$s”.",
                    name, own.path))
        }
        return found
    }

    static func failure(_ sentence: String) -> ScenarioRunError {
        ScenarioRunError(code: "scripted-wallet", sentence: sentence, status: .failure)
    }
}

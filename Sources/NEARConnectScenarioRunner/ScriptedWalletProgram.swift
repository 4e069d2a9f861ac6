// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnectCore
internal import NEARConnectScenarios
internal import NEARDevnet
internal import NEARPrimitives
internal import NEARRPC
internal import ProcessSetup
internal import SafeText

/// `near-connect-peers`, which has the scripted wallet: no program of the product does.
@MainActor
enum ScriptedWalletProgram {
    /// The wallet's id in its manifest.
    static let walletId = "near-connect-test"
    private static let manifestLimit = 4 << 20

    /// Returns the wallet's manifest, with its code, its accounts and its script in it.
    ///
    /// The program runs only until the manifest has been fetched.
    ///
    /// - Throws: ``ScenarioRunError`` where the program isn't there or can't be run.
    static func manifest(
        of wallet: ScenarioWallets.Scripted, on devnet: NEARDevnet.Devnet
    ) async throws -> String {
        let accounts = wallet.accounts.isEmpty ? devnet.accounts.map(\.id) : wallet.accounts
        var arguments = [
            try PeersProgram.path(), "wallet", "--seed", devnet.configuration.seed, "--script", wallet.script.text,
        ]
        for account in accounts { arguments += ["--account", account.text] }
        let program = try LineProgram(arguments)
        let line = await withTaskCancellationHandler {
            await program.line()
        } onCancel: {
            Task { @MainActor in program.closeInput() }
        }
        guard let line, let address = try JSONValue.parse(line)["manifest"]?.stringValue,
            let url = URL(string: address)
        else {
            _ = await program.end()
            throw PeersProgram.failure(localized("near-connect-peers ended before it had served a wallet."))
        }
        do {
            let file = try await Downloader(environment: [:], allowsPlainLoopback: true)
                .file(at: url, limit: manifestLimit)
            _ = await program.end()
            return String(decoding: file.body, as: UTF8.self)
        } catch {
            _ = await program.end()
            throw error
        }
    }
}

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
        let (program, ready) = try await PeersProgram.start("wallet", as: wallet, on: devnet)
        do {
            guard let url = ready["manifest"]?.stringValue.flatMap(URL.init(string:)) else {
                throw PeersProgram.failure(localized("near-connect-peers has served no wallet."))
            }
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

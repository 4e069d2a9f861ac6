// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
internal import GTKToolkit
import NEARConnectProgram
import NEARPrimitives

/// A program with apps in its window, to which a WebDriver may attach, for `check_embedder.py`.
///
/// It prints "ready" and ends with its standard input.
struct EmbedderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "embedder")

    /// A user who approves everything.
    private final class Yes: Approver {
        func approve(_ request: ApprovalRequest) async -> ApprovalAnswer {
            .approved(account: request.candidates.first)
        }

        func dismiss() {}
    }

    /// The address of the chain's node.
    @Option var rpc: String
    @Option var account: String
    /// The account's secret key.
    @Option var key: String
    /// True to let no driver in.
    @Flag var isClosed = false

    func run() throws {
        guard let url = URL(string: rpc) else { throw ValidationError("--rpc is no address") }
        let entry = Keystore.Entry(network: "devnet", accountId: try AccountId(account), secretKey: try SecretKey(key))
        var configuration = NEARWalletConfiguration(
            network: .custom(try NEARWalletManager.CustomNetwork(id: "devnet", rpcURLs: [url])), profile: .ephemeral,
            keystore: Keystore([entry]), sandbox: .off)
        configuration.walletLists = []
        configuration.knownNetworks = []
        let (settings, isClosed) = (configuration, isClosed)
        ProgramProcess.prepare()
        try MainActor.assumeIsolated {
            let display = try DisplaySession.start(.virtual)
            defer { display.stop() }
            try MainLoop.run { await Self.show(settings, isClosed: isClosed) }
        }
    }

    @MainActor
    private static func show(_ settings: NEARWalletConfiguration, isClosed: Bool) async {
        let user = Yes()
        var configuration = DAppBrowserConfiguration(manager: NEARWalletManager(configuration: settings))
        configuration.approver = user
        if !isClosed { configuration.automation = BrowserAutomation(name: "embedder", version: [1, 2, 3]) }
        let browser = DAppBrowserWidget(configuration: configuration)
        let window = Window(title: "Embedder", width: 800, height: 600)
        window.setContent(browser.handle)
        window.present()
        FileHandle.standardOutput.write(Data("ready\n".utf8))
        await LocalServerCommand.readInput()
        browser.close()
    }
}

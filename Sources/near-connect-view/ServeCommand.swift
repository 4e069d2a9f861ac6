// SPDX-License-Identifier: MIT

import ArgumentParser
import FoundationEssentials
import GLibRuntime
import Glibc
import NEARConnect
import NEARConnectCommandLine
import NEARConnectCore
import NEARConnectProgram
import NEARConnectShell
import NEARPrimitives
import ProcessSetup
import SafeText

/// Gives other programs the verbs of a manager, until they are gone or a signal comes.
struct ServeCommand: ParsableCommand {
    static let configuration = ServeOptions.command

    @OptionGroup var options: ServeOptions

    func run() throws {
        Diagnostics.start(verbose: options.verbose)
        let client = getppid()
        // Before anything may print: the client reads lines.
        let streams =
            try options.socket == nil
            ? LocalStreams.takeStandard { UnixSignal.blockOnThisThread(SIGPIPE) } : nil
        try MainActor.assumeIsolated {
            let configuration = try makeConfiguration()
            try MainLoop.run { try await NetworkChoice.confirm(configuration.network) }
            let display = try DisplaySession.start()
            defer { display.stop() }
            try MainLoop.run {
                // Signals must be blocked before WebKit starts a process.
                let signals = Interruption()
                let manager = NEARWalletManager(configuration: configuration)
                let window = ServingWindow(manager: manager, title: "NEAR Connect", isSeen: !display.isVirtual)
                let server = VerbServer(manager, window: window)
                if let streams {
                    try server.open(over: streams, to: client)
                } else if let socket = options.socket {
                    try await server.open(at: socket)
                    StandardOutput.write(socket)
                    StandardOutput.flush()
                }
                let interruption = Task {
                    if await signals.wait() != nil { await server.close() }
                }
                await server.ended()
                interruption.cancel()
                await server.close()
                window.close()
                manager.close()
            }
        }
    }

    @MainActor
    private func makeConfiguration() throws -> NEARWalletConfiguration {
        let network = try NetworkChoice.network(options.network, rpcURLs: options.rpcURL, file: options.networks)
        var configuration = NEARWalletConfiguration(
            network: network, profile: options.ephemeral ? .ephemeral : .named(options.profile ?? "default"),
            origin: try options.bridgeOrigin(), appName: options.clientName)
        // Each call has its client's executable; nothing here is asked for by this program.
        configuration.asker = .peer(.unknown)
        let folder = options.credentials.map(CredentialFolder.init(path:)) ?? .standard()
        let (keystore, problems) = Keystore.credentials(network: network.rawValue, in: folder)
        for problem in problems { StandardError.say(DisplayText.line(problem)) }
        configuration.keystore = keystore
        if let policy = options.approve { configuration.approval = try ApprovalPolicy(contentsOf: policy) }
        // A chain on this computer is nobody's but the user's: there is no other one to ask about its keys.
        if NetworkNodes(network, clock: configuration.clock).hasLocalNodesOnly { configuration.knownNetworks = [] }
        return configuration
    }
}

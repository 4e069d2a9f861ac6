// SPDX-License-Identifier: MIT

import ArgumentParser
import GLibRuntime
internal import GTKToolkit
import Glibc
import NEARConnectProgram

/// A program with a manager that asks no node.
///
/// It prints whether libcurl is loaded, twice: once the manager is there, and when that has changed after the bridge
/// got ready.
struct LibcurlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "libcurl")

    func run() throws {
        ProgramProcess.prepare()
        try MainActor.assumeIsolated {
            let display = try DisplaySession.start(.virtual)
            defer { display.stop() }
            try MainLoop.run {
                var configuration = NEARWalletConfiguration(profile: .ephemeral, sandbox: .off)
                configuration.walletLists = []
                let manager = NEARWalletManager(configuration: configuration)
                print("with the manager: \(Self.isLoaded)")
                try await manager.ready()
                while !Self.isLoaded { await MainLoop.turn() }
                print("with the bridge: \(Self.isLoaded)")
                manager.close()
            }
        }
    }

    private static var isLoaded: Bool { dlopen("libcurl.so.4", RTLD_LAZY | RTLD_NOLOAD) != nil }
}

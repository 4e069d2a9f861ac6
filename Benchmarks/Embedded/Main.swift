// SPDX-License-Identifier: MIT

import NEARConnect

/// A program that has the library in it and nothing else.
///
/// What it links, its size and its start are the library's own; Scripts/check looks at the first.
@main
struct Embedded {
    static func main() throws {
        try MainActor.assumeIsolated {
            let configuration = NEARWalletConfiguration(network: .testnet, profile: .ephemeral)
            let manager = NEARWalletManager(configuration: configuration)
            try MainLoop.run { manager.close() }
        }
    }
}

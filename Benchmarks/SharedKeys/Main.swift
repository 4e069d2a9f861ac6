// SPDX-License-Identifier: MIT

import BenchFigures
import FoundationEssentials
import GLibRuntime
import NEARVault

/// Measures shared keys with a login and a share service on this computer.
///
///     near-connect-bench-sharedkeys            what needs no desktop
///     near-connect-bench-sharedkeys keyring    a sign-in with the keyring of the session bus
///
/// It prints a JSON line for each figure. Scripts/bench adds the size of what shared keys bring into a program.
@main struct Main {
    @MainActor
    static func main() throws {
        let usesKeyring = CommandLine.arguments.contains("keyring")
        // A keyring's answers come in GLib's loop.
        try MainLoop.run {
            if !usesKeyring { try LocalBench(pairs: 31).measure() }
            let keyring = SecretServiceVault(
                profile: "bench", environment: ProcessInfo.processInfo.environment)
            let scene = try await BenchScene.start(in: usesKeyring ? keyring : nil)
            let bench = SharesBench(scene, pairs: 7)
            if usesKeyring {
                try await bench.measureSignIn("shares-sign-in-keyring")
            } else {
                try await bench.measure()
            }
            try await scene.stop()
        }
    }
}

// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Foundation
internal import GLibRuntime
package import NEARConnectCore

/// Reads a manifest that a command line names.
package enum WalletManifestChoice {
    /// Reads the file; with `allowsPlainLoopback` also code at http addresses of this computer.
    package static func file(_ path: String, _ allowsPlainLoopback: Bool) throws -> WalletManifestFile {
        guard allowsPlainLoopback else { return try WalletManifestFile(path: path) }
        return try MainActor.assumeIsolated { try MainLoop.run { try await WalletManifestFile.loading(path: path) } }
    }
}

// SPDX-License-Identifier: MIT

internal import NEARConnectCore

/// Has what the bridge page may ask for through the internal scheme.
@MainActor
protocol BridgeSchemeHandler: AnyObject {
    /// Hears that a packaged file that the page itself asked for can't be read.
    func packagedFileFailed(_ error: PackagedFile.UnreadableError)

    /// Passes a JSON-RPC body on to the network's nodes and returns their answer; `nil` for another network.
    func forward(_ body: [UInt8], to network: String) async throws -> [UInt8]?

    /// Returns a wallet's code.
    ///
    /// The page is told of an error that this throws.
    func walletCode(of id: String) async throws -> [UInt8]

    /// Returns a file of the connector; `nil` when there is none of that name.
    func connectorFile(named name: String) -> [UInt8]?

    /// Returns a wallet's cached icon, its content type and its bytes; `nil` when there is none of that name.
    func icon(named name: String) -> (type: String, bytes: [UInt8])?
}

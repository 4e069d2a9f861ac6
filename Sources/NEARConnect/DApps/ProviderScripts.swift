// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import WebKitGTK

/// The scripts that make the wallet of a dApp's pages, injected at the start of each document.
@MainActor
struct ProviderScripts {
    /// The isolated world of the relay.
    static let world = "near-connect-dapp"
    /// The name of the relay's message handler.
    static let handler = "nearConnectDApp"

    /// Runs in the isolated world of each frame.
    private let relay: String
    /// Runs in the pages' own world, in top frames.
    private let provider: String
    /// Runs in the pages' own world, in child frames.
    private let frame: String

    /// Reads and joins the scripts.
    init(_ configuration: ProviderConfiguration) throws(PackagedFile.UnreadableError) {
        relay = try PackagedFile.classicScript("Provider/relay.js", calling: "startRelay")
        provider = try PackagedFile.classicScript(
            "Provider/provider.js", calling: "start", with: configuration.json)
        frame = try PackagedFile.classicScript("Provider/frame.js", calling: "startFrame")
    }

    /// Injects the scripts into all pages of the views that share `manager`.
    func add(to manager: UserContentManager) {
        manager.addScriptEverywhere(relay, world: Self.world, frames: .all)
        manager.addScriptEverywhere(provider, world: nil, frames: .top)
        manager.addScriptEverywhere(frame, world: nil, frames: .all)
    }

    /// The bytes of the two scripts that a top frame runs, without the configuration.
    var size: Int { relay.utf8.count + provider.utf8.count }
}

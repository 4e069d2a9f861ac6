// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import WebKitGTK

/// The scripts that make the wallet of a dApp's pages, injected at the start of each document.
@MainActor
struct ProviderScripts {
    /// The isolated world of the relay.
    static let world = "near-connect-dapp"
    /// The name of the relay's message handler.
    static let handler = "nearConnectDApp"

    /// The wallet as pages see it.
    let configuration: ProviderConfiguration
    /// Runs in the isolated world of top frames, and of frames that have a wallet inside other sites.
    private let relay: String
    /// Runs in the isolated world where frames have a wallet inside other sites, and in the pages around them.
    private let vouching: String
    /// Runs in the pages' own world, in top frames.
    private let provider: String
    /// Runs in the pages' own world, in child frames.
    private let frame: String

    /// Reads and joins the scripts.
    init(_ configuration: ProviderConfiguration) throws(PackagedFile.UnreadableError) {
        self.configuration = configuration
        relay = try PackagedFile.classicScript("Provider/relay.js", calling: "startRelay")
        vouching = try PackagedFile.classicScript("Provider/vouching.js", calling: "startVouching")
        provider = try PackagedFile.classicScript(
            "Provider/provider.js", calling: "start", with: configuration.json)
        frame = try PackagedFile.classicScript("Provider/frame.js", calling: "startFrame")
    }

    /// Injects the scripts into all pages of the views that share `manager`, in place of those that are there.
    ///
    /// Documents that are loaded keep what they have.
    ///
    /// - Parameters:
    ///   - manager: The views' content manager.
    ///   - personas: The sites that see another wallet besides.
    ///   - frames: The sites whose frames have a wallet inside others.
    func add(
        to manager: UserContentManager, appearingAs personas: ProviderPersonas, framed frames: FrameWallets
    ) throws(PackagedFile.UnreadableError) {
        let others = personas.isEmpty ? nil : try script(with: personas)
        let framed = frames.isEmpty ? nil : try script(with: frames)
        manager.removeScripts()
        manager.addScriptEverywhere(relay, world: Self.world, frames: .top)
        if !frames.isEmpty {
            manager.addScriptEverywhere(relay, world: Self.world, frames: .all, matching: frames.patterns)
            manager.addScriptEverywhere(vouching, world: Self.world, frames: .all, matching: frames.allPatterns)
        }
        if let others {
            manager.addScriptEverywhere(others, world: nil, frames: .top, matching: personas.patterns)
        }
        if personas.everywhere.isEmpty {
            manager.addScriptEverywhere(provider, world: nil, frames: .top, except: personas.patterns)
        }
        if let framed { manager.addScriptEverywhere(framed, world: nil, frames: .all, matching: frames.patterns) }
        manager.addScriptEverywhere(frame, world: nil, frames: .all)
    }

    private func script(with personas: ProviderPersonas) throws(PackagedFile.UnreadableError) -> String {
        let members = (configuration.json.objectValue ?? [:]).merging(["personas": personas.json]) { $1 }
        return try PackagedFile.classicScript(
            "Provider/personas.js", calling: "startWithPersona", with: .object(members))
    }

    private func script(with frames: FrameWallets) throws(PackagedFile.UnreadableError) -> String {
        let members = (configuration.json.objectValue ?? [:]).merging(["frames": frames.json]) { $1 }
        return try PackagedFile.classicScript("Provider/framed.js", calling: "startFramed", with: .object(members))
    }

    /// The bytes of the two scripts that a top frame runs.
    var size: Int { relay.utf8.count + provider.utf8.count }

    /// The bytes of the script that a child frame runs.
    var frameSize: Int { frame.utf8.count }
}

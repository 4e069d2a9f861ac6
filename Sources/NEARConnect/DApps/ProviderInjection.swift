// SPDX-License-Identifier: MIT

internal import Logging
internal import NEARConnectCore
internal import WebKitGTK

/// The provider in the pages of a content manager's views: the scripts, and what sites see by them.
///
/// A change counts from each page's next document on.
@MainActor
final class ProviderInjection {
    /// Called after the scripts were put in place of those before.
    var onInject: () -> Void = {}
    /// The sites that see another wallet.
    private(set) var personas = ProviderPersonas()
    /// The sites whose frames have a wallet inside others.
    private(set) var frames = FrameWallets()

    private var scripts: ProviderScripts
    private let content: UserContentManager
    private let logger: Logger

    /// Injects the provider.
    init(
        _ provider: ProviderConfiguration, into content: UserContentManager, logger: Logger
    ) throws(PackagedFile.UnreadableError) {
        self.content = content
        self.logger = logger
        scripts = try ProviderScripts(provider)
        try scripts.add(to: content, appearingAs: personas, framed: frames)
    }

    /// Has sites see another wallet.
    func appear(as personas: ProviderPersonas) {
        guard personas != self.personas else { return }
        inject(scripts, appearingAs: personas, framed: frames)
    }

    /// Has frames of sites find a wallet inside others.
    func allow(_ frames: FrameWallets) {
        guard frames != self.frames else { return }
        inject(scripts, appearingAs: personas, framed: frames)
    }

    /// Has sites see what the wallet can do now.
    func show(features: Set<String>) {
        guard features != scripts.configuration.features else { return }
        var configuration = scripts.configuration
        configuration.features = features
        do throws(PackagedFile.UnreadableError) {
            inject(try ProviderScripts(configuration), appearingAs: personas, framed: frames)
        } catch {
            logger.error("sites see old features", metadata: ["error": "\(error)"])
        }
    }

    /// Has sites see what the wallet can do now, and the wallets that the user has chosen for them.
    func follow(_ handler: DAppRequestHandler) {
        show(features: handler.signer.features)
        do throws(NEARError) {
            let known = try handler.permissions.sites()
            allow(FrameWallets(of: known))
            let sites = known.compactMap { site in site.persona.map { (site.origin, $0) } }
            appear(
                as: ProviderPersonas(everywhere: personas.everywhere, sites: Dictionary(sites) { first, _ in first }))
        } catch {
            logger.warning("sites can't be read", metadata: ["code": "\(error.code)"])
        }
    }

    private func inject(
        _ scripts: ProviderScripts, appearingAs personas: ProviderPersonas, framed frames: FrameWallets
    ) {
        do throws(PackagedFile.UnreadableError) {
            try scripts.add(to: content, appearingAs: personas, framed: frames)
            onInject()
            self.scripts = scripts
            self.personas = personas
            self.frames = frames
        } catch {
            logger.error("sites see no other wallet", metadata: ["error": "\(error)"])
        }
    }
}

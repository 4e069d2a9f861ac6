// SPDX-License-Identifier: MIT

public import FoundationEssentials
internal import GLibRuntime
internal import Logging
internal import NEARConnectCore
internal import SafeText
internal import WebKitGTK

/// The place where dApps' pages live: their web context and storage, apart from wallets', and what they may load.
///
/// Permissions of sites, networks that sites have added and names of accounts are the profile's, or, in a private
/// context, those in memory. A ``DAppHost`` answers the pages.
///
/// Cookies of other sites' frames are refused, tracking is prevented, a server whose certificate isn't valid is sent
/// nothing, and no page saves a file.
@MainActor
public final class DAppContext {
    /// The manager whose profile, network and sandbox the pages have.
    public let manager: NEARWalletManager
    /// True if nothing is kept: neither permissions nor what pages store.
    public let isPrivate: Bool

    /// The user's own rules.
    let rules: PageRules
    /// The filters of what pages load.
    let filters: PageFilters
    /// The place of websites' data.
    let storage: WebContext.Storage
    /// The profile's folders; `nil` where nothing is to be kept.
    private let kept: ProfileFolders?
    private var made: WebContext?

    /// Describes the place of pages, with the profile's files; nothing is loaded or made yet.
    ///
    /// - Parameters:
    ///   - manager: The manager whose profile, network and sandbox the pages have.
    ///   - isPrivate: True to keep nothing.
    public convenience init(manager: NEARWalletManager, isPrivate: Bool = false) {
        let files = PageRules.files(in: manager.folders)
        self.init(manager: manager, isPrivate: isPrivate, deniedHosts: files.denied, contentFilter: files.filter)
    }

    /// Describes the place of pages, with files of the program's choice; nothing is loaded or made yet.
    ///
    /// - Parameters:
    ///   - manager: The manager whose profile, network and sandbox the pages have.
    ///   - isPrivate: True to keep nothing.
    ///   - deniedHosts: The file with hosts whose pages have no wallet, see ``DeniedHosts``; `nil` for none.
    ///   - contentFilter: A file with rules for what pages load, in the format of Safari's content blockers; `nil` for
    ///     none. The rules that keep pages of the internet from this computer and its network always count.
    public convenience init(
        manager: NEARWalletManager, isPrivate: Bool = false, deniedHosts: URL?, contentFilter: URL?
    ) {
        self.init(
            manager: manager, isPrivate: isPrivate, rules: PageRules(denied: deniedHosts, filter: contentFilter))
    }

    /// Describes the place of pages by rules that others go by, too.
    init(manager: NEARWalletManager, isPrivate: Bool, rules: PageRules) {
        self.manager = manager
        self.isPrivate = isPrivate
        self.rules = rules
        kept = isPrivate ? nil : manager.folders
        storage =
            kept.map {
                .persistent(
                    data: $0.data.appendingPathComponent("apps"), cache: $0.cache.appendingPathComponent("apps"))
            } ?? .ephemeral
        filters = PageFilters(rules, in: storage.filterFolder, logger: manager.logger)
    }

    /// The `WebKitWebContext *` for views of the program's own, made on first use; this object keeps one reference.
    ///
    /// A view of another context can be attached to a host, too: see ``DAppHost/attach(to:)``.
    ///
    /// - Throws: ``NEARError/storage(reason:)`` if its folders can't be made.
    public var webContext: UnsafeMutableRawPointer {
        get throws(NEARError) {
            if let made { return made.pointer }
            try makeFolders()
            let context = WebContext.forDApps(storage: storage, isSandboxed: manager.sandbox.isWanted)
            made = context
            return context.pointer
        }
    }

    /// Makes the folders of websites' data.
    func makeFolders() throws(NEARError) {
        guard case .persistent(let data, let cache) = storage else { return }
        do {
            for folder in [data, cache] {
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            }
        } catch {
            throw .storage(reason: localized("the apps’ pages can’t be prepared: %1$s", DisplayText.words(error)))
        }
    }

    /// Makes what answers the pages, over this place's permissions and networks.
    ///
    /// - Parameters:
    ///   - signer: Signs.
    ///   - sentences: The sentences of sites, which the signer's approver shows.
    func makeHandler(for signer: any DAppSigning, sentences: ContractSentences) -> DAppRequestHandler {
        let handler = DAppRequestHandler(
            permissions: kept.map { SitePermissions(folder: $0.data) } ?? SitePermissions(), signer: signer,
            networks: kept.map { SiteNetworks(folder: $0.data) } ?? SiteNetworks(), sentences: sentences,
            logger: manager.logger)
        // In private tabs, too: whoever gives an account there means the same account.
        handler.labels = manager.folders.map { AccountLabels(folder: $0.data) }
        return handler
    }
}

extension WebContext {
    /// Makes a context for dApps' pages.
    static func forDApps(storage: Storage, isSandboxed: Bool) -> WebContext {
        let context = WebContext(storage: storage, sandbox: isSandboxed)
        context.setThirdPartyCookies(allowed: false)
        context.preventTracking()
        return context
    }
}

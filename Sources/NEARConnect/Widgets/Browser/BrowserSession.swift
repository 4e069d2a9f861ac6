// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import GTKToolkit
internal import Logging
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText
internal import WebKitGTK

/// The wallet and the storage of a browser's tabs.
///
/// They are the profile's, or those of the private tabs, which end with them.
@MainActor
final class BrowserSession {
    /// True if nothing is kept.
    let isPrivate: Bool
    /// Answers the pages.
    let host: DAppRequestHandler
    /// The user's own rules.
    let rules: PageRules
    /// Asks the user what the wallet is about to sign, if the program doesn't.
    let approvals: ApprovalPresenter
    /// Asks the user where sites work and what they add, if the program doesn't.
    let questions: SiteQuestionDialogs
    /// Hears each change of the pages.
    var onEvent: (DAppPages.Event) -> Void = { _ in }

    private let configuration: DAppBrowserConfiguration
    private let context: DAppContext
    private let dialogs: DialogPresenter
    private let approver: any Approver
    private let accounts: AccountWatch
    private var made: DAppBrowser?

    /// - Parameters:
    ///   - configuration: The browser's.
    ///   - isPrivate: True if nothing is kept.
    ///   - rules: The user's own rules.
    ///   - dialogs: Shows pages' questions.
    ///   - parent: Dialogs stand above its window.
    init(
        _ configuration: DAppBrowserConfiguration, isPrivate: Bool, rules: PageRules, dialogs: DialogPresenter,
        parent: WidgetHandle
    ) {
        self.configuration = configuration
        self.isPrivate = isPrivate
        self.rules = rules
        self.dialogs = dialogs
        let manager = configuration.manager
        context = DAppContext(manager: manager, isPrivate: isPrivate, rules: rules)
        approvals = ApprovalPresenter(parent: parent)
        questions = SiteQuestionDialogs(parent: parent)
        let sentences = ContractSentences()
        approver = sentences.beside(configuration.approver ?? approvals)
        host = context.makeHandler(
            for: DAppSigner.wallet(of: manager).make(asking: approver), sentences: sentences)
        host.questions = configuration.siteQuestions ?? questions
        accounts = AccountWatch(manager) { [weak host] in host?.noteChange() }
    }

    /// The chain of the network that is set, as far as its nodes have said it.
    var chain: ChainIdentity? { configuration.manager.chain.identity }
    /// The nodes of that network.
    var nodes: NetworkNodes { configuration.manager.nodes }

    /// Returns the keystore's wallet of an account, for what the user asks for in this window.
    func wallet(of account: AccountId) -> DirectWallet {
        let manager = configuration.manager
        let wallet = DirectWallet(
            nodes: manager.services.keystoreNodes, keystore: manager.configuration.keystore, account: account,
            asker: .program(origin: ExactText(manager.configuration.origin.origin)),
            approval: manager.configuration.approval, approver: approver,
            journal: manager.folders.map { JournalFile(folder: $0.state) }, logger: manager.logger)
        wallet.appName = manager.configuration.appName
        return wallet
    }

    /// The pages; `nil` before the first was opened.
    var pages: DAppPages? { made?.pages }

    // MARK: Pages

    /// Opens a page.
    ///
    /// - Parameters:
    ///   - address: The page's address.
    ///   - made: Called with the page before anything is loaded.
    /// - Throws: ``NEARError``.
    func open(_ address: WebAddress, made: (DAppPage) -> Void) async throws(NEARError) {
        try await browser().pages.open(address, made: made)
    }

    func load(_ address: WebAddress, in page: DAppPage) { pages?.load(address, in: page) }
    func showPrevious(in page: DAppPage) { pages?.showPrevious(in: page) }
    func showNext(in page: DAppPage) { pages?.showNext(in: page) }
    func close(_ page: DAppPage) { pages?.close(page) }

    /// Lets a WebDriver have pages.
    ///
    /// - Throws: ``NEARError`` if pages can't be prepared.
    func allowAutomation(
        as automation: BrowserAutomation, _ target: any AutomationTarget
    ) throws(NEARError) -> Automation {
        let pages = try browser().pages
        defer { pages.prepareFilter() }
        return pages.context.allowAutomation(as: automation.name, version: automation.numbers, target)
    }

    /// Opens an empty page for a WebDriver; `nil` if there are too many.
    func openDriven() -> DAppPage? { pages?.openDriven() }

    private func browser() throws(NEARError) -> DAppBrowser {
        if let made { return made }
        let manager = configuration.manager
        try context.makeFolders()
        do {
            let browser = try DAppBrowser(
                storage: context.storage, isSandboxed: manager.sandbox.isWanted, host: host,
                origin: manager.configuration.origin, rules: rules, logger: manager.logger)
            browser.pages.presenter = dialogs
            browser.onEvent = { [weak self] event in self?.onEvent(event) }
            made = browser
            return browser
        } catch {
            throw .storage(reason: localized("the apps’ pages can’t be prepared: %1$s", DisplayText.words(error)))
        }
    }

    // MARK: Sites

    /// Returns the site's permission on the network that is set; `nil` if it has none, or if nobody can say.
    ///
    /// - Parameters:
    ///   - site: The site.
    ///   - network: The network to which the user has switched it; `nil` for the one that is set.
    func grant(of site: SiteOrigin, on network: ExactText? = nil) -> SiteGrant? {
        reading { () throws(NEARError) in
            try host.permissions.grant(
                of: site, on: network ?? host.signer.network, chain: network == nil ? chain : nil)
        }
    }

    /// Returns the wallet as which a site sees this one.
    func persona(on site: SiteOrigin) -> SitePersona? {
        reading { () throws(NEARError) in try host.permissions.site(site)?.persona }
    }

    func reading<Value>(_ body: () throws(NEARError) -> Value?) -> Value? {
        do throws(NEARError) {
            return try body()
        } catch {
            configuration.manager.logger.warning("sites can't be read", metadata: ["error": "\(error.code)"])
            return nil
        }
    }

    /// Ends a site's permissions on all networks.
    ///
    /// - Returns: The reason why that failed; `nil` if it didn't.
    func disconnect(_ site: SiteOrigin) -> String? {
        changing(site) { () throws(NEARError) in try host.permissions.revoke(site) }
    }

    /// Forgets a site: its permissions, and what its pages have stored.
    ///
    /// - Returns: The reason why that failed; `nil` if it didn't.
    func forget(_ site: SiteOrigin) -> String? {
        let reason = changing(site) { () throws(NEARError) in
            try host.networks.removeAll(of: site)
            return try host.permissions.forget(site)
        }
        let name = PublicSuffix.registrable(site.host.text.text) ?? site.host.text.text
        do throws(NEARError) {
            let context = try browser().pages.context
            Task { [logger = configuration.manager.logger] in
                do throws(GLibError) {
                    try await context.removeWebsiteData { $0 == name }
                } catch {
                    logger.warning("a site's data can't be removed", metadata: ["error": "\(error.message)"])
                }
            }
        } catch {
            return error.errorDescription
        }
        return reason
    }

    /// Has a site see this wallet as another one, or as itself alone.
    ///
    /// - Returns: The reason why that failed; `nil` if it didn't.
    func appear(as persona: SitePersona?, on site: SiteOrigin) -> String? {
        do throws(NEARError) {
            try host.permissions.setPersona(persona, of: site)
            host.noteChange()
            return nil
        } catch {
            return error.errorDescription
        }
    }

    private func changing(_ site: SiteOrigin, _ body: () throws(NEARError) -> [ExactText: SiteGrant]) -> String? {
        do {
            _ = try body()
            // The pages hear of it, and what they have open ends.
            try host.revoke(site)
            return nil
        } catch let error as NEARError {
            return error.errorDescription
        } catch {
            return "\(error)"
        }
    }
}

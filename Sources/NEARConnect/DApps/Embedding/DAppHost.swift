// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import Logging
public import NEARConnectCore
public import NEARPrimitives
internal import WebKitGTK

/// Answers what dApps' pages ask, and has the program or its user approve what they want.
///
/// A site sees nothing before a question was approved, and each signature is one of its own, unless the manager's
/// approval policy or a limit of the user's answers it. One question is open at a time, in the order in which
/// ``DAppQueue`` has them. A question that nobody answers is refused after the host's patience.
///
/// Use it on the main actor, in a process whose main thread runs GLib's main loop.
@MainActor
public final class DAppHost {
    /// The place where the pages live.
    public let context: DAppContext

    let handler: DAppRequestHandler
    let desk: DAppRequestDesk
    private let watches: [FileWatch]
    private let accounts: AccountWatch
    private var attachments: [DAppAttachment] = []
    private var isClosed = false

    /// Makes a host; nothing is asked and nothing is shown yet.
    ///
    /// - Parameters:
    ///   - signer: The wallet behind the pages.
    ///   - context: The place where the pages live, with their permissions.
    ///   - patience: The time that a question waits for its answer.
    public init(signer: DAppSigner, context: DAppContext, patience: Duration = .seconds(300)) {
        self.context = context
        desk = DAppRequestDesk(patience: patience, clock: context.manager.configuration.clock)
        let sentences = ContractSentences()
        handler = context.makeHandler(for: signer.make(asking: sentences.beside(desk)), sentences: sentences)
        watches = handler.watchFiles()
        accounts = AccountWatch(context.manager) { [weak handler] in handler?.noteChange() }
        handler.questions = desk
        handler.onProblem = { [logger = context.manager.logger] error in
            logger.warning("a site's permission can't be kept", metadata: ["code": "\(error.code)"])
        }
        handler.onSites = { [weak self] in self?.follow() }
        context.rules.onChange { [weak self] in self?.leaveDenied() }
        handler.lookForChanges()
    }

    isolated deinit {
        close()
    }

    /// Detaches all views, and ends all that is open.
    ///
    /// Calling it again does nothing.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        for attachment in attachments { attachment.detach() }
        handler.isLocked = true
        desk.close()
    }

    // MARK: Questions

    /// The questions of sites that wait for an answer, as they come; see ``DAppRequests``.
    ///
    /// None comes here after ``showDialogs(above:)``.
    public var requests: DAppRequests { DAppRequests(desk: desk) }

    /// The questions that wait for an answer now, the oldest first.
    public var openRequests: [DAppOpenRequest] { desk.open }

    /// Approves a question.
    ///
    /// - Parameters:
    ///   - request: The question.
    ///   - accounts: The accounts that the site gets, for a question with candidates; the first signs by default. Of a
    ///     single candidate nothing has to be said. Several are taken where the question takes several.
    /// - Throws: ``DAppRequestError``; the question stays as it was.
    public func approve(_ request: DAppOpenRequest, as accounts: [AccountId] = []) throws(DAppRequestError) {
        try desk.approve(request, as: accounts)
    }

    /// Refuses a question.
    ///
    /// - Parameters:
    ///   - request: The question.
    ///   - reason: The reason, which the page hears; `nil` to say that the user refused.
    /// - Throws: ``DAppRequestError``.
    public func refuse(_ request: DAppOpenRequest, reason: String? = nil) throws(DAppRequestError) {
        try desk.refuse(request, reason: reason)
    }

    // MARK: Sites

    /// The permissions of sites.
    ///
    /// Give one back by ``revoke(_:)``, so that the site's pages hear of it at once.
    public var permissions: SitePermissions { handler.permissions }

    /// True while no page has a permission: what they have asked for ends.
    public var isLocked: Bool {
        get { handler.isLocked }
        set { if !isClosed { handler.isLocked = newValue } }
    }

    /// Takes a site's permissions away, on all networks.
    ///
    /// Its pages see no account any more, and what they have asked for ends.
    ///
    /// - Throws: ``NEARError/storage(reason:)``.
    public func revoke(_ site: SiteOrigin) throws(NEARError) {
        _ = try permissions.revoke(site)
        handler.noteChange()
    }

    // MARK: Requests of views that aren't WebKitGTK's

    /// Answers a request of a document in a view that the program looks after itself, of another engine for example.
    ///
    /// Everything goes by who asks: take origin and ancestors where no page can write them. Whoever shows pages in
    /// WebKitGTK attaches the view instead.
    ///
    /// - Parameters:
    ///   - request: The request in UTF-8, as `docs/dapp-provider.md` describes it.
    ///   - asker: The document that asks.
    /// - Returns: The result, as described there.
    /// - Throws: ``DAppError``, which the page gets.
    public func answer(_ request: [UInt8], from asker: DAppAsker) async throws(DAppError) -> JSONValue {
        guard !isClosed else { throw .revoked }
        try context.rules.requireAllowed(asker)
        return try await handler.reply(to: request, from: asker).answer().json
    }

    /// Ends what a view's document and its frames have asked by ``answer(_:from:)``: it was left, or the view is
    /// closed.
    public func end(view: DAppAsker.Token) { handler.end(view: view) }

    // MARK: Views

    /// Puts the wallet into the pages of a view that the program has made.
    ///
    /// From the next document on, its pages find near-connect's injected wallet, NEP-408 and polkadot's shape, as those
    /// of ``DAppBrowserWidget`` do: documents over https, or of this computer, with no bad certificate. The view's
    /// content manager gets the provider and the filter that keeps pages of the internet from this computer's
    /// services. Settings, signals and navigations stay the program's: see the article “Put the wallet into dApps’
    /// pages” for what is protected and what isn't.
    ///
    /// - Parameter view: A `WebKitWebView *` that shows nothing yet, with a content manager that nobody else holds. One
    ///   reference is kept while it is attached.
    /// - Returns: The attachment, which the host keeps.
    /// - Throws: ``DAppAttachError``; the view is as it was before.
    @discardableResult
    public func attach(to view: UnsafeMutableRawPointer) async throws(DAppAttachError) -> DAppAttachment {
        guard !isClosed else { throw .hostClosed }
        guard let view = ForeignWebView(view) else { throw .notAWebView }
        let attachment = try DAppAttachment(view, to: self)
        attachments.append(attachment)
        try await attachment.start()
        return attachment
    }

    /// Forgets an attachment that has ended.
    func forget(_ attachment: DAppAttachment, view: DAppAsker.Token) {
        attachments.removeAll { $0 === attachment }
        handler.forget(view: view)
    }

    private func follow() {
        for attachment in attachments { attachment.follow(handler) }
    }

    private func leaveDenied() {
        for attachment in attachments { attachment.leaveDenied(by: context.rules) }
    }
}

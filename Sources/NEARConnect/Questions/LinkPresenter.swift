// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import GTKToolkit
internal import Logging
internal import NEARConnectCore

/// Handles one external link at a time: finds a handler, asks the user, launches it, or shows the fallback panel.
///
/// The panel has a QR code and a button to copy the link.
@MainActor
final class LinkPresenter {
    private let parent: WidgetHandle
    private let memory: RememberedLinks?
    private let opener: LinkOpener
    private let logger: Logger
    private var guardian = DialogFloodGuard()
    private let clock = ContinuousClock()
    /// Asks the portal whether a program is there.
    private var task: Task<Void, Never>?
    /// Waits for the program that a link was handed to; meanwhile the user may choose another link.
    private var launch: Task<Void, Never>?

    /// The question that is open.
    private(set) var question: LinkQuestion?
    /// The panel that is open.
    private(set) var panel: LinkPanel?

    /// - Parameters:
    ///   - parent: Dialogs stand above its window.
    ///   - memory: The stored answers; `nil` if none are stored.
    ///   - opener: Opens the links.
    init(parent: WidgetHandle, memory: RememberedLinks?, logger: Logger, opener: LinkOpener = LinkOpener()) {
        self.parent = parent
        self.memory = memory
        self.logger = logger
        self.opener = opener
    }

    /// True while the user is asked, or is about to be.
    var isBusy: Bool { task != nil || question != nil || panel != nil }

    /// True while a link is being handed to a program.
    var isOpening: Bool { launch != nil }

    /// Closes what is open.
    ///
    /// A link that has not been opened by then stays unopened.
    func dismiss() {
        task?.cancel()
        launch?.cancel()
        (task, launch) = (nil, nil)
        question?.dialog.cancel()
        panel?.dialog.cancel()
    }

    /// Offers a link.
    ///
    /// - Parameter refused: Called if the link can't be handed to any program.
    func offer(_ offer: LinkOffer, refused: (ExternalLinkError) -> Void) {
        // One link at a time: a page that navigates in a loop gets one question.
        guard !isBusy else { return drop(offer, "another one is open") }
        let link: ExternalLink
        do {
            link = try ExternalLink(offer.address)
        } catch {
            return refused(error)
        }
        let isCalm = guardian.judge(offer.wallet?.id ?? link.scheme, at: clock.now) == .ask
        // A stored answer is for links that the user's own actions cause. Links that come faster than a user acts are
        // asked about.
        let isAllowed = isCalm && remembers(offer, link)
        guard isCalm || offer.mayRemember else { return drop(offer, "there are too many") }
        lookFor(link, offer, isAllowed: isAllowed)
    }

    private func drop(_ offer: LinkOffer, _ reason: String) {
        logger.warning(
            "a link was not offered",
            metadata: ["uri": "\(Redaction.address(offer.address.text))", "reason": "\(reason)"])
    }

    private func remembers(_ offer: LinkOffer, _ link: ExternalLink) -> Bool {
        guard offer.mayRemember, let wallet = offer.wallet, let memory else { return false }
        return memory.allows(walletId: wallet.id, scheme: link.scheme)
    }

    // MARK: Is there a program?

    private func lookFor(_ link: ExternalLink, _ offer: LinkOffer, isAllowed: Bool) {
        guard opener.way == .portal else {
            let program = LinkHandler.name(for: link.scheme)
            return goOn(link, offer, program: program, isThere: program != nil, isAllowed: isAllowed)
        }
        let portal = LinkPortal(environment: opener.environment, patience: opener.patience)
        task = Task { [weak self] in
            let isSupported = await portal.supports(scheme: link.scheme)
            guard let self, !Task.isCancelled else { return }
            self.task = nil
            self.goOn(link, offer, program: nil, isThere: isSupported ?? true, isAllowed: isAllowed)
        }
    }

    private func goOn(_ link: ExternalLink, _ offer: LinkOffer, program: String?, isThere: Bool, isAllowed: Bool) {
        guard isThere else { return show(link, offer: offer, refusal: .nobody(scheme: link.scheme)) }
        if isAllowed { open(link, offer) } else { ask(link, offer: offer, program: program) }
    }

    // MARK: The user

    private func ask(_ link: ExternalLink, offer: LinkOffer, program: String?) {
        var kept = offer
        kept.mayRemember = offer.mayRemember && memory != nil
        let question = LinkQuestion(link, offer: kept, program: program, parent: parent)
        self.question = question
        question.dialog.onResponse = { [weak self] response in
            guard let self else { return }
            let wantsToBeRemembered = self.question?.wantsToBeRemembered == true
            self.question = nil
            guard response == LinkQuestion.open else { return }
            if wantsToBeRemembered { self.remember(link, offer) }
            self.open(link, offer)
        }
        question.dialog.present()
    }

    private func remember(_ link: ExternalLink, _ offer: LinkOffer) {
        guard let wallet = offer.wallet, let memory else { return }
        do {
            try memory.remember(
                RememberedLinks.Entry(
                    walletId: wallet.id, walletName: wallet.name, scheme: link.scheme, since: Date()))
        } catch {
            // The link is opened all the same; the user is asked again next time.
            logger.warning("an answer about a link could not be kept", metadata: ["error": "\(error.code)"])
        }
    }

    // MARK: Opening

    private func open(_ link: ExternalLink, _ offer: LinkOffer) {
        launch?.cancel()
        launch = Task { [weak self, opener] in
            do throws(ExternalLinkError) {
                try await opener.open(link)
                if !Task.isCancelled { self?.launch = nil }
            } catch {
                guard let self, !Task.isCancelled else { return }
                launch = nil
                // The question about another link isn't covered.
                if !isBusy { show(link, offer: offer, refusal: error) }
            }
        }
    }

    private func show(_ link: ExternalLink, offer: LinkOffer, refusal: ExternalLinkError) {
        let panel = LinkPanel(link, wallet: offer.wallet, refusal: refusal, parent: parent) { [weak self] place in
            self?.openPlace(place)
        }
        self.panel = panel
        panel.dialog.onResponse = { [weak self] response in
            guard let self else { return }
            self.panel = nil
            // The user has just asked for it, so a stored answer counts; otherwise the question comes once a program is
            // there.
            if response == LinkPanel.tryAgain {
                self.lookFor(link, offer, isAllowed: self.remembers(offer, link))
            }
        }
        panel.dialog.present()
    }

    /// Opens a place to install a wallet from; the panel stays.
    private func openPlace(_ link: ExternalLink) {
        Task { [weak self, opener] in
            do throws(ExternalLinkError) {
                try await opener.open(link)
            } catch {
                self?.panel?.problem.text = error.description
            }
        }
    }
}

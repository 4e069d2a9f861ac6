// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import WebKitGTK

/// A wallet's popup: a related view in a window of its own or over the bridge, with the page's origin above the page, where the page
/// can't paint.
@MainActor
final class PopupWindow {
    /// Who closed a popup.
    enum Closer: Sendable {
        /// The person, who doesn't want it any more.
        case person
        /// The page in it, which is done, or the page that opened it.
        case page
        /// This program, because nobody waits for it any more.
        case program
    }

    /// The popup's page.
    let view: WebView
    /// Called once, when the popup has been closed.
    var onClose: ((Closer) -> Void)?
    /// How a page is opened in the browser.
    var links = LinkOpener()
    /// Called when the person presses Cancel: he gives up what the wallet was asked for, not only this window.
    var onCancel: (() -> Void)?

    /// The window, for dialogs that stand above it.
    var handle: WidgetHandle { window ?? body }

    /// The popup's own window; `nil` when it stands over the bridge.
    private let window: Window?
    /// Who shows the popup when it has no window.
    private weak var host: (any PopupHost)?
    private let parent: WidgetHandle?
    /// The popup whose page opened this one.
    private weak var opener: PopupWindow?
    /// The address that didn't come, until another page does.
    private var failed: String?
    private let header = HeaderBar(title: "")
    let back = Button(icon: "go-previous-symbolic", name: "Back")
    let reload = Button(icon: "view-refresh-symbolic", name: "Reload")
    let browser = Button(icon: "web-browser-symbolic", name: "Open in browser")
    private lazy var closing = Button(icon: "window-close-symbolic", name: "Close")
    private let lock = Icon("channel-insecure-symbolic")
    let origin = Label().keepingEnd().styled("near-connect-strong")
    private let title = Label().shortening(to: 40).styled("dim-label", "near-connect-small")
    let progress = ProgressBar().styled("near-connect-progress").accessible("Loading progress")
    let strip = WaitingStrip()
    private let body = Box(.down)
    private(set) var isPresented = false
    private(set) lazy var notice = InfoBar(.error) {}
    private var isClosed = false

    /// - Parameters:
    ///   - opener: The view whose page opened the popup.
    ///   - openerWindow: The popup that shows it, if it is one.
    ///   - parent: The widget above whose window the popup stands.
    ///   - host: Who shows the popup in place of a window of its own.
    init(opener: WebView, openerWindow: PopupWindow?, parent: WidgetHandle?, host: (any PopupHost)?) {
        view = WebView(relatedTo: opener)
        let size = PopupGeometry.standard
        window = host == nil ? Window(title: "Wallet", width: size.width, height: size.height) : nil
        self.parent = parent
        self.opener = openerWindow
        self.host = host
        build()
        update()
    }

    private func build() {
        header.appendAtStart(back)
        header.appendAtStart(reload)
        header.appendAtEnd(browser)
        let site = Box(.across, spacing: 6, lock, origin).aligned(.center)
        header.setTitle(Box(.down, site, title.aligned(.center)).aligned(.center, .center))
        if let window {
            window.setTitleBar(header)
        } else {
            header.showsCloseButton = false
            header.appendAtEnd(closing)
            body.append(header)
        }
        body.append(progress)
        body.append(notice)
        body.show(foreign: view)
        body.append(strip)
        window?.setContent(body)

        if window == nil { closing.onClick { [weak self] in self?.close(by: .person) } }
        back.onClick { [weak self] in self?.view.goBack() }
        reload.onClick { [weak self] in self?.reloadOrStop() }
        browser.onClick { [weak self] in self?.openInBrowser() }
        strip.onCancel = { [weak self] in
            guard let self else { return }
            // Cancelling closes the popups of the request; this window goes also when there is none.
            let cancel = self.onCancel
            self.close(by: .program)
            cancel?()
        }
        window?.onCloseRequest = { [weak self] in self?.close(by: .person) }
        window?.onKey = { [weak self] key in
            guard let self, key.isControlDown, key.name == "w" else { return false }
            self.close(by: .person)
            return true
        }
    }

    /// Says what the wallet is waited for.
    func show(waiting text: String?) {
        strip.show(text ?? "The wallet has a window open")
        strip.setWaiting(text != nil)
    }

    /// Shows the popup: a window in its requested size.
    func present() {
        guard !isClosed else { return }
        update()
        if let window {
            let width = PopupGeometry.least.width
            let bars = PopupGeometry.Bars(
                title: header.height(forWidth: width),
                inside: progress.height(forWidth: width) + strip.height(forWidth: width), frame: Self.frame)
            let size = PopupGeometry.size(
                of: view.windowFeatures,
                within: WorkArea(around: parent).map { PopupGeometry.Size(width: $0.width, height: $0.height) },
                bars: bars)
            window.resize(width: size.width, height: size.height)
            let above = opener.flatMap { $0.isClosed ? nil : $0.window } ?? parent
            window.setTransient(for: above, isModal: false)
            window.present()
        } else {
            host?.show(popup: body)
        }
        view.focus()
        // From now on the page is heard when it wants to be seen.
        isPresented = true
    }

    /// Pixels of a window's borders: more than GTK's themes draw where no shadow is.
    private static let frame: Int32 = 12

    /// Whether the popup is what the person works with.
    var isInFront: Bool { window?.isActive ?? (host?.shows(popup: body) != false) }

    /// Brings a popup that is shown before everything else: its page wants the person's attention.
    func bringForward() {
        guard !isClosed, isPresented else { return }
        if let window { window.present() } else { host?.show(popup: body) }
    }

    /// Shows the page's origin, title and progress as they are now.
    func update() {
        guard !isClosed else { return }
        let site = PopupSite(
            uri: view.committedURI, isLoading: view.isLoading, isSecure: view.isSecure, hasFailed: failed != nil)
        origin.text = site.name
        origin.setTooltip(site.explanation)
        lock.show(site.isSecure ? "channel-secure-symbolic" : "channel-insecure-symbolic")
        lock.setAccessibleName(site.explanation)
        lock.setTooltip(site.explanation)
        lock.setStyle("near-connect-insecure", site.isInsecure)
        title.text = view.title ?? ""
        title.isVisible = !(view.title ?? "").isEmpty
        window?.setTitle("\(site.shortName) — Wallet")
        back.isSensitive = view.canGoBack
        browser.isSensitive = site.isWebPage
        let isLoading = view.isLoading
        // It keeps its two pixels, so that the page doesn't jump.
        progress.fraction = isLoading ? view.loadProgress : 0
    }

    /// Says that a page didn't come, and why. What was there before is still seen, under its own address.
    func show(_ failure: LoadFailure) {
        failed = failure.uri
        notice.show(PopupNotice.text(of: failure))
        update()
    }

    /// Says that a file was not kept.
    func showRefusedFile() {
        notice.show(PopupNotice.refusedFile)
    }

    /// Takes what was said away: another page is there.
    func hideNotice() {
        failed = nil
        notice.hide()
    }

    /// Closes the popup; the opener sees `closed`.
    func close(by closer: Closer = .program) {
        guard !isClosed else { return }
        isClosed = true
        if let window { window.destroy() } else { host?.remove(popup: body) }
        body.removeAll()
        let closed = onClose
        onClose = nil
        closed?(closer)
    }

    private func reloadOrStop() {
        if view.isLoading { return view.stopLoading() }
        // Where nothing has come yet, there is nothing to reload.
        if let failed, view.committedURI.flatMap(WebAddress.init)?.origin == nil { return view.load(uri: failed) }
        view.reload()
    }

    private func openInBrowser() {
        guard let uri = view.committedURI else { return }
        Task { [weak self, links] in
            do {
                try await links.open(ExternalLink(uri))
            } catch {
                self?.notice.show("\(error)")
            }
        }
    }
}

// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import GTKToolkit
internal import NEARConnectCore
internal import SafeText
internal import WebKitGTK

/// A wallet's popup: a related view in a window of its own or over the bridge.
///
/// The page's origin stands above the page, where the page can't paint.
@MainActor
final class PopupWindow {
    /// The parties that close popups.
    enum Closer: Sendable {
        /// The user, who doesn't want the popup any more.
        case user
        /// The page in the popup, or the page that opened it.
        case page
        /// This program, because no request waits for the popup any more.
        case program
    }

    /// The popup's page.
    let view: WebView
    /// Called once, after the popup was closed.
    var onClose: ((Closer) -> Void)?
    /// The opener for pages that the user wants in the browser.
    var links = LinkOpener()
    /// Called after the user has pressed Cancel, which ends the whole request, not only this window.
    var onCancel: (() -> Void)?

    /// The window, for dialogs that stand above it.
    var handle: WidgetHandle { window ?? body }

    /// The popup's own window; `nil` if it stands over the bridge.
    private let window: Window?
    /// The widget that shows the popup if it has no window.
    private weak var host: (any PopupHost)?
    private let parent: WidgetHandle?
    /// The popup whose page opened this one.
    private weak var opener: PopupWindow?
    /// The address that couldn't be loaded, until another page is shown.
    private var failed: String?
    private let header = HeaderBar(title: "")
    let back = Button(icon: "go-previous-symbolic", name: localized("Back"))
    let reload = Button(icon: "view-refresh-symbolic", name: localized("Reload"))
    let browser = Button(icon: "web-browser-symbolic", name: localized("Open in browser"))
    private lazy var closing = Button(icon: "window-close-symbolic", name: localized("Close"))
    private let lock = Icon("channel-insecure-symbolic")
    let origin = Label().keepingEnd().styled("near-connect-strong")
    private let title = Label().shortening(to: 40).styled("dim-label", "near-connect-small")
    let progress = ProgressBar().styled("near-connect-progress").accessible(localized("Loading progress"))
    let strip = WaitingStrip()
    private let body = Box(.down)
    private(set) var isPresented = false
    private(set) lazy var notice = InfoBar(.error) {}
    private var isClosed = false

    /// - Parameters:
    ///   - opener: The view whose page opened the popup.
    ///   - openerWindow: The popup that shows the opener, if it is a popup's view.
    ///   - parent: The widget above whose window the popup stands.
    ///   - host: The widget that shows the popup in place of a window of its own.
    init(opener: WebView, openerWindow: PopupWindow?, parent: WidgetHandle?, host: (any PopupHost)?) {
        view = WebView(relatedTo: opener)
        let size = PopupGeometry.standard
        window = host == nil ? Window(title: localized("Wallet"), width: size.width, height: size.height) : nil
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

        if window == nil { closing.onClick { [weak self] in self?.close(by: .user) } }
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
        window?.onCloseRequest = { [weak self] in self?.close(by: .user) }
        window?.onKey = { [weak self] key in
            guard let self, key.isControlDown, key.name == "w" else { return false }
            self.close(by: .user)
            return true
        }
    }

    /// Shows what the program waits for.
    func show(waiting text: String?) {
        strip.show(text ?? localized("The wallet has a window open"))
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
        // From now on the page may ask to come to the front.
        isPresented = true
    }

    /// The width of a window's borders in pixels, more than GTK's themes draw without a shadow.
    private static let frame: Int32 = 12

    /// True if the popup is what the user works with.
    var isInFront: Bool { window?.isActive ?? (host?.shows(popup: body) != false) }

    /// Brings a popup that is shown to the front, because its page wants the user's attention.
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
        // The bar keeps its two pixels, so that the page doesn't jump.
        progress.fraction = isLoading ? view.loadProgress : 0
    }

    /// Says that a page couldn't be loaded, and why.
    ///
    /// The page before it is still shown, under its own address.
    func show(_ failure: LoadFailure) {
        failed = failure.uri
        notice.show(PopupNotice.text(of: failure))
        update()
    }

    /// Says that a file was not saved.
    func showRefusedFile() {
        notice.show(PopupNotice.refusedFile)
    }

    /// Hides the notice, because another page is shown.
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
        // Without a page there is nothing to reload.
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

// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime
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
    /// Called when the person presses Cancel: he gives up what the wallet was asked for, not only this window.
    var onCancel: (() -> Void)?

    /// The window, for dialogs that stand above it.
    var handle: WidgetHandle { window ?? body }

    /// The popup's own window; `nil` when it stands over the bridge.
    private let window: Window?
    /// Who shows the popup when it has no window.
    private weak var host: (any PopupHost)?
    private let parent: WidgetHandle?
    private let header = HeaderBar(title: "")
    private let back = Button(icon: "go-previous-symbolic", name: "Back")
    private let reload = Button(icon: "view-refresh-symbolic", name: "Reload")
    private let browser = Button(icon: "web-browser-symbolic", name: "Open in browser")
    private lazy var closing = Button(icon: "window-close-symbolic", name: "Close")
    private let lock = Icon("channel-insecure-symbolic")
    private let origin = Label().shortening().styled("near-connect-strong")
    private let title = Label().shortening(to: 40).styled("dim-label", "near-connect-small")
    private let progress = ProgressBar().styled("near-connect-progress").accessible("Loading progress")
    private let strip = WaitingStrip()
    private let body = Box(.down)
    private(set) var isPresented = false
    private lazy var notice = InfoBar(.error) {}
    private var isClosed = false

    /// - Parameters:
    ///   - opener: The view whose page opened the popup.
    ///   - parent: The widget above whose window the popup stands.
    ///   - host: Who shows the popup in place of a window of its own.
    init(opener: WebView, parent: WidgetHandle?, host: (any PopupHost)? = nil) {
        view = WebView(relatedTo: opener)
        let size = PopupGeometry.standard
        window = host == nil ? Window(title: "Wallet", width: size.width, height: size.height) : nil
        self.parent = parent
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
        gtk_widget_show(view.cast())
        gtk_box_pack_start(body.cast(), view.cast(), 1, 1, 0)
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
        isPresented = true
        update()
        defer { view.focus() }
        guard let window else { return host?.show(popup: body) ?? () }
        let size = PopupGeometry.size(of: view.windowFeatures, within: PopupGeometry.workArea(around: parent))
        window.resize(width: size.width, height: size.height)
        window.setTransient(for: parent, isModal: false)
        window.present()
    }

    /// Brings a popup that is shown before everything else: its page wants the person's attention.
    func bringForward() {
        guard !isClosed, isPresented else { return }
        if let window { window.present() } else { host?.show(popup: body) }
    }

    /// Shows the page's origin, title and progress as they are now.
    func update() {
        guard !isClosed else { return }
        let site = PopupSite(uri: view.committedURI, isLoading: view.isLoading, isSecure: view.isSecure)
        origin.text = site.name
        origin.setTooltip(site.explanation)
        lock.show(site.isSecure ? "channel-secure-symbolic" : "channel-insecure-symbolic")
        lock.setAccessibleName(site.explanation)
        lock.setTooltip(site.explanation)
        lock.setStyle("near-connect-insecure", site.isInsecure)
        title.text = view.title ?? ""
        title.isVisible = !(view.title ?? "").isEmpty
        window?.setTitle("\(site.name) — Wallet")
        back.isSensitive = view.canGoBack
        browser.isSensitive = site.isWebPage
        let isLoading = view.isLoading
        // It keeps its two pixels, so that the page doesn't jump.
        progress.fraction = isLoading ? view.loadProgress : 0
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
        if view.isLoading { view.stopLoading() } else { view.reload() }
    }

    private func openInBrowser() {
        guard let uri = view.committedURI else { return }
        Task { [weak self] in
            do {
                try await LinkOpener().open(ExternalLink(uri))
            } catch {
                self?.notice.show("\(error)")
            }
        }
    }
}

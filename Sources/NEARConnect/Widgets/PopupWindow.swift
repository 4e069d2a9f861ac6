// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime
internal import WebKitGTK

/// A wallet's popup: a related view in a window of its own, with the page's origin above the page, where the page can't paint.
@MainActor
final class PopupWindow {
    /// The popup's page.
    let view: WebView
    /// Called once, when the window has been closed by the page, the person or the program.
    var onClose: (() -> Void)?
    /// Called when the person presses Cancel: he gives up what the wallet was asked for, not only this window.
    var onCancel: (() -> Void)?

    /// The window, for dialogs that stand above it.
    var handle: WidgetHandle { window }

    private let window: Window
    private let parent: WidgetHandle?
    private let header = HeaderBar(title: "")
    private let back = Button(icon: "go-previous-symbolic", name: "Back")
    private let reload = Button(icon: "view-refresh-symbolic", name: "Reload")
    private let browser = Button(icon: "web-browser-symbolic", name: "Open in browser")
    private let lock = Icon("channel-insecure-symbolic")
    private let origin = Label().shortening().styled("near-connect-strong")
    private let title = Label().shortening(to: 40).styled("dim-label", "near-connect-small")
    private let progress = ProgressBar().styled("near-connect-progress").accessible("Loading progress")
    private let strip = WaitingStrip()
    private let body = Box(.down)
    private lazy var notice = InfoBar(.error) {}
    private var isClosed = false

    /// - Parameters:
    ///   - opener: The view whose page opened the popup.
    ///   - parent: The widget above whose window the popup stands.
    init(opener: WebView, parent: WidgetHandle?) {
        view = WebView(relatedTo: opener)
        window = Window(title: "Wallet", width: PopupGeometry.standard.width, height: PopupGeometry.standard.height)
        self.parent = parent
        build()
        update()
    }

    private func build() {
        header.appendAtStart(back)
        header.appendAtStart(reload)
        header.appendAtEnd(browser)
        let site = Box(.across, spacing: 6, lock, origin).aligned(.center)
        header.setTitle(Box(.down, site, title.aligned(.center)).aligned(.center, .center))
        window.setTitleBar(header)
        body.append(progress)
        body.append(notice)
        gtk_widget_show(view.cast())
        gtk_box_pack_start(body.cast(), view.cast(), 1, 1, 0)
        body.append(strip)
        window.setContent(body)

        back.onClick { [weak self] in self?.view.goBack() }
        reload.onClick { [weak self] in self?.reloadOrStop() }
        browser.onClick { [weak self] in self?.openInBrowser() }
        strip.onCancel = { [weak self] in
            guard let self else { return }
            // Cancelling closes the popups of the request; this window goes also when there is none.
            let cancel = self.onCancel
            self.close()
            cancel?()
        }
        window.onCloseRequest = { [weak self] in self?.close() }
        window.onKey = { [weak self] key in
            guard let self, key.isControlDown, key.name == "w" else { return false }
            self.close()
            return true
        }
    }

    /// Shows the window in its requested size.
    func present() {
        guard !isClosed else { return }
        let size = PopupGeometry.size(of: view.windowFeatures, within: PopupGeometry.workArea(around: parent))
        window.resize(width: size.width, height: size.height)
        window.setTransient(for: parent, isModal: false)
        update()
        window.present()
        view.focus()
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
        window.setTitle("\(site.name) — Wallet")
        back.isSensitive = view.canGoBack
        browser.isSensitive = site.isWebPage
        let isLoading = view.isLoading
        // It keeps its two pixels, so that the page doesn't jump.
        progress.fraction = isLoading ? view.loadProgress : 0
    }

    /// Closes the window; the opener sees `closed`.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        window.destroy()
        let closed = onClose
        onClose = nil
        closed?()
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

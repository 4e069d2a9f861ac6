// SPDX-License-Identifier: MIT

internal import CWebKitGTK
public import FoundationEssentials
public import GLibRuntime

/// A `WebKitWebContext`: one store of site data, and its network process, for the bridge view and its popups.
///
/// A store in memory shares the network process of a store in a folder, where one is alive.
/// The sandbox and the storage place are settled when the context is made; WebKit takes no later change.
@MainActor
public final class WebContext: GObjectOwner {
    /// The place of websites' data.
    public enum Storage: Sendable, Equatable {
        /// Stored in memory only, for as long as the context lives.
        case ephemeral
        /// Stored under `data` (cookies, localStorage, IndexedDB) and `cache`, both created on demand.
        case persistent(data: URL, cache: URL)
    }

    /// Called when a page of this context tried to save a file.
    ///
    /// The argument tells of a view whether it shows that page.
    /// Nothing is kept: WebKit by itself would write whatever a page likes into the user's folder, under a name that
    /// the page chooses, and ask nobody.
    public var onRefusedFile: (((WebView) -> Bool) -> Void)?

    private var downloads: SignalConnection?

    /// The place of this context's websites' data.
    public let storage: Storage

    /// - Parameters:
    ///   - storage: Where websites' data goes.
    ///   - sandbox: Runs web processes under bubblewrap. WebKit ends the program when bubblewrap can't run, so ask
    ///     for it only where it was seen to work.
    public init(storage: Storage, sandbox: Bool = false) {
        self.storage = storage
        let store =
            switch storage {
            case .ephemeral: WebsiteDataStore()
            case .persistent(let data, let cache): WebsiteDataStore(data: data, cache: cache)
            }
        defer { withExtendedLifetime(store) {} }
        let dataManager: UnsafeMutablePointer<WebKitWebsiteDataManager> = store.cast()
        super.init(
            UnsafeMutableRawPointer(webkit_web_context_new_with_website_data_manager(dataManager)), .full)
        count(as: .webContext)
        if case .persistent(let data, _) = storage {
            webkit_cookie_manager_set_persistent_storage(
                webkit_website_data_manager_get_cookie_manager(dataManager),
                data.appendingPathComponent("cookies.sqlite").path, WEBKIT_COOKIE_PERSISTENT_STORAGE_SQLITE)
        }
        webkit_web_context_set_sandbox_enabled(cast(), sandbox ? 1 : 0)
        downloads = connect("download-started") { [weak self] emission in
            guard let object = emission.object(0) else { return }
            let download = object.assumingMemoryBound(to: WebKitDownload.self)
            webkit_download_cancel(download)
            let asker = webkit_download_get_web_view(download).map { UnsafeMutableRawPointer($0) }
            self?.onRefusedFile? { $0.pointer == asker }
        }
    }

    /// Clears what is stored only for speed: fetched files, in memory and on disk, and pages' own caches.
    ///
    /// Cookies, localStorage and databases stay.
    ///
    /// - Throws: ``GLibError`` when WebKit could not do it.
    public func clearCaches() async throws {
        let types = [WEBKIT_WEBSITE_DATA_MEMORY_CACHE, WEBKIT_WEBSITE_DATA_DISK_CACHE, WEBKIT_WEBSITE_DATA_DOM_CACHE]
        let all = WebKitWebsiteDataTypes(types.reduce(0) { $0 | $1.rawValue })
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            let manager = webkit_web_context_get_website_data_manager(cast())
            let done = AsyncCompletion { result in
                var error: UnsafeMutablePointer<GError>?
                webkit_website_data_manager_clear_finish(manager, result, &error)
                continuation.resume(with: error.map { .failure(GLibError(taking: $0)) } ?? .success(()))
            }
            // All of it, whenever it was stored.
            webkit_website_data_manager_clear(manager, all, 0, nil, done.callback, done.data)
        }
    }

    /// Answers requests for `scheme` in this process.
    ///
    /// The scheme is registered as secure (usable from https pages) and CORS-enabled (so that responses must say who
    /// may read them, and top-level navigation reaches the handler). A scheme can be registered once in a context.
    ///
    /// - Parameter handler: Gets each request on the main thread and must finish it, now or later, exactly once.
    public func register(scheme: String, handler: @escaping @MainActor (SchemeRequest) -> Void) {
        let security = webkit_web_context_get_security_manager(cast())
        webkit_security_manager_register_uri_scheme_as_secure(security, scheme)
        webkit_security_manager_register_uri_scheme_as_cors_enabled(security, scheme)
        webkit_web_context_register_uri_scheme(
            cast(), scheme, answerSchemeRequest, RetainedBox.retain(SchemeHandler(handler)),
            { data in
                guard let data else { return }
                RetainedBox.release(data)
            })
    }
}

/// Keeps the handler for as long as the context keeps the scheme.
private final class SchemeHandler {
    let handler: @MainActor (SchemeRequest) -> Void

    init(_ handler: @escaping @MainActor (SchemeRequest) -> Void) {
        self.handler = handler
    }
}

private let answerSchemeRequest: WebKitURISchemeRequestCallback = { request, data in
    guard let request, let data else { return }
    onMainThread((RetainedBox.borrow(data, as: SchemeHandler.self), UnsafeMutableRawPointer(request))) { box, request in
        box.handler(SchemeRequest(request))
    }
}

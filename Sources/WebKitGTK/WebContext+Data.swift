// SPDX-License-Identifier: MIT

internal import CWebKitGTK
public import GLibRuntime

extension WebContext {
    private var dataManager: UnsafeMutablePointer<WebKitWebsiteDataManager>? {
        webkit_web_context_get_website_data_manager(cast())
    }

    /// Returns whether a site may set cookies while it is embedded in another site's page.
    ///
    /// WebKit asks no further: whoever allows it also filters, see ``ContentFilter``. Without it such a site gets no
    /// new cookies, but still those that it has from pages of its own.
    public func setThirdPartyCookies(allowed: Bool) {
        webkit_cookie_manager_set_accept_policy(
            webkit_website_data_manager_get_cookie_manager(dataManager),
            allowed ? WEBKIT_COOKIE_POLICY_ACCEPT_ALWAYS : WEBKIT_COOKIE_POLICY_ACCEPT_NO_THIRD_PARTY)
    }

    /// Turns on WebKit's protection from being followed across sites.
    public func preventTracking() {
        webkit_website_data_manager_set_itp_enabled(dataManager, 1)
    }

    /// Removes all that sites have stored: cookies, localStorage, IndexedDB, caches, service workers.
    ///
    /// - Parameter isMeant: Gets a site as WebKit names it: a registrable domain, or a host that has none.
    /// - Returns: The sites whose data was removed.
    /// - Throws: ``GLibError``.
    @discardableResult
    public func removeWebsiteData(where isMeant: (String) -> Bool) async throws(GLibError) -> [String] {
        let records = try await fetchRecords()
        var list: UnsafeMutablePointer<GList>?
        defer { g_list_free(list) }
        var names: [String] = []
        for record in records {
            guard isMeant(record.name) else { continue }
            names.append(record.name)
            list = g_list_prepend(list, UnsafeMutableRawPointer(record.pointer))
        }
        guard !names.isEmpty else { return [] }
        let removed = list
        let result: Result<Void, GLibError> = await withCheckedContinuation { continuation in
            let done = AsyncCompletion { [self] result in
                do throws(GLibError) {
                    _ = try GLibError.check { webkit_website_data_manager_remove_finish(dataManager, result, $0) }
                    continuation.resume(returning: .success(()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
            webkit_website_data_manager_remove(
                dataManager, WEBKIT_WEBSITE_DATA_ALL, removed, nil, done.callback, done.data)
        }
        // WebKit reads the list during the call that starts it; the records live until here all the same.
        withExtendedLifetime(records) {}
        try result.get()
        return names
    }

    /// Fetches a record of each site that has stored something.
    private func fetchRecords() async throws(GLibError) -> [WebsiteRecord] {
        let result: Result<[WebsiteRecord], GLibError> = await withCheckedContinuation { continuation in
            let done = AsyncCompletion { [self] result in
                do throws(GLibError) {
                    let list = try GLibError.check {
                        webkit_website_data_manager_fetch_finish(dataManager, result, $0)
                    }
                    defer { g_list_free(list) }
                    var records: [WebsiteRecord] = []
                    var next = list
                    while let entry = next {
                        if let data = entry.pointee.data { records.append(WebsiteRecord(OpaquePointer(data))) }
                        next = entry.pointee.next
                    }
                    continuation.resume(returning: .success(records))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
            webkit_website_data_manager_fetch(dataManager, WEBKIT_WEBSITE_DATA_ALL, nil, done.callback, done.data)
        }
        return try result.get()
    }
}

/// A `WebKitWebsiteData`: what one site has stored.
@MainActor
private final class WebsiteRecord {
    let pointer: OpaquePointer
    let name: String

    /// - Parameter pointer: Ownership: full.
    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
        name = webkit_website_data_get_name(pointer).map { String(cString: $0) } ?? ""
    }

    isolated deinit {
        webkit_website_data_unref(pointer)
    }
}

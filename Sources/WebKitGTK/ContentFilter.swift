// SPDX-License-Identifier: MIT

internal import CWebKitGTK
public import FoundationEssentials
public import GLibRuntime

/// Rules about what pages load, compiled by WebKit to run in its network process.
///
/// The format is that of Safari's content blockers.
@MainActor
public final class ContentFilter {
    fileprivate let pointer: OpaquePointer

    /// - Parameter pointer: A `WebKitUserContentFilter` (ownership: full).
    private init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    isolated deinit {
        webkit_user_content_filter_unref(pointer)
    }

    /// Compiles `rules`, off the main thread.
    ///
    /// - Parameters:
    ///   - rules: A JSON list of rules.
    ///   - name: The filter's name in the folder.
    ///   - folder: Where WebKit keeps what it compiles, created on demand. The filter works on when it is removed.
    /// - Throws: ``GLibError`` for rules that can't be understood or a folder that can't be written.
    public static func compile(
        _ rules: String, named name: String = "near-connect", in folder: URL
    ) async throws(GLibError) -> ContentFilter {
        let store = GObjectOwner(
            UnsafeMutableRawPointer(webkit_user_content_filter_store_new(folder.path)), .full)
        let source = rules.withCString { g_bytes_new($0, gsize(strlen($0))) }
        defer { g_bytes_unref(source) }
        let result: Result<ContentFilter, GLibError> = await withCheckedContinuation { continuation in
            let done = AsyncCompletion { result in
                do throws(GLibError) {
                    let filter = try GLibError.check {
                        webkit_user_content_filter_store_save_finish(store.cast(), result, $0)
                    }
                    guard let filter else { throw GLibError(domain: "near-connect", code: 3, message: "no filter") }
                    continuation.resume(returning: .success(ContentFilter(filter)))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
            webkit_user_content_filter_store_save(
                store.cast(), name, source, nil, done.callback, done.data)
        }
        return try result.get()
    }
}

extension UserContentManager {
    /// Applies `filters` to all pages of the views that share this manager; popups do.
    ///
    /// They take the place of those that were set here, and of no others.
    public func setFilters(_ filters: [ContentFilter]) {
        for filter in self.filters { webkit_user_content_manager_remove_filter(cast(), filter.pointer) }
        for filter in filters { webkit_user_content_manager_add_filter(cast(), filter.pointer) }
        self.filters = filters
    }

    /// Applies `filter`, in place of those that were set here; see ``setFilters(_:)``.
    public func setFilter(_ filter: ContentFilter?) {
        setFilters(filter.map { [$0] } ?? [])
    }
}

// SPDX-License-Identifier: MIT

package import FoundationEssentials
package import GLibRuntime
package import Logging
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText
package import WebKitGTK

/// The filters for what dApps' pages load: that for local addresses, and the user's own.
///
/// They are compiled once.
@MainActor
final class PageFilters {
    private let rules: PageRules
    private let folder: URL?
    private let logger: Logger
    /// Compiles the filters, once for all that wait for them.
    private var compiling: Task<Result<[ContentFilter], NEARError>, Never>?

    /// - Parameters:
    ///   - rules: The user's own rules.
    ///   - folder: The folder of compiled rules; `nil` to store nothing.
    ///   - logger: Says what could not be removed.
    init(_ rules: PageRules, in folder: URL?, logger: Logger) {
        self.rules = rules
        self.folder = folder
        self.logger = logger
    }

    /// Has these filters in place of all others.
    func use(_ filters: [ContentFilter]) { compiling = Task { .success(filters) } }

    /// Returns the filters; after a failure they are compiled anew.
    ///
    /// - Throws: ``NEARError/storage(reason:)`` if they can't be made.
    func make() async throws(NEARError) -> [ContentFilter] {
        let task = compiling ?? Task { await compile() }
        compiling = task
        let result = await task.value
        if case .failure = result { compiling = nil }
        return try result.get()
    }

    private func compile() async -> Result<[ContentFilter], NEARError> {
        var compiled: [ContentFilter] = []
        do throws(GLibError) {
            compiled.append(try await ContentFilter.forLocalNetwork(in: folder, logger: logger))
        } catch {
            return .failure(.storage(reason: localized("the filter for pages can’t be made: %1$s", error.message)))
        }
        do throws(NEARError) {
            guard let own = try rules.filter() else { return .success(compiled) }
            do throws(GLibError) {
                compiled.append(
                    try await ContentFilter.compile(own, named: "near-connect-user", in: folder, logger: logger))
            } catch {
                throw rules.unusable(error)
            }
        } catch {
            return .failure(error)
        }
        return .success(compiled)
    }
}

extension ContentFilter {
    /// Compiles the filter that keeps dApps' pages from this computer's services and its network's.
    ///
    /// - Parameters:
    ///   - folder: The folder of compiled rules; `nil` to store nothing.
    ///   - logger: Says what could not be removed.
    /// - Throws: ``GLibError`` if the folder can't be written.
    package static func forLocalNetwork(in folder: URL?, logger: Logger) async throws(GLibError) -> ContentFilter {
        try await compile(LocalNetworkRules.json.text, in: folder, logger: logger)
    }
}

extension WebContext.Storage {
    /// The folder of the filters that are compiled for its pages; `nil` for a storage in memory.
    var filterFolder: URL? {
        if case .persistent(_, let cache) = self { cache.appendingPathComponent("filters") } else { nil }
    }
}

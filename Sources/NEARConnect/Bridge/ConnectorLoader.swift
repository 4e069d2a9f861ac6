// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Glibc
internal import Logging
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// The connector of one manager: reads or fetches it, compares it with its hash, and gives it to the page.
@MainActor
final class ConnectorLoader {
    /// The reason why there is no connector.
    ///
    /// Each is a sentence that goes on after "the connector".
    enum LoadError: Error, Equatable, CustomStringConvertible {
        case unreadable(path: String, reason: String)
        case tooLarge(limit: Int)
        case unavailable(host: String, reason: String)
        case unexpected(wanted: String, found: String)

        var description: String {
            switch self {
            case .unreadable(let path, let reason): "the connector \(path) can't be read: \(reason)"
            case .tooLarge(let limit): "the connector is larger than \(limit) bytes"
            case .unavailable(let host, let reason): "the connector could not be fetched from \(host): \(reason)"
            case .unexpected(let wanted, let found):
                "the connector is not the one that was asked for: its hash is \(found), not \(wanted)"
            }
        }
    }

    /// The connector as a page is told of it.
    struct Reference: Sendable, Equatable {
        /// The module that the bare name `@hot-labs/near-connect` stands for.
        let address: String
        /// The hash that the page compares it with; none for the packaged one.
        let integrity: String?
    }

    /// Largest connector that is taken, in bytes.
    static let sizeLimit = 16 << 20

    private let source: ConnectorSource
    private let cache: URL?
    private let downloader: Downloader
    private let logger: Logger
    /// The connector's code, once it is there.
    private var code: [UInt8]?

    /// Creates a loader.
    ///
    /// - Parameter cache: The folder for fetched code, so that the next start needs no network; `nil` to cache nothing.
    init(_ source: ConnectorSource, cache: URL?, environment: [String: String], logger: Logger) {
        self.source = source
        self.cache = cache?.appendingPathComponent("connector", isDirectory: true)
        let isInsecure = if case .insecureURL = source { true } else { false }
        downloader = Downloader(environment: environment, allowsPlainLoopback: isInsecure)
        self.logger = logger
    }

    /// True if ``reference()`` can answer without a network.
    var isAtHand: Bool {
        switch source {
        case .embedded, .file: true
        case .url(_, let integrity):
            code != nil || cached(integrity) != nil
        case .insecureURL: code != nil
        }
    }

    /// Fetches the connector, unless it is at hand.
    ///
    /// - Throws: ``LoadError``.
    func prepare() async throws(LoadError) {
        switch source {
        case .embedded, .file: return
        case .url(let url, let integrity):
            if code != nil { return }
            if let cached = cached(integrity) {
                code = cached
                return
            }
            let fetched = try await fetch(url)
            try Self.compare(fetched, integrity)
            store(fetched, integrity)
            code = fetched
        case .insecureURL(let url):
            logger.warning("the connector is used without a hash", metadata: ["host": "\(url.host() ?? "")"])
            code = try await fetch(url)
        }
    }

    /// Returns the connector for a load of the page.
    ///
    /// A file is read again each time.
    ///
    /// - Throws: ``LoadError``.
    func reference() throws(LoadError) -> Reference {
        let prefix = "\(InternalScheme.name)://connector"
        switch source {
        case .embedded: return Reference(address: BridgePage.embeddedConnector, integrity: nil)
        case .file(let url):
            let bytes = try Self.read(url)
            code = bytes
            return Reference(
                address: "\(prefix)/\(Self.escaped(url.lastPathComponent))",
                integrity: ContentHash(.sha384, of: bytes).integrity)
        case .url(let url, _), .insecureURL(let url):
            if code == nil, case .url(_, let integrity) = source { code = cached(integrity) }
            guard let code else { throw .unavailable(host: url.host() ?? "", reason: "it was not fetched") }
            return Reference(
                address: "\(prefix)/connector.js", integrity: ContentHash(.sha384, of: code).integrity)
        }
    }

    /// A file of the connector for the page: the connector itself, or, of a file, a script from its folder.
    ///
    /// - Parameter name: The address's path, decoded, without its first slash.
    /// - Returns: `nil` when there is no such file.
    func file(_ name: String) -> [UInt8]? {
        guard case .file(let url) = source else { return name == "connector.js" ? code : nil }
        if name == url.lastPathComponent { return code }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && !$0.contains("\\") && !$0.contains("\0") }),
            name.hasSuffix(".js") || name.hasSuffix(".mjs")
        else { return nil }
        do {
            return try Self.read(url.deletingLastPathComponent().appendingPathComponent(name))
        } catch {
            return nil  // The page hears that there is none.
        }
    }

    // MARK: Bytes

    /// - Parameter followsLinks: True for what a user named; what this program caches is no link.
    private static func read(_ url: URL, followsLinks: Bool = true) throws(LoadError) -> [UInt8] {
        do {
            guard let bytes = try RegularFile.read(url, limit: sizeLimit, followsLinks: followsLinks) else {
                throw LoadError.unreadable(path: url.path, reason: "there is no such file")
            }
            return bytes
        } catch let fault as LoadError {
            throw fault
        } catch RegularFileError.tooLarge {
            throw .tooLarge(limit: sizeLimit)
        } catch let fault as RegularFileError {
            throw .unreadable(path: url.path, reason: fault.description)
        } catch let failure as SystemCallError {
            throw .unreadable(path: url.path, reason: String(cString: strerror(failure.errno)))
        } catch {
            throw .unreadable(path: url.path, reason: DisplayText.words(error))
        }
    }

    private func fetch(_ url: URL) async throws(LoadError) -> [UInt8] {
        let answer: Downloader.File
        do {
            answer = try await downloader.file(at: url, limit: Self.sizeLimit)
        } catch {
            throw .unavailable(host: url.host() ?? "", reason: error.description)
        }
        if let problem = ExecutorRules.problem(answer.body, contentType: answer.contentType) {
            throw .unavailable(host: url.host() ?? "", reason: problem)
        }
        return answer.body
    }

    private static func compare(_ bytes: [UInt8], _ integrity: String) throws(LoadError) {
        guard let wanted = ContentHash(integrity: integrity) else { return }
        let found = ContentHash(wanted.function, of: bytes)
        guard found == wanted else { throw .unexpected(wanted: integrity, found: found.integrity) }
    }

    private func cachedFile(_ integrity: String) -> URL? {
        guard let cache, let hash = ContentHash(integrity: integrity) else { return nil }
        return cache.appendingPathComponent("\(hash.function.rawValue)-\(hash.hex).js")
    }

    /// Returns the code that an earlier start cached, if its hash is still right.
    private func cached(_ integrity: String) -> [UInt8]? {
        guard let file = cachedFile(integrity), FileManager.default.fileExists(atPath: file.path) else { return nil }
        do throws(LoadError) {
            let bytes = try Self.read(file, followsLinks: false)
            try Self.compare(bytes, integrity)
            return bytes
        } catch {
            logger.warning("the cached connector is not used and fetched again", metadata: ["reason": "\(error)"])
            return nil
        }
    }

    private func store(_ bytes: [UInt8], _ integrity: String) {
        guard let file = cachedFile(integrity) else { return }
        do {
            try AtomicFile(url: file).replace(with: Data(bytes))
        } catch {
            logger.warning("the connector could not be cached", metadata: ["reason": "\(error)"])
        }
    }

    /// A file's name as a part of an address, with its dots.
    private static func escaped(_ name: String) -> String {
        PercentEncoding.encode(name, keepsDots: true)
    }
}

// SPDX-License-Identifier: MIT

public import FoundationEssentials
public import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// What is right and wrong with a manifest, for those who write wallets or keep lists. Nothing is kept or agreed to.
public struct WalletManifestReport: Sendable {
    /// How an entry stands.
    public enum Verdict: Sendable, Hashable {
        /// A list on the web may have it.
        case listable
        /// It can be brought by a file or by a program; a list may not have it, and why.
        case localOnly(WalletManifestFault)
        /// It can't be used.
        case refused(WalletManifestFault)
    }

    /// One entry.
    public struct Entry: Sendable {
        /// Its id, or its place in the list.
        public let id: String
        /// How it stands.
        public let verdict: Verdict
        /// What else there is to know.
        public internal(set) var notes: [String]
        /// Why its code can't be used, where it was fetched.
        public internal(set) var problem: WalletError?
    }

    /// The entries: those that can be used, then the others.
    public private(set) var entries: [Entry]

    /// Whether every entry can be used.
    public var isUsable: Bool {
        entries.allSatisfy { entry in
            if case .refused = entry.verdict { return false }
            return entry.problem == nil
        }
    }

    /// Looks at a file.
    ///
    /// - Throws: ``WalletManifestFile/Problem``.
    public init(path: String) throws(WalletManifestFile.Problem) {
        self.init(of: try WalletManifestFile(path: path))
    }

    /// Looks at a file that was read.
    public init(of file: WalletManifestFile) {
        entries = file.wallets.map { manifest in
            do throws(WalletManifestFault) {
                _ = try WalletManifest(manifest.json, from: .remote, place: manifest.id)
                return Entry(id: manifest.id, verdict: .listable, notes: Self.notes(manifest), problem: nil)
            } catch {
                return Entry(id: manifest.id, verdict: .localOnly(error), notes: Self.notes(manifest), problem: nil)
            }
        }
        entries += file.faults.map { Entry(id: $0.wallet, verdict: .refused($0), notes: [], problem: nil) }
    }

    /// Fetches a list and the code of its wallets, and looks at them.
    ///
    /// - Parameters:
    ///   - url: Where the list is.
    ///   - environment: Where the proxy and the certificates are looked up.
    ///   - allowsPlainLoopback: Whether the list may be at an http address of this computer.
    /// - Throws: ``WalletError/listUnavailable(reasons:)``.
    public init(
        fetching url: URL, environment: [String: String] = ProcessInfo.processInfo.environment,
        allowsPlainLoopback: Bool = false
    ) async throws(WalletError) {
        let downloader = Downloader(environment: environment, allowsPlainLoopback: allowsPlainLoopback)
        let list: WalletManifestList
        do {
            let answer = try await downloader.file(at: url, limit: WalletManifestList.sizeLimit(.remote))
            list = try WalletManifestList(parsing: answer.body, from: .remote)
        } catch {
            throw .listUnavailable(reasons: ["\(url.host() ?? url.absoluteString): \(error)"])
        }
        entries = []
        for manifest in list.wallets {
            var entry = Entry(id: manifest.id, verdict: .listable, notes: Self.notes(manifest), problem: nil)
            do throws(WalletError) {
                let code = try await WalletLibrary.fetch(manifest, by: downloader)
                entry.notes.append(
                    "code: \(code.count) bytes, SHA-256 \(ContentHash.sha256(code).hex), integrity "
                        + ContentHash(.sha384, of: code).integrity)
            } catch {
                entry.problem = error
            }
            entries.append(entry)
        }
        entries += list.faults.map { Entry(id: $0.wallet, verdict: .refused($0), notes: [], problem: nil) }
    }

    private static func notes(_ manifest: WalletManifest) -> [String] {
        var notes: [String] = []
        if let problem = manifest.iconProblem { notes.append("its icon is not used: \(problem)") }
        if WalletManifest.isPlainHTTPS(manifest.executor), manifest.integrity == nil {
            notes.append(
                "it names no \u{201C}integrity\u{201D}: whoever runs its code's server decides what is agreed to first")
        }
        if !manifest.works(on: "testnet") {
            notes.append("offered on mainnet only: \u{201C}features.testnet\u{201D} is not true")
        }
        return notes
    }
}

extension WalletManifestReport.Entry {
    /// The entry in words, the first line its verdict.
    public var description: [String] {
        let heading =
            switch verdict {
            case _ where problem != nil: "\(id): \(problem?.description ?? "")"
            case .listable: "\(id): ok"
            case .localOnly(let fault): "\(id): ok from a file; a list may not have it: \(fault)"
            case .refused(let fault): "\(fault)"
            }
        return ([heading] + notes.map { "  \($0)" }).map { DisplayText.line($0).replacing("\n", with: "\\n") }
    }

    /// The same as a JSON object.
    public var json: JSONValue {
        var fields: JSONValue.Members = ["id": .string(id), "notes": .array(notes.map(JSONValue.string))]
        switch verdict {
        case .listable: fields["verdict"] = "listable"
        case .localOnly(let fault):
            fields["verdict"] = "local-only"
            fields["field"] = .string(fault.field)
            fields["message"] = .string(fault.description)
        case .refused(let fault):
            fields["verdict"] = "refused"
            fields["field"] = .string(fault.field)
            fields["message"] = .string(fault.description)
        }
        if let problem {
            fields["verdict"] = "refused"
            fields["code"] = .string(problem.code)
            fields["message"] = .string(problem.description)
        }
        return .object(fields)
    }
}

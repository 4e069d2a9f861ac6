// SPDX-License-Identifier: MIT

package import FoundationEssentials
internal import NEARRPC
internal import SafeText

/// A check of a manifest, for developers of wallets and keepers of lists.
///
/// Nothing is stored or pinned.
package struct WalletManifestReport: Sendable {
    package enum Verdict: Sendable, Hashable {
        /// A list on the web may name it.
        case listable
        /// A file or a program may name it, and a list may not; the error says why.
        case localOnly(WalletManifestError)
        /// It can't be used.
        case refused(WalletManifestError)
    }

    /// One entry.
    package struct Entry: Sendable {
        /// Its id, or its place in the list.
        package let id: String
        /// The verdict.
        package let verdict: Verdict
        /// Other remarks, for the user.
        package internal(set) var notes: [String]
        /// The reason for which its code can't be used, if it was fetched.
        package internal(set) var problem: WalletError?
    }

    /// The entries: usable ones first, then the others.
    package private(set) var entries: [Entry]

    /// True if every entry can be used.
    package var isUsable: Bool {
        entries.allSatisfy { entry in
            if case .refused = entry.verdict { return false }
            return entry.problem == nil
        }
    }

    /// Reads a file and checks it.
    ///
    /// - Throws: ``WalletManifestFile/Problem``.
    package init(path: String) throws(WalletManifestFileError) {
        self.init(of: try WalletManifestFile(path: path))
    }

    /// Checks a file that was read.
    package init(of file: WalletManifestFile) {
        entries = file.wallets.map { manifest in
            do throws(WalletManifestError) {
                _ = try WalletManifest(manifest.json, from: .remote, place: manifest.id)
                return Entry(id: manifest.id, verdict: .listable, notes: Self.notes(manifest), problem: nil)
            } catch {
                return Entry(id: manifest.id, verdict: .localOnly(error), notes: Self.notes(manifest), problem: nil)
            }
        }
        entries += file.faults.map { Entry(id: $0.wallet, verdict: .refused($0), notes: [], problem: nil) }
    }

    /// Fetches a list and the code of its wallets, and checks them.
    ///
    /// - Parameters:
    ///   - url: The list's address.
    ///   - environment: The variables that name the proxy and the certificates.
    ///   - allowsPlainLoopback: True if the list may be at an http address of this computer.
    /// - Throws: ``WalletError/listUnavailable(reasons:)``.
    package init(
        fetching url: URL, environment: [String: String] = ProcessInfo.processInfo.environment,
        allowsPlainLoopback: Bool = false
    ) async throws(WalletError) {
        let downloader = Downloader(environment: environment, allowsPlainLoopback: allowsPlainLoopback)
        let list: WalletManifestList
        do {
            let answer = try await downloader.file(at: url, limit: WalletManifestList.sizeLimit(.remote))
            list = try WalletManifestList(parsing: answer.body, from: .remote)
        } catch {
            throw .listUnavailable(reasons: [localized("%1$s: %2$s", url.host() ?? url.absoluteString, "\(error)")])
        }
        entries = []
        for manifest in list.wallets {
            var entry = Entry(id: manifest.id, verdict: .listable, notes: Self.notes(manifest), problem: nil)
            do throws(WalletError) {
                let code = try await WalletLibrary.fetch(manifest, by: downloader)
                entry.notes.append(
                    localized(
                        "code: %1$s bytes, SHA-256 %2$s, integrity %3$s", "\(code.count)",
                        ContentHash.sha256(code).hex, ContentHash(.sha384, of: code).integrity))
            } catch {
                entry.problem = error
            }
            entries.append(entry)
        }
        entries += list.faults.map { Entry(id: $0.wallet, verdict: .refused($0), notes: [], problem: nil) }
    }

    private static func notes(_ manifest: WalletManifest) -> [String] {
        var notes: [String] = []
        if let problem = manifest.iconProblem { notes.append(localized("its icon is not used: %1$s", problem)) }
        if WalletManifest.isPlainHTTPS(manifest.executor), manifest.integrity == nil {
            notes.append(
                localized(
                    "it names no “integrity”, so the server of its code decides which code is pinned first"))
        }
        if !manifest.works(on: "testnet") {
            notes.append(localized("it is offered on mainnet only, because “features.testnet” is not true"))
        }
        let (unknown, more) = manifest.permissions.shownUnknown
        notes += unknown.map { localized("it asks for the permission “%1$s”, which this program doesn’t know", $0) }
        if more > 0 {
            notes.append(localized("it asks for %1$s more permissions that this program doesn’t know", "\(more)"))
        }
        return notes
    }
}

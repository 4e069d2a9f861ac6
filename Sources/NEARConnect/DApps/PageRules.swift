// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import NEARConnectCore
internal import SafeText

/// The user's own rules for dApps' pages, from two files.
///
/// They are hosts that aren't shown, and a filter for what pages load. A file that can't be used isn't passed over: no
/// page is opened until it is mended or removed.
@MainActor
final class PageRules {
    /// The hosts that aren't shown.
    private(set) var denied = DeniedHosts.none
    /// The reason why the hosts can't be read.
    private(set) var problem: NEARError?
    /// Called after the list of hosts has changed, by each set of pages that goes by it.
    private var listeners: [@MainActor () -> Void] = []

    private let deniedFile: URL?
    private let filterFile: URL?
    private var watch: FileWatch?

    /// Reads the list of hosts.
    ///
    /// - Parameters:
    ///   - denied: The file of ``DeniedHosts``, whether it exists or not; `nil` for none.
    ///   - filter: A file with rules in the format of Safari's content blockers, whether it exists or not.
    init(denied: URL? = nil, filter: URL? = nil) {
        deniedFile = denied
        filterFile = filter
        read()
        watch = denied.map { file in FileWatch(file.path) { [weak self] in self?.look() } }
    }

    /// Returns a profile's list and filter; `nil` for a profile that stores nothing.
    static func files(in folders: ProfileFolders?) -> (denied: URL?, filter: URL?) {
        let folder = folders?.config
        return (
            folder?.appendingPathComponent("denied-hosts"), folder?.appendingPathComponent("content-filter.json")
        )
    }

    /// Calls `listener` after each change of the list; it must hold its owner weakly.
    func onChange(_ listener: @escaping @MainActor () -> Void) { listeners.append(listener) }

    /// A sentence about lines of the list that say nothing; `nil` if there are none.
    var note: String? { deniedFile.flatMap { denied.problem(in: $0.path) } }

    /// The path of the list.
    var path: String? { deniedFile?.path }

    /// Checks that the list can be read.
    ///
    /// - Throws: ``NEARError/storage(reason:)``.
    func requireReadable() throws(NEARError) {
        if let problem { throw problem }
    }

    /// Returns the entry of the list that covers an address; `nil` if none does.
    func entry(for address: String) -> SiteHost? {
        guard let origin = SiteOrigin(ofPage: address) else {
            return WebAddress(address).flatMap { SiteHost(of: $0) }.flatMap { denied.entry(for: $0) }
        }
        return denied.entry(for: origin.host)
    }

    /// Checks that a document may have a wallet: neither its host nor one around it is on the list.
    ///
    /// - Throws: ``DAppError`` with `unauthorized`.
    func requireAllowed(_ asker: DAppAsker) throws(DAppError) {
        for origin in [asker.origin] + asker.ancestors where problem != nil || denied.entry(for: origin.host) != nil {
            throw DAppError(
                .unauthorized, localized("%1$s is on the user’s list of sites to stay away from.", "\(origin.host)"))
        }
    }

    /// Returns the rules of the user's filter; `nil` if there is no file.
    ///
    /// - Throws: ``NEARError/storage(reason:)``.
    func filter() throws(NEARError) -> String? {
        guard let filterFile else { return nil }
        do {
            let bytes = try RegularFile.read(filterFile, limit: Self.filterLimit, followsLinks: true)
            return bytes.map { String(decoding: $0, as: UTF8.self) }
        } catch {
            throw .storage(reason: localized("the content filter can’t be used: %1$s", "\(filterFile.path): \(error)"))
        }
    }

    /// Returns the error for a filter that WebKit doesn't understand.
    func unusable(_ error: GLibError) -> NEARError {
        .storage(
            reason: localized(
                "the content filter %1$s can’t be used: %2$s. Mend the file or move it away", filterFile?.path ?? "",
                error.message))
    }

    /// The largest filter in bytes.
    private static let filterLimit = 16 << 20

    private func look() {
        let before = denied
        read()
        guard before != denied || problem != nil else { return }
        for listener in listeners { listener() }
    }

    private func read() {
        guard let deniedFile else { return }
        do throws(NEARError) {
            denied = try DeniedHosts(file: deniedFile)
            problem = nil
        } catch {
            problem = error
        }
    }
}

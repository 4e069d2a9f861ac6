// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARRPC
internal import SafeText

/// Fetches and stores wallets' icons.
///
/// They are fetched together with the code that is pinned, from the same servers, and at no other time: a server must
/// not learn that the list of wallets was opened.
extension WalletLibrary {
    /// The time limit for fetching an icon.
    ///
    /// Nobody should have to wait for a picture.
    private static let iconTimeout = Duration.seconds(10)

    /// The result of fetching an icon: its entry for the lock, and its bytes if there are any.
    struct FetchedIcon: Sendable {
        let icon: WalletLock.Icon
        let bytes: [UInt8]?
    }

    /// Fetches the icon that an entry names, and checks it.
    ///
    /// Nothing is stored.
    ///
    /// - Returns: The entry for the lock, also if there is no icon, with the reason; `nil` for an entry whose icon
    ///   isn't on a server.
    func fetchIcon(of manifest: WalletManifest) async -> FetchedIcon? {
        guard let address = manifest.icon, WalletManifest.isPlainHTTPS(address), let url = URL(string: address) else {
            return nil
        }
        let problem: String
        do {
            let answer = try await downloader.file(
                at: url, limit: WalletIcon.sizeLimit, timeout: Self.iconTimeout, redirects: .sameOrigin)
            let icon = try WalletIcon(answer.body, contentType: answer.contentType)
            return FetchedIcon(
                icon: WalletLock.Icon(
                    url: address, sha256: ContentHash.sha256(icon.bytes).hex, size: icon.bytes.count,
                    type: icon.format.rawValue, problem: nil), bytes: icon.bytes)
        } catch let error as DownloadError {
            problem = error.description
        } catch let error as WalletIconError {
            problem = error.text
        } catch {
            problem = "\(error)"
        }
        return FetchedIcon(
            icon: WalletLock.Icon(
                url: address, sha256: nil, size: nil, type: nil,
                problem: DisplayText.line(String(problem.prefix(300)))),
            bytes: nil)
    }

    /// Fetches the icon of the pinned version, unless it is stored already, and stores it.
    ///
    /// A wallet without one works as well.
    ///
    /// - Throws: ``WalletError`` if the lock can't be read or written.
    package func storeIcon(of id: String, from origin: WalletLock.Origin = .list) async throws(WalletError) {
        guard let pin = try lock()[id, origin]?.pinned, pin.icon?.sha256 == nil else { return }
        guard let fetched = await fetchIcon(of: try manifest(of: pin, id: id)) else { return }
        try await file.update { lock throws(WalletError) in
            // Another process may have pinned another version meanwhile.
            guard lock[id, origin]?.pinned.isSameVersion(as: pin) == true else { return }
            if let bytes = fetched.bytes { try objects.store(bytes) }
            lock[id, origin]?.pinned.icon = fetched.icon
        }
    }

    /// Reads a stored icon, and compares it with its hash; `nil` if it is missing or was changed.
    package func iconBytes(_ icon: WalletLock.Icon) -> [UInt8]? {
        guard let sha256 = icon.sha256 else { return nil }
        do {
            return try objects.content(sha256, limit: WalletIcon.sizeLimit)
        } catch {
            return nil  // The connector shows the wallet's first letter instead.
        }
    }
}

// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARRPC
internal import SafeText

/// Wallets' icons. They are fetched with the code that is agreed to, from the same servers, and at no other time: a server must not learn that
/// the list of wallets was opened.
extension WalletLibrary {
    /// How long an icon is waited for. Nobody should wait for a picture.
    private static let iconTimeout = Duration.seconds(10)

    /// What became of an icon: what the lock says of it, and its bytes where there are any.
    struct FetchedIcon: Sendable {
        let icon: WalletLock.Icon
        let bytes: [UInt8]?
    }

    /// Fetches the icon that an entry names, and looks at it. Nothing is kept.
    ///
    /// - Returns: What there is to note, also that there is none and why; `nil` for an entry whose icon isn't on a server.
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
        } catch let error as WalletIcon.Problem {
            problem = error.text
        } catch {
            problem = "\(error)"
        }
        return FetchedIcon(
            icon: WalletLock.Icon(
                url: address, sha256: nil, size: nil, type: nil, problem: DisplayText.line(String(problem.prefix(300)))),
            bytes: nil)
    }

    /// Fetches the icon of the version that runs, unless it is kept already, and keeps it. A wallet without one works as well.
    ///
    /// - Throws: ``WalletError`` when the lock can't be read or written.
    package func keepIcon(of id: String, from origin: WalletLock.Origin = .list) async throws(WalletError) {
        guard let pin = try lock()[id, origin]?.accepted, pin.icon?.sha256 == nil else { return }
        guard let fetched = await fetchIcon(of: try manifest(of: pin, id: id)) else { return }
        try await file.update { lock throws(WalletError) in
            // Another version may have been agreed to meanwhile.
            guard lock[id, origin]?.accepted.isSameVersion(as: pin) == true else { return }
            if let bytes = fetched.bytes { try objects.keep(bytes) }
            lock[id, origin]?.accepted.icon = fetched.icon
        }
    }

    /// A kept icon, compared with its hash; `nil` for one that is gone or was changed.
    package func iconBytes(_ icon: WalletLock.Icon) -> [UInt8]? {
        guard let sha256 = icon.sha256 else { return nil }
        do {
            return try objects.content(sha256, limit: WalletIcon.sizeLimit)
        } catch {
            return nil  // A letter stands in its place.
        }
    }
}

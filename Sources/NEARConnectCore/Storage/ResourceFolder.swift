// SPDX-License-Identifier: MIT

internal import CNEARConnectResources
public import FoundationEssentials
internal import Glibc
internal import SafeText
internal import Synchronization

/// The folder of the files that ship with the package: the bridge page, the connector, the packaged wallets.
///
/// The build copies `Resources/` into a folder beside the program. It is looked for there, beside the file that this
/// code was loaded from, and in `../libexec/near-connect` as seen from there, where an installation has it. A program
/// that has it elsewhere says so with ``use(_:)``.
///
/// Where it is missing, managers have an ``NEARWalletManager/unavailableReason`` and commands end with a sentence.
public enum ResourceFolder {
    /// The folder's name, as the package manager gives it.
    package static let name = "near-connect_CNEARConnectResources.resources"

    private static let known = Mutex<URL?>(nil)

    /// Has the files read from another folder from now on.
    ///
    /// Call it before the first ``NEARWalletManager`` is made.
    ///
    /// - Parameter folder: A folder with `Bridge`, `Connector` and `Wallets` in it.
    public static func use(_ folder: URL) {
        known.withLock { $0 = folder }
        useCatalogues(in: folder.appending(path: "Translations").path)
    }

    /// Returns the folder, as it was named or found first.
    ///
    /// - Throws: The reason why there is none.
    package static func url() throws(PackagedFile.UnreadableError) -> URL {
        if let found = known.withLock({ $0 }) { return found }
        guard let file = near_connect_own_file() else {
            throw PackagedFile.UnreadableError(
                description: "the program's own file can't be found: \(String(cString: strerror(errno)))")
        }
        defer { free(file) }
        let found = try find(beside: String(cString: file))
        known.withLock { $0 = found }
        return found
    }

    /// Looks for the folder as seen from the file at `path`.
    static func find(beside path: String) throws(PackagedFile.UnreadableError) -> URL {
        let folder = URL(filePath: path).deletingLastPathComponent()
        let places = [
            folder.appending(path: name, directoryHint: .isDirectory),
            folder.appending(path: "../libexec/near-connect/\(name)", directoryHint: .isDirectory).standardized,
        ]
        guard let place = places.first(where: { access($0.path, F_OK) == 0 }) else {
            let missing = places.map(\.path).joined(separator: ", and no ")
            throw PackagedFile.UnreadableError(description: "there is no \(missing)")
        }
        return place
    }
}

// SPDX-License-Identifier: MIT

public import FoundationEssentials
internal import Glibc
internal import SafeText

/// The folders of a profile, by the XDG base directory specification.
///
/// A profile has its own WebKit data folder, account and network. Two programs, or two identities, use two profiles.
public struct ProfileFolders: Hashable, Sendable {
    /// The account and the web storage: `$XDG_DATA_HOME/near-connect/<profile>`.
    public let data: URL
    /// Files that can be fetched again: `$XDG_CACHE_HOME/near-connect/<profile>`.
    public let cache: URL
    /// The journal and the remembered graphics settings: `$XDG_STATE_HOME/near-connect/<profile>`.
    public let state: URL
    /// Files that the user writes: `$XDG_CONFIG_HOME/near-connect/<profile>`.
    public let config: URL

    /// The folders of `profile` under the user's XDG folders.
    ///
    /// None is created.
    ///
    /// - Parameters:
    ///   - profile: The profile's name: letters, digits, `-`, `_` and `.`, not starting with a dot.
    ///   - environment: The variables that name the XDG folders; the process's own by default.
    /// - Throws: ``NEARError/invalidArgument(name:reason:)``.
    public init(profile: String, environment: [String: String] = ProcessInfo.processInfo.environment) throws(NEARError)
    {
        let allowed = profile.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0))
        }
        guard allowed, !profile.isEmpty, profile.utf8.count <= 64, !profile.hasPrefix(".") else {
            throw .invalidArgument(
                name: "profile",
                reason: localized("use 1 to 64 letters, digits, “-”, “_” and “.”, and don’t start with a dot"))
        }
        func folder(_ variable: String, _ fallback: String) throws(NEARError) -> URL {
            guard let base = Self.base(variable, under: fallback, in: environment) else {
                throw .storage(
                    reason: localized(
                        "nobody says where your files are: set HOME to an absolute path, or %1$s", variable))
            }
            return URL(fileURLWithPath: base, isDirectory: true).appendingPathComponent("near-connect")
                .appendingPathComponent(profile, isDirectory: true)
        }
        data = try folder("XDG_DATA_HOME", ".local/share")
        cache = try folder("XDG_CACHE_HOME", ".cache")
        state = try folder("XDG_STATE_HOME", ".local/state")
        config = try folder("XDG_CONFIG_HOME", ".config")
    }

    /// Returns an absolute base folder of the XDG specification.
    ///
    /// A relative or empty path would put files, keys among them, wherever the program happens to be started; the
    /// specification says that it is to be ignored. Without `HOME` the user's entry among the system's accounts counts.
    ///
    /// - Parameters:
    ///   - variable: The variable that names it.
    ///   - fallback: The folder under the user's home that it is without that.
    ///   - environment: The variables.
    /// - Returns: `nil` where neither variable nor home is an absolute path.
    package static func base(_ variable: String, under fallback: String, in environment: [String: String]) -> String? {
        func absolute(_ path: String?) -> String? { path.flatMap { $0.hasPrefix("/") ? $0 : nil } }
        if let named = absolute(environment[variable]) { return named }
        return (absolute(environment["HOME"]) ?? absolute(accountHome())).map { "\($0)/\(fallback)" }
    }

    /// Returns the home folder of the user's account.
    private static func accountHome() -> String? {
        var buffer = [CChar](repeating: 0, count: 16_384)
        var account = passwd()
        var found: UnsafeMutablePointer<passwd>?
        return buffer.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress,
                getpwuid_r(getuid(), &account, start, buffer.count, &found) == 0, found != nil,
                let path = account.pw_dir
            else { return nil }
            return String(cString: path)
        }
    }

    /// Folders `data`, `cache`, `state` and `config` under one `root`, for tests and temporary profiles.
    public init(root: URL) {
        data = root.appendingPathComponent("data", isDirectory: true)
        cache = root.appendingPathComponent("cache", isDirectory: true)
        state = root.appendingPathComponent("state", isDirectory: true)
        config = root.appendingPathComponent("config", isDirectory: true)
    }

    /// Creates the folders that don't exist, closed to other users (mode 0700); ``config`` is the user's to create.
    ///
    /// WebKit writes into two of them, and would create them open to all.
    package func create() throws {
        for folder in [data, cache, state] {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
    }
}

// SPDX-License-Identifier: MIT

/// The states of WebKit's sandbox (bubblewrap) around the processes that run web pages.
///
/// Inside it there are no files of the user, no other processes, and only devices that pages need.
public enum SandboxState: Sendable, Hashable {
    /// The sandbox is on.
    case on
    /// The sandbox is on, by Flatpak's own means.
    case flatpak
    /// The program has asked for no sandbox; see ``NEARWalletConfiguration/sandbox``.
    case off
    /// The sandbox doesn't work here.
    ///
    /// Pages still have no way to files or to other origins' data, as long as WebKit has no hole.
    case unavailable(SandboxProblem)

    /// True if WebKit is to be asked for its sandbox.
    package var isWanted: Bool {
        switch self {
        case .on, .flatpak: true
        case .off, .unavailable: false
        }
    }
}

/// The reason why there is no sandbox, and what to do about it.
public struct SandboxProblem: Sendable, Hashable {
    /// The kinds of obstacle.
    public enum Kind: String, Sendable {
        /// The program `bwrap` is missing.
        case bubblewrapMissing = "bubblewrap-missing"
        /// The program `xdg-dbus-proxy` is missing, through which sandboxed pages reach the session bus.
        case proxyMissing = "dbus-proxy-missing"
        /// The user's environment switches the sandbox off.
        case environment
        /// AppArmor lets only named programs make user namespaces (Ubuntu 23.10 and later).
        case appArmor = "apparmor"
        /// The kernel is told not to make user namespaces.
        case userNamespaces = "user-namespaces"
        /// A container that may not make namespaces of its own.
        case container
        /// bubblewrap says something else.
        case other
    }

    /// The kind of obstacle.
    public let kind: Kind
    /// One sentence that says what is wrong.
    public let reason: String
    /// The advice what to do.
    public let advice: String
}

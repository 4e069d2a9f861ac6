// SPDX-License-Identifier: MIT

/// Whether the processes that run web pages are locked in by WebKit's sandbox (bubblewrap): no files of the person, no other
/// processes, no devices but what pages need.
public enum SandboxState: Sendable, Hashable {
    /// They are.
    case on
    /// They are, by Flatpak's own means.
    case flatpak
    /// The program has asked for none; see ``NEARWalletConfiguration/sandbox``.
    case off
    /// They aren't, because it can't be had here. Pages still have no way to files or to other origins' data, as long as WebKit has no
    /// hole.
    case unavailable(SandboxProblem)

    /// Whether WebKit is to be asked for its sandbox.
    package var isWanted: Bool {
        switch self {
        case .on, .flatpak: true
        case .off, .unavailable: false
        }
    }
}

/// Why there is no sandbox, and what can be done about it.
public struct SandboxProblem: Sendable, Hashable {
    /// What stands in the way.
    public enum Kind: String, Sendable {
        /// There is no `bwrap`.
        case bubblewrapMissing = "bubblewrap-missing"
        /// There is no `xdg-dbus-proxy`, through which sandboxed pages reach the session bus.
        case proxyMissing = "dbus-proxy-missing"
        /// The person's environment turns it off.
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

    /// What stands in the way.
    public let kind: Kind
    /// One sentence that says what is wrong.
    public let reason: String
    /// What to do about it.
    public let advice: String
}

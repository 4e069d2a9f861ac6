// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// A program of this computer that asks over a bus or a socket, by what the system says of it.
///
/// The name that it gives itself is no part of this: any program can say any name.
public enum PeerIdentity: Sendable, Hashable {
    /// A Flatpak, by its application id.
    ///
    /// The sandbox vouches for it against other sandboxes; an unconfined program can pretend to be one.
    case flatpak(ExactText)
    /// A snap, by its name; AppArmor vouches for it.
    case snap(ExactText)
    /// An unconfined program, by the path of its executable.
    ///
    /// It is a claim: any other unconfined program of the user can pretend to be this one.
    case executable(ExactText)
    /// A program of which nothing is known, for example one in a container.
    case unknown

    /// True if a sandbox vouches for the name.
    public var isVouchedFor: Bool {
        switch self {
        case .flatpak, .snap: true
        case .executable, .unknown: false
        }
    }
}

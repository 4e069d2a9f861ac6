// SPDX-License-Identifier: MIT

/// A step of a signer that needs more than its own memory to sign.
public enum SigningStep: Sendable, Hashable {
    /// The signer connects to a device, or to others that hold shares.
    case connecting
    /// A user has to act in another place, for example on a device.
    case waitingForUser
    /// The signer and others exchange messages; rounds are counted from 1.
    case round(Int, of: Int)
}

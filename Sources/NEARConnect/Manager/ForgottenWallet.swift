// SPDX-License-Identifier: MIT

/// The parts of a wallet that were removed when it was forgotten.
public struct ForgottenWallet: Sendable, Hashable {
    /// True if the signed-in account was the wallet's; nobody is signed in now.
    ///
    /// Its access key stays on chain until it is deleted there.
    public let wasSignedIn: Bool
    /// The number of values in the wallet's own storage.
    public let storedValues: Int
    /// The sites whose cookies and storage were removed.
    public let sites: [String]
    /// The number of answers about links that were forgotten.
    public let rememberedLinks: Int
    /// The number of sessions with phones that were ended.
    public let phoneSessions: Int
    /// False if the relay couldn't be reached, so that a phone still shows a session that has ended.
    public let phonesAreTold: Bool
}

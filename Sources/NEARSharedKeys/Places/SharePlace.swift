// SPDX-License-Identifier: MIT

public import NEARVault
internal import SafeText

/// The place of one share, in a form that can be shown and recorded.
///
/// A share spends, so a plain file isn't among the places.
public enum SharePlace: Hashable, Sendable {
    /// A service that gives the share, or signs with it, after a login; by its address.
    case service(String)
    /// The keyring of a desktop, which every program of an open session can read.
    case keyring
    /// A file that a passphrase seals.
    case sealedFile
    /// Words on paper.
    case words
    /// The program's own storage, wherever that is; the share was handed over as words.
    case app
    /// A vault of another computer, which alone knows the kind.
    case elsewhere

    /// Names the things of which a thief gets each at once, so that two shares must not be in one.
    enum Theft: Hashable {
        case service(String)
        /// This computer as its user has it open: the keyring, and whatever a program keeps.
        case openComputer
        case otherComputer
        /// A file that opens with a passphrase alone.
        case passphrase
        case paper
    }

    var theft: Theft {
        switch self {
        case .service(let address): .service(address)
        case .keyring, .app: .openComputer
        case .sealedFile: .passphrase
        case .words: .paper
        case .elsewhere: .otherComputer
        }
    }

    /// The place that a vault is; `nil` for one in which no share lasts: memory, or a plain file.
    public init?(_ place: VaultPlace) {
        switch place.kind {
        case .secretService: self = .keyring
        case .sealedFile: self = .sealedFile
        case .plainFile, .memory: return nil
        }
    }
}

extension SharePlace: CustomStringConvertible {
    /// Words for the place within a sentence.
    public var description: String {
        switch self {
        case .service(let address): localized("the service %1$s", DisplayText.line(address))
        case .keyring: localized("the desktop’s keyring")
        case .sealedFile: localized("a sealed file")
        case .words: localized("words on paper")
        case .app: localized("the program’s own storage")
        case .elsewhere: localized("on that computer")
        }
    }
}

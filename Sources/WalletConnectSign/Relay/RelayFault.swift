// SPDX-License-Identifier: MIT

internal import SafeText

/// The reason why the relay couldn't be reached.
public enum RelayFault: Sendable, Hashable {
    /// The host's name has no address.
    case name(String)
    /// The relay's certificate isn't trusted, or the two sides found no way to encrypt.
    case tls(String)
    /// The proxy refused or couldn't be reached.
    case proxy(String)
    /// Nothing answers at the address.
    case refused(String)
    /// The relay didn't answer in time.
    case silent
    /// The relay answered the opening with this status of HTTP.
    case status(Int)
    /// The connection ended; with 0 it was cut without a word.
    case closed(code: Int)
    /// The relay asked for fewer calls.
    case limited
    /// Another fault, in the transport's words.
    case other(String)
}

extension RelayFault: CustomStringConvertible {
    /// The fault in words.
    public var description: String {
        switch self {
        case .name(let words): localized("its name wasn’t found (%1$s)", DisplayText.name(words))
        case .tls(let words): localized("no secure connection came about (%1$s)", DisplayText.name(words))
        case .proxy(let words): localized("the proxy refused (%1$s)", DisplayText.name(words))
        case .refused(let words): localized("nothing answers there (%1$s)", DisplayText.name(words))
        case .silent: localized("it didn’t answer")
        case .status(let status): localized("it answered with HTTP %1$s", "\(status)")
        case .closed(0): localized("the connection was cut")
        case .closed(let code): localized("it closed the connection (code %1$s)", "\(code)")
        case .limited: localized("it asks for fewer calls")
        case .other(let words): DisplayText.name(words)
        }
    }
}

/// The reason why the relay doesn't let this program in; nothing is tried again until its settings change.
public enum RelayRefusal: Sendable, Hashable {
    /// The project's id is missing, unknown or switched off.
    case project(String)
    /// The relay doesn't accept this program's token.
    case token(String)
    /// The project's settings don't allow this program's origin.
    case origin(String)
    /// The relay doesn't serve this country.
    case country(String)
    /// The relay refused for another reason, in its words.
    case other(String)

    /// Reads the relay's words.
    init(words: String) {
        let words = String(boundedTo: SignLimits.words, words)
        self =
            if words.contains("Project") || words.contains("project") {
                .project(words)
            } else if words.contains("Jwt") || words.contains("JWT") || words.contains("token") {
                .token(words)
            } else if words.contains("Origin") || words.contains("origin") {
                .origin(words)
            } else if words.contains("Country") {
                .country(words)
            } else {
                .other(words)
            }
    }
}

extension RelayRefusal: CustomStringConvertible {
    /// The refusal in words, with what to do.
    public var description: String {
        switch self {
        case .project(let words):
            localized("it doesn’t accept the project id (%1$s): check the id in the settings", DisplayText.name(words))
        case .token(let words):
            localized(
                "it doesn’t accept this computer’s token (%1$s): check the computer’s clock", DisplayText.name(words))
        case .origin(let words):
            localized(
                "the project doesn’t allow this program (%1$s): change the project’s list of origins",
                DisplayText.name(words))
        case .country(let words):
            localized("it doesn’t serve this country (%1$s): choose another relay", DisplayText.name(words))
        case .other(let words): localized("it refuses (%1$s)", DisplayText.name(words))
        }
    }
}

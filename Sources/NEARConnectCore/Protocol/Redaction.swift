// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import Logging
internal import NEARRPC

/// The parts of values that may be written to a log.
package enum Redaction {
    /// The most characters of an address that are logged.
    static let addressLimit = 200

    /// Returns scheme, host and path of a web address, and only the scheme of other links but ours.
    ///
    /// Apps' links say everything in their path; queries and fragments carry what wallets are asked to sign. Nothing is
    /// decoded, so that no page can break a line of the log.
    package static func address(_ uri: String) -> String {
        guard let parts = URLComponents(string: uri), let scheme = parts.scheme else { return "(no address)" }
        guard ["http", "https", InternalScheme.name].contains(scheme.lowercased()), let host = parts.encodedHost else {
            return "\(scheme.prefix(addressLimit)):"
        }
        let text = "\(scheme)://\(host)\(parts.percentEncodedPath)"
        return text.count > addressLimit ? "\(text.prefix(addressLimit))…" : text
    }

    /// Returns the error's own code, without its text, which may quote a wallet or a node.
    package static func error(_ error: any Error) -> Logger.Metadata {
        let code =
            switch error {
            case let error as NEARError: error.code
            case let error as RPCError: error.code
            default: "\(type(of: error))"
            }
        return ["code": "\(code)"]
    }

    /// Returns why a message was refused: a code and the protocol's own names, never words of the message.
    package static func rejection(_ rejection: BridgeMessage.DecodingError) -> Logger.Metadata {
        switch rejection {
        case .notAMessage: ["code": "notAMessage"]
        case .wrongVersion(let version): ["code": "wrongVersion", "version": "\(version)"]
        case .wrongSecret: ["code": "wrongSecret"]
        case .unknownType(let type): ["code": "unknownType", "typeBytes": "\(type.utf8.count)"]
        // The type is one of the protocol's; unknown types fail before their payload is read.
        case .malformed(let type, _): ["code": "malformed", "type": "\(type)"]
        }
    }
}

// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText
internal import WalletConnectSign

/// The methods by which a process speaks through the one that has the store.
enum SignSharing: String {
    case sessions = "walletconnect.sessions"
    /// Proposes a session; the result has the link.
    case propose = "walletconnect.propose"
    /// Waits for the session of a proposal.
    case session = "walletconnect.session"
    case request = "walletconnect.request"
    case ping = "walletconnect.ping"
    case disconnect = "walletconnect.disconnect"
    /// Is answered when the server ends; notifications have what happens.
    case listen = "walletconnect.listen"
    /// Asks a command that only listens to give the store up to the caller.
    case yield = "walletconnect.yield"

    /// The notification that the relay has a request.
    static let asked = "walletconnect.asked"
    /// The notification of what happens.
    static let report = "walletconnect.report"

    /// The code of an answer with a failure of WalletConnect's, whose own code is in `data`.
    private static let failureCode = -32_010
    /// The code of a server that is about to end: nothing was done.
    private static let closingCode = -32_011

    static let unreadable = LocalCallError.invalidParams(localized("the parameters can’t be read"))
    static let closing = LocalCallError(
        code: closingCode, message: localized("the program is about to end; nothing was done"))

    static func isClosing(_ error: LocalCallError) -> Bool { error.code == closingCode }

    /// Tells an error to another process.
    static func answer(to error: any Error) -> LocalCallError {
        switch error {
        case let error as LocalCallError: error
        case let error as SignError:
            LocalCallError(code: failureCode, message: "\(error)", data: ["code": .string(error.code)])
        case is CancellationError: .cancelled
        default: .internalError(DisplayText.words(error))
        }
    }

    /// Reads an error of another process.
    static func error(_ error: LocalCallError) -> SharedSignError? {
        guard error.code == failureCode, let code = error.data?["code"]?.stringValue else { return nil }
        return SharedSignError(code: code, sentence: error.message)
    }

    static func topic(_ params: JSONValue?) throws(LocalCallError) -> Topic {
        guard let topic = params?["topic"]?.stringValue.flatMap({ Topic($0) }) else { throw unreadable }
        return topic
    }

    // MARK: Proposals

    static func json(_ proposal: SessionProposal) -> JSONValue {
        func json(_ requests: [String: NamespaceRequest]) -> JSONValue {
            .object(
                JSONValue.Members(uniqueKeysWithValues: requests.map { (ExactText($0.key), $0.value.json) }))
        }
        return [
            "required": json(proposal.required), "optional": json(proposal.optional), "owner": .string(proposal.owner),
        ]
    }

    static func proposal(_ params: JSONValue?) throws -> SessionProposal {
        func requests(_ name: String) throws(NamespaceError) -> [String: NamespaceRequest] {
            var requests: [String: NamespaceRequest] = [:]
            for (key, json) in params?[name]?.objectValue ?? [:] {
                requests[key.text] = try NamespaceRequest(key.text, json: json)
            }
            return requests
        }
        do throws(NamespaceError) {
            return SessionProposal(
                required: try requests("required"), optional: try requests("optional"),
                owner: params?["owner"]?.stringValue ?? "")
        } catch {
            throw SignError.proposalInvalid(error)
        }
    }
}

extension SpokenRequest {
    init?(json: JSONValue?) {
        guard let json, let session = json["topic"]?.stringValue.flatMap({ Topic($0) }),
            let chain = json["chain"]?.stringValue.flatMap({ ChainID($0) }), let method = json["method"]?.stringValue,
            let seconds = json["seconds"]?.integerValue(as: Int64.self), (300...604_800).contains(seconds)
        else { return nil }
        self.init(
            session: session, chain: chain, method: method, params: json["params"] ?? [:], expiry: .seconds(seconds))
    }

    var json: JSONValue {
        [
            "topic": .string(session.text), "chain": .string("\(chain)"), "method": .string(method), "params": params,
            "seconds": .integer(Int128(expiry.components.seconds)),
        ]
    }
}

/// A failure that the process with the store has told.
package struct SharedSignError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The code, one of `SignError`'s, or `holderEnded`.
    package let code: String
    /// The sentence for users.
    package let sentence: String

    package var description: String { sentence }

    /// The code of a connection that ended while something was asked.
    static let endedCode = "holderEnded"

    /// True if the connection ended while something was asked.
    package var saysThatHolderEnded: Bool { code.hasSameBytes(as: Self.endedCode) }
}

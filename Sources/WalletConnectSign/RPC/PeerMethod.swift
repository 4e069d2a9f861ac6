// SPDX-License-Identifier: MIT

/// The methods between a program and a wallet, with the relay's tags and times to live.
///
/// Source: WalletConnect specifications, "Sign: RPC methods".
package enum PeerMethod: String, CaseIterable, Sendable {
    case pairingDelete = "wc_pairingDelete"
    case pairingPing = "wc_pairingPing"
    case pairingExtend = "wc_pairingExtend"
    case propose = "wc_sessionPropose"
    case settle = "wc_sessionSettle"
    case update = "wc_sessionUpdate"
    case extend = "wc_sessionExtend"
    case request = "wc_sessionRequest"
    case event = "wc_sessionEvent"
    case delete = "wc_sessionDelete"
    case ping = "wc_sessionPing"

    /// The tag of a request; that of its answer is one more.
    package var tag: Int {
        switch self {
        case .pairingDelete: 1000
        case .pairingPing: 1002
        case .pairingExtend: 1004
        case .propose: 1100
        case .settle: 1102
        case .update: 1104
        case .extend: 1106
        case .request: 1108
        case .event: 1110
        case .delete: 1112
        case .ping: 1114
        }
    }

    /// The seconds for which the relay stores a request or its answer.
    package var ttl: Int64 {
        switch self {
        case .propose, .settle, .request, .event: 300
        case .ping, .pairingPing: 30
        case .update, .extend, .delete, .pairingDelete, .pairingExtend: 86_400
        }
    }
}

/// Codes of errors between a program and a wallet (WalletConnect specifications, "Error codes").
package enum PeerCode {
    package static let invalidUpdate = 1003
    package static let invalidExtend = 1004
    package static let invalidSettle = 1005
    package static let unauthorizedMethod = 3001
    package static let unauthorizedEvent = 3002
    package static let unauthorizedUpdate = 3003
    package static let unauthorizedChain = 3005
    package static let userDisconnected = 6000
    package static let expired = 8000
    package static let unsupportedMethod = 10001
    package static let methodNotFound = -32601
}

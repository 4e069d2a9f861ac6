// SPDX-License-Identifier: MIT

import NEARConnectPeers
import NEARPrimitives

/// The requests that a phone wallet gets of a manager.
enum PhoneMatrixRequest: String, CaseIterable {
    case signIn = "sign in"
    case transaction, transactions, message

    /// The number of transfers in it.
    var transferCount: UInt128 {
        switch self {
        case .signIn, .message: 0
        case .transaction: 1
        case .transactions: 2
        }
    }
}

/// The faults between a manager and a phone while it is asked.
///
/// The page's fault comes first: after it the test's clock leaves the page behind.
enum PhoneMatrixFault: String, CaseIterable {
    case pageReload = "page reload"
    case windowClosed = "window closed"
    case userCancels = "Cancel"
    case taskCancelled = "Task cancelled"
    case refused = "phone refuses"
    case unsupported = "phone doesn't know the method"
    case unreadable = "answer is nonsense"
    case otherBytes = "phone signs other bytes"
    case otherKey = "phone signs with another key"
    case otherNonce = "phone signs another nonce"
    case otherAccount = "phone names another account"
    case twice = "answer comes twice"
    case away = "phone away and back"
    case leastGranted = "wallet grants no more than it must"
    case lessGranted = "wallet grants less than it must"
    case otherNetwork = "wallet grants another network"
    case strangeAccount = "wallet grants another account"
    case garbage = "relay sends garbage"
    case messageLost = "relay loses a message"
    case rateLimited = "relay asks for fewer calls"
    case relayLost = "relay lost and back"
    case relaySilent = "relay silent and back"
    case relayUnreachable = "relay unreachable"
    case relayConfirmsNothing = "relay confirms nothing"
    case projectRefused = "relay refuses the project"
    case silent = "phone silent to the end"
    case sessionEnded = "phone ends the session"
    case sessionExpired = "session expires"

    /// Returns how a request must end; `nil` where nothing can go wrong like that.
    func ending(of request: PhoneMatrixRequest) -> String? {
        switch self {
        // The phone's request needs no page.
        case .pageReload: "ok"
        // The link goes with its window. Once a phone is asked, the window waits unseen.
        case .windowClosed: request == .signIn ? "user-cancelled" : "ok"
        case .userCancels: "user-cancelled"
        case .taskCancelled: "task-cancelled"
        // Its user said no.
        case .refused: "wallet-rejected"
        case .unsupported: "wallet-error"
        // Nothing of what it said is used, and nothing is sent.
        case .unreadable, .otherKey, .otherAccount: "signature-invalid"
        // A sign-in has neither.
        case .otherBytes, .otherNonce: request == .signIn ? nil : "signature-invalid"
        case .twice, .away: "ok"
        // Of a session only the accounts and single transactions are demanded.
        case .leastGranted: request == .message ? "wallet-error" : "ok"
        // The demands are compared when the session is made; an update without them isn't accepted.
        case .lessGranted, .otherNetwork: request == .signIn ? "wallet-error" : "ok"
        case .strangeAccount: request == .signIn ? "wallet-error" : "signature-invalid"
        // A relay that comes back has lost nothing.
        case .garbage, .messageLost, .rateLimited, .relayLost, .relaySilent: "ok"
        case .relayUnreachable, .relayConfirmsNothing, .projectRefused: "wallet-error"
        case .silent: "timed-out"
        case .sessionEnded, .sessionExpired: "wallet-error"
        }
    }

    /// Returns true where the account is signed out by it.
    func endsSession(_ request: PhoneMatrixRequest) -> Bool {
        switch self {
        case .sessionEnded, .sessionExpired: request != .signIn
        default: false
        }
    }

    /// Returns the phone's steps.
    ///
    /// - Parameter lead: The seconds by which the manager's clock is ahead of the phone's, at most.
    func script(_ request: PhoneMatrixRequest, lead: Int64) -> PhoneWalletScript {
        var (connect, asked): ([PhoneWalletStep], [PhoneWalletStep]) = ([], [])
        switch self {
        case .pageReload, .relayLost: asked = [.wait]
        case .windowClosed, .userCancels, .taskCancelled: asked = [.wait]
        case .refused: (connect, asked) = ([.reject(code: 5_000, message: "no")], [.reject(code: 4_001, message: "no")])
        case .unsupported: asked = [.reject(code: 10_001, message: "unsupported")]
        case .unreadable: asked = [.value("nonsense")]
        case .otherBytes: asked = [.wrongBytes]
        case .otherKey: asked = [.wrongKey]
        case .otherNonce: asked = [.wrongNonce]
        case .otherAccount: asked = [.wrongAccount("mallory.test.near")]
        case .twice: (connect, asked) = ([.twice], [.twice])
        case .away: asked = [.sleep]
        case .leastGranted, .lessGranted, .otherNetwork, .strangeAccount:
            if request == .signIn, let grant { connect = [.grant(grant)] }
        case .silent: (connect, asked) = ([.hang], [.hang])
        case .sessionEnded: asked = [.disconnect(code: 6_000, message: "bye")]
        case .sessionExpired: (connect, asked) = ([.expiry(seconds: lead + 200)], [.hang])
        case .garbage, .messageLost, .rateLimited, .relaySilent, .relayUnreachable, .relayConfirmsNothing,
            .projectRefused:
            break
        }
        return PhoneWalletScript(["connect": connect, "*": asked])
    }

    /// The wallet's grants, at the sign-in and by an update later; `nil` for those that are asked for.
    var grant: PhoneWalletGrant? {
        switch self {
        case .leastGranted: PhoneWalletGrant(methods: ["near_getAccounts", "near_signTransaction"])
        case .lessGranted: PhoneWalletGrant(methods: ["near_getAccounts"])
        case .otherNetwork:
            PhoneWalletGrant(chains: ["near:testnet"], accounts: ["near:testnet:alice.test.near"])
        case .strangeAccount: PhoneWalletGrant(accounts: ["near:devnet:mallory.test.near"])
        default: nil
        }
    }

    /// Returns the relay's fault, which counts for the manager and not for the phone; `nil` where it has none.
    func rule(_ request: PhoneMatrixRequest) -> RelayRule? {
        let publish = RelayRule.Event.call("irn_publish")
        // A proposal has the tag 1100, a request 1108, its answer 1109.
        let first = request == .signIn ? 1_100 : 1_108
        let agent = "wc-2/swift"
        switch self {
        case .garbage: return RelayRule(.garbage, on: .delivery, tag: 1_109, agent: agent)
        case .messageLost: return RelayRule(.lose, on: publish, tag: 1_108, agent: agent)
        case .rateLimited: return RelayRule(.limit, on: publish, tag: first, agent: agent)
        case .relaySilent: return RelayRule(.mute, on: publish, tag: 1_108, agent: agent)
        case .relayUnreachable: return RelayRule(.cut, on: .connection, agent: agent, times: nil)
        case .relayConfirmsNothing: return RelayRule(.lose, on: publish, tag: first, agent: agent, times: nil)
        case .projectRefused:
            return RelayRule(.refuse(code: 401, data: "ProjectNotFound"), on: .connection, agent: agent, times: nil)
        default: return nil
        }
    }
}

/// The table of phones, as a part of a page of the documentation.
enum PhoneMatrixPage {
    static let text: String = {
        let header = ["fault"] + PhoneMatrixRequest.allCases.map(\.rawValue)
        let rows = PhoneMatrixFault.allCases.map { fault in
            [fault.rawValue] + PhoneMatrixRequest.allCases.map { fault.ending(of: $0).map { "`\($0)`" } ?? "–" }
        }
        let lines = [header, header.map { _ in "---" }] + rows
        return """

            ## A phone is asked

            How a request to a wallet on a phone ends, over WalletConnect: the code of the `NEARError`, or `ok`. `PhoneFaultMatrixTests` runs every
            cell with a real relay, a phone that signs for real, and the devnet, by a clock that it moves. Each request ends once. What fails moves
            nothing on the chain, also where the phone signs later: the journal has that as signed late and not sent. The next request succeeds, and
            needs no other link. After the last two rows the account is signed out, and signs in again; a relay that has refused the project is
            asked again at the next start.

            A sign-in begins with its link, so that some faults meet the proposal; what a wallet grants it changes later by an update. `–` stands
            where nothing can go wrong like that. Delegate actions end with `wallet-error` before a phone is asked: none signs them.


            """ + lines.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n") + "\n"
    }()
}

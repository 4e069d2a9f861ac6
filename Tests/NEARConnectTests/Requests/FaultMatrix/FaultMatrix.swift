// SPDX-License-Identifier: MIT

import NEARConnectLocal
import NEARConnectTestKit
import NEARPrimitives

@testable import NEARConnect
@testable import NEARConnectCore

/// The requests to a wallet.
enum MatrixRequest: String, CaseIterable {
    case signIn = "sign in"
    case signInAndMessage = "sign in + message"
    case transaction, transactions, message
    case delegate = "delegate action"

    /// The wallet's method.
    var method: String {
        switch self {
        case .signIn: "signIn"
        case .signInAndMessage: "signInAndSignMessage"
        case .transaction: "signAndSendTransaction"
        case .transactions: "signAndSendTransactions"
        case .message: "signMessage"
        case .delegate: "signDelegateActions"
        }
    }

    /// True if the wallet needs a node for the request.
    var needsNode: Bool {
        switch self {
        case .signIn, .signInAndMessage, .message: false
        case .transaction, .transactions, .delegate: true
        }
    }

    /// Asks for it.
    @MainActor
    func perform(_ manager: NEARWalletManager, to receiver: AccountId) async throws {
        let transfer = NEARWalletManager.TransactionRequest(
            receiverId: receiver, actions: [.transfer(TransferAction(deposit: NEARToken(yoctoNEAR: 1)))])
        switch self {
        case .signIn:
            _ = try await manager.signIn(walletId: ScriptedWallet.id)
        case .signInAndMessage:
            _ = try await manager.signInAndSignMessage(
                walletId: ScriptedWallet.id, message: "hello", recipient: "matrix")
        case .transaction:
            _ = try await manager.signAndSendTransaction(receiverId: receiver, actions: transfer.actions)
        case .transactions:
            _ = try await manager.signAndSendTransactions([transfer, transfer])
        case .message:
            _ = try await manager.sign(message: "hello", recipient: "matrix")
        case .delegate:
            _ = try await manager.signDelegateActions([transfer])
        }
    }
}

/// The faults that happen while the wallet works.
enum MatrixFault: String, CaseIterable {
    case replyLost = "reply lost"
    case windowClosed = "window closed"
    case popupClosed = "popup closed"
    case escape = "Escape"
    case deadline
    case taskCancelled = "Task cancelled"
    case pageReload = "page reload"
    case bridgeNavigates = "bridge page navigates"
    case webProcessKilled = "web process SIGKILL"
    case networkProcessKilled = "network process SIGKILL"
    case executorCrash = "executor crash"
    case executorSilent = "executor silent"
    case executorFloods = "executor floods"
    case executorSpins = "executor spins for ever"
    /// The last one: the node stays away.
    case nodeDown = "RPC down"

    /// Returns how a request must end, by the documentation of each error.
    ///
    /// All rows but one were written before any of them ran. The row of the network process was changed afterwards and
    /// states what the run has shown.
    func ending(of request: MatrixRequest) -> String {
        switch self {
        // No answer came in time, whatever the wallet did; the journal finds out about transactions.
        case .replyLost, .deadline, .executorSilent, .executorFloods: "timed-out"
        // The user cancelled.
        case .windowClosed, .popupClosed, .escape: "user-cancelled"
        case .taskCancelled: "task-cancelled"
        // The page that worked on it is another one now.
        case .pageReload, .bridgeNavigates: "bridge-reloaded"
        // A process that worked on it has ended. One that hangs is stopped if there is no window in which to ask.
        case .webProcessKilled, .networkProcessKilled, .executorSpins: "bridge-crashed"
        // What needs no node goes on. What needs one is the wallet's failure to tell.
        case .nodeDown: request.needsNode ? "wallet-rejected" : "ok"
        case .executorCrash: "wallet-error"
        }
    }

    /// Returns the wallet's steps before and during the fault; `site` has the wallet's page.
    func script(site: String) -> JSONValue {
        switch self {
        case .replyLost: []
        case .windowClosed, .escape, .deadline, .taskCancelled, .pageReload, .bridgeNavigates, .webProcessKilled:
            ["show", "hang"]
        case .popupClosed: [["do": "open", "url": .string("\(site)/wallet"), "then": "message"]]
        case .networkProcessKilled: ["show", "hang"]
        case .nodeDown: ["show", "wait"]
        case .executorCrash: ["show", "crash"]
        case .executorSilent: ["hang"]
        case .executorFloods: ["flood"]
        case .executorSpins: [["do": "spin", "milliseconds": 1_000_000_000]]
        }
    }
}

/// The table as a page of the documentation.
enum MatrixPage {
    static let text: String = {
        let header = ["fault"] + MatrixRequest.allCases.map(\.rawValue)
        let rows = MatrixFault.allCases.map { fault in
            [fault.rawValue] + MatrixRequest.allCases.map { "`\(fault.ending(of: $0))`" }
        }
        let lines = [header, header.map { _ in "---" }] + rows
        return """
            # Fault matrix

            How a request ends when something goes wrong while the wallet is at work: the code of the `NEARError`, or `ok`. Each request ends once
            and within its deadline, and the next one succeeds. `FaultMatrixTests` runs every cell in a real web view against the devnet, prints
            how long each took, and checks that this page says the same.


            """ + lines.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n") + "\n"
                + PhoneMatrixPage.text
    }()
}

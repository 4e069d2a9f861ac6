// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// A request of a page in a driven browser, and what became of it.
package struct DrivenRequest: Sendable {
    /// The states of a request.
    package enum State: String, Sendable, CaseIterable {
        /// It waits for whoever controls the browser.
        case open
        /// It was approved; what came of it says the page, the journal and the chain.
        case approved
        /// It was refused.
        case refused
        /// Nobody answered in time, so it was refused.
        case expired
        /// Its page is gone, or its permission.
        case withdrawn
    }

    /// Those who answer requests.
    package enum Judge: String, Sendable, CaseIterable {
        /// The policy.
        case policy
        /// Whoever controls the browser.
        case controller = "control"
        /// The user, in a window.
        case user
        /// The browser itself: it is locked, its time is over, or the page is gone.
        case browser
    }

    /// The request's number; the first has 1.
    package let id: Int
    /// The thing to approve.
    package let request: ApprovalRequest
    /// The state.
    package internal(set) var state = State.open
    /// The one who has answered; `nil` while it is open.
    package internal(set) var judge: Judge?
    /// The reason of a refusal.
    package internal(set) var reason: String?

    /// The origin of the page that asks; `nil` for other askers.
    package var origin: ExactText? {
        if case .dApp(let frame) = request.asker { frame.origin } else { nil }
    }

    /// The kind of the request, as the control channel names it.
    package var kind: String {
        switch request.subject {
        case .signIn: "signIn"
        case .signInAndSignMessage: "signInAndSignMessage"
        case .signInWithFunctionCallKey: "signInWithKey"
        case .message: "signMessage"
        case .transactions: "transactions"
        case .delegateActions: "delegateActions"
        }
    }

    /// The kinds that there are.
    package static let kinds = [
        "signIn", "signInAndSignMessage", "signInWithKey", "signMessage", "transactions", "delegateActions",
    ]
}

extension DrivenRequest {
    /// The request as the control channel describes it.
    package var json: JSONValue {
        var fields: JSONValue.Members = [
            "id": .integer(Int128(id)), "kind": .string(kind), "state": .string(state.rawValue),
            "asker": .string(request.asker.key.text), "network": .string(request.network),
            "candidates": .array(request.candidates.map { .string($0.text) }),
            "transactions": .array(request.intents.map(Self.json)),
        ]
        if let origin { fields["origin"] = .string(origin.text) }
        if let chain = request.chain { fields["genesisHash"] = .string(chain.genesis) }
        if let signer = request.signerId { fields["signerId"] = .string(signer.text) }
        if let message = request.message {
            fields["message"] = ["text": .string(message.text.text), "recipient": .string(message.recipient.text)]
        }
        if let permission = request.signInPermission {
            fields["key"] = [
                "receiverId": .string(permission.receiverId.text),
                "methodNames": .array(permission.methodNames.map { .string($0.text) }),
                "allowance": permission.allowance.map { .string("\($0.yoctoNEAR)") } ?? .null,
            ]
        }
        if let site = request.otherSite { fields["otherSite"] = .string("\(site)") }
        do throws(AmountError) {
            fields["deposit"] = .string("\(try request.totalDeposit().yoctoNEAR)")
            fields["gas"] = .string("\(try request.totalGas().gas)")
        } catch {
            // More than there is: no number says it.
        }
        if let judge { fields["by"] = .string(judge.rawValue) }
        if let reason { fields["reason"] = .string(reason) }
        return .object(fields)
    }

    private static func json(_ intent: TransactionRequest) -> JSONValue {
        var actions: [JSONValue] = []
        do throws(NEARError) {
            actions = try TransactionRequest.json(of: intent.actions)
        } catch {
            actions = intent.actions.map { ["type": .string(JournalAction($0).summary)] }
        }
        return [
            "receiverId": .string(intent.receiverId.text), "actions": .array(actions),
            "summary": .array(intent.actions.map { .string(JournalAction($0).summary) }),
        ]
    }
}

extension ApprovalRequest {
    /// The message that is to be signed; `nil` when there is none.
    fileprivate var message: (text: ExactText, recipient: ExactText)? {
        switch subject {
        case .signInAndSignMessage(_, let text, let recipient), .message(let text, let recipient, _):
            (text, recipient)
        case .signIn, .signInWithFunctionCallKey, .transactions, .delegateActions: nil
        }
    }
}

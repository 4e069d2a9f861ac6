// SPDX-License-Identifier: MIT

internal import FoundationEssentials
package import NEARPrimitives

extension DrivenRequest {
    /// The request as the control channel describes it.
    package var json: JSONValue {
        var fields: JSONValue.Members =
            switch subject {
            case .approval(let request): Self.fields(of: request)
            case .site(let question): Self.fields(of: question.subject)
            }
        fields["id"] = .integer(Int128(id))
        fields["kind"] = .string(kind)
        fields["state"] = .string(state.rawValue)
        fields["asker"] = .string(asker.key.text)
        fields["candidates"] = .array(candidates.map { .string($0.text) })
        if let origin { fields["origin"] = .string(origin.text) }
        if let judge { fields["by"] = .string(judge.rawValue) }
        if let reason { fields["reason"] = .string(reason) }
        return .object(fields)
    }

    private static func fields(of request: ApprovalRequest) -> JSONValue.Members {
        var fields: JSONValue.Members = [
            "network": .string(request.network), "transactions": .array(request.intents.map(json)),
        ]
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
        return fields
    }

    /// Returns what a question about a network is about: `network` is the one that the page wants.
    private static func fields(of subject: SiteQuestion.Subject) -> JSONValue.Members {
        var fields: JSONValue.Members = ["transactions": []]
        switch subject {
        case .switchNetwork(let current, let wanted, let chain):
            fields["network"] = .string(wanted.text)
            fields["from"] = .string(current.text)
            if let chain { fields["genesisHash"] = .string(chain.genesis) }
        case .addNetwork(let offer, let isUpdate):
            fields["network"] = .string(offer.networkId.text)
            fields["genesisHash"] = .string(offer.chain.genesis)
            fields["rpcUrls"] = .array(offer.rpcURLs.map { .string($0.absoluteString) })
            if let explorer = offer.explorer { fields["explorerUrl"] = .string(explorer.absoluteString) }
            fields["isUpdate"] = .bool(isUpdate)
        }
        return fields
    }

    private static func json(_ intent: TransactionRequest) -> JSONValue {
        var actions: [JSONValue] = []
        do throws(NEARError) {
            actions = try TransactionRequest.json(of: intent.actions)
        } catch {
            actions = intent.actions.map { ["type": .string(JournalAction($0).type)] }
        }
        return [
            "receiverId": .string(intent.receiverId.text), "actions": .array(actions),
            "summary": .array(intent.actions.map { .string(JournalAction($0).plainSummary) }),
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

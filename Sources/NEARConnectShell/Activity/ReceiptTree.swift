// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARPrimitives
internal import SafeText

/// A transaction's steps as a tree: the transaction, the receipts that it made, and those that they made.
enum ReceiptTree {
    /// The most steps that are shown; a transaction has far fewer.
    private static let limit = 1_000

    /// Returns the rows of a transaction: the step, its account, what came of it, and its gas.
    static func rows(of outcome: FinalExecutionOutcome) -> [TreeRow] {
        var tree = Growing(outcome)
        let transaction = outcome.transaction
        let actions = transaction.actions.map(words).joined(separator: ", ")
        var root = tree.row(
            outcome.transactionOutcome, step: localized("Transaction: %1$s", actions))
        // A node that shows a receipt nobody made has a reason for it, and hides none.
        root.children += tree.leftOver()
        return [root]
    }

    private struct Growing {
        private let outcomes: [CryptoHash: ExecutionOutcomeWithId]
        private let receipts: [CryptoHash: ReceiptView]
        private let order: [CryptoHash]
        private var seen: Set<CryptoHash> = []

        init(_ outcome: FinalExecutionOutcome) {
            let all = outcome.receiptsOutcome.prefix(limit)
            outcomes = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
            receipts = Dictionary(outcome.receipts.prefix(limit).map { ($0.receiptId, $0) }) { first, _ in first }
            order = all.map(\.id)
        }

        mutating func row(_ step: ExecutionOutcomeWithId, step name: String) -> TreeRow {
            seen.insert(step.id)
            let outcome = step.outcome
            var children = outcome.logs.prefix(100).map { TreeRow([localized("Log: %1$s", $0), "", "", ""]) }
            for id in outcome.receiptIds {
                guard !seen.contains(id) else { continue }
                if let next = outcomes[id] { children.append(row(next, step: self.name(of: id))) }
            }
            return TreeRow(
                [
                    name, outcome.executorId.text, ReceiptTree.words(outcome.status),
                    NumberStyle.current.words(outcome.gasBurnt),
                ],
                children)
        }

        mutating func leftOver() -> [TreeRow] {
            order.compactMap { id in
                guard !seen.contains(id), let step = outcomes[id] else { return nil }
                return row(step, step: name(of: id))
            }
        }

        private func name(of id: CryptoHash) -> String {
            guard let receipt = receipts[id] else { return localized("Receipt %1$s", id.description) }
            switch receipt.receipt {
            case .action(let action):
                let words = action.actions.map(ReceiptTree.words).joined(separator: ", ")
                return receipt.predecessorId.text == "system" ? localized("Refund: %1$s", words) : words
            case .data: return localized("Result of another step")
            case .globalContractDistribution: return localized("Contract on its way to a shard")
            case .unrecognized: return localized("Receipt %1$s", id.description)
            }
        }
    }

    /// Returns what came of a step.
    static func words(_ status: ExecutionStatus) -> String {
        switch status {
        case .unknown: localized("not known")
        case .failure(let error): localized("failed: %1$s", error.description)
        case .successValue(let bytes):
            bytes.isEmpty ? localized("done") : localized("returned %1$s", text(of: bytes))
        case .successReceiptId: localized("handed on")
        case .unrecognized: localized("not known to this version")
        }
    }

    /// Returns bytes as text, or as a number of bytes where they are none or too many.
    private static func text(of bytes: [UInt8]) -> String {
        if bytes.count <= 200, let text = String(validating: bytes, as: UTF8.self) { return text }
        return localizedPlural("%1$s byte", "%1$s bytes", count: bytes.count, "\(bytes.count)")
    }

    /// Returns a deployment in a few words; nodes show the code, or only its hash.
    private static func deployment(_ codeOrHash: [UInt8]) -> String {
        do throws(CryptoHash.ParsingError) {
            let hash = try CryptoHash(bytes: codeOrHash)
            if !codeOrHash.starts(with: [0x00, 0x61, 0x73, 0x6D]) {
                return localized("deploy the contract with the SHA-256 %1$s", hash.description)
            }
        } catch {
            // Only a hash is this short.
        }
        return localizedPlural(
            "deploy a contract of %1$s byte", "deploy a contract of %1$s bytes", count: codeOrHash.count,
            NumberStyle.current.text("\(codeOrHash.count)"))
    }

    /// Returns an action in a few words.
    static func words(_ action: ActionView) -> String {
        switch action {
        case .createAccount: localized("create the account")
        case .deployContract(let codeOrHash): deployment(codeOrHash)
        case .functionCall(let call):
            call.deposit > .zero
                ? localized("call %1$s with %2$s", call.methodName.text, NumberStyle.current.words(call.deposit))
                : localized("call %1$s", call.methodName.text)
        case .transfer(let transfer): localized("send %1$s", NumberStyle.current.words(transfer.deposit))
        case .stake(let stake): localized("stake %1$s", NumberStyle.current.words(stake.stake))
        case .addKey: localized("add a key")
        case .deleteKey: localized("remove a key")
        case .deleteAccount(let delete):
            localized("delete the account and send what is left to %1$s", delete.beneficiaryId.text)
        case .delegate(let delegate): localized("do what %1$s has signed", delegate.senderId.text)
        case .deployGlobalContract, .deployGlobalContractByAccountId: localized("publish a global contract")
        case .useGlobalContract: localized("use a global contract")
        case .deterministicStateInit: localized("create the account from its state")
        case .transferToGasKey: localized("pay into a gas key")
        case .withdrawFromGasKey: localized("take from a gas key")
        case .unrecognized: localized("an action that this version doesn’t know")
        }
    }
}

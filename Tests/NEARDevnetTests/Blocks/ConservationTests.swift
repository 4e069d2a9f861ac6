// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// Tokens neither appear nor vanish: those that no account owns any more are counted as burnt.
@Suite(.ownThread) struct ConservationTests {
    /// A generator with a seed, so that a failure can be had again (SplitMix64).
    struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }

    static let names = ["root", "alice.root", "bob.root", "new.alice.root", "deep.new.alice.root", "nobody.root"]

    /// Makes random transactions.
    ///
    /// Signatures are left out where only the server would look at them: they cost the most.
    struct Source {
        private let keys: [String: SecretKey]
        private let gasKey: PublicKey
        private let signature: Signature
        /// Code to deploy: two contracts that work, and what is none.
        private let codes: [[UInt8]]

        init(_ chain: LocalChain) throws {
            keys = try Dictionary(uniqueKeysWithValues: ConservationTests.names.map { ($0, try chain.key($0)) })
            gasKey = try chain.key("gas").publicKey
            let token = SampleContract.fungibleToken(owner: try AccountId("root"), totalSupply: "1000")
            codes = [try SampleContract.guestBook.code(), try token.code(), [UInt8](repeating: 1, count: 300)]
            signature = try Signature(keyType: .ed25519, bytes: [UInt8](repeating: 0, count: 64))
        }

        func transaction(_ chain: LocalChain, _ random: inout Generator) throws -> PendingTransaction {
            let signer = name(&random)
            let key = try key(signer)
            let signerId = try AccountId(signer)
            guard chain.state.accessKey(signerId, key.publicKey) != nil else { return try revive(signer, chain) }
            if Int.random(in: 0..<40, using: &random) == 0 { return try initialize(signer, on: chain, using: &random) }
            let receiver = Bool.random(using: &random) ? signer : name(&random)
            let actions = try (0..<Int.random(in: 1...4, using: &random)).map { _ in try action(signer, &random) }
            if chain.state.gasKeyNonce(signerId, gasKey, index: 0) != nil, Int.random(in: 0..<3, using: &random) == 0 {
                return try makeByGasKey(signer, to: receiver, actions, on: chain)
            }
            guard Int.random(in: 0..<5, using: &random) == 0 else {
                return try make(signer, to: receiver, actions, on: chain)
            }
            let nonce = chain.state.accessKey(signerId, key.publicKey)?.nonce ?? 0
            let delegate = DelegateAction(
                senderId: signerId, receiverId: try AccountId(receiver), actions: actions, nonce: nonce + 1,
                maxBlockHeight: chain.chain.head.height + 10, publicKey: key.publicKey)
            return try make(
                name(&random), to: signer, [.delegate(SignedDelegateAction.sign(delegate, with: key))], on: chain)
        }

        /// Lets the parent create the account again, or add its key; or fail to.
        private func revive(_ name: String, _ chain: LocalChain) throws -> PendingTransaction {
            let parent = try AccountId(name).parent?.text ?? "root"
            let key = AddKeyAction(publicKey: try key(name).publicKey, accessKey: .fullAccess)
            return try make(parent, to: name, [.createAccount, .transfer(NEARToken.test(50)), .addKey(key)], on: chain)
        }

        /// Gives an account, whose id follows from it, its first state, and more than it needs.
        private func initialize(
            _ signer: String, on chain: LocalChain, using random: inout Generator
        ) throws -> PendingTransaction {
            let code = GlobalContractIdentifier.accountId(try AccountId(name(&random)))
            let data: [[UInt8]: [UInt8]] = [[1]: [UInt8](repeating: 2, count: .random(in: 0...2_000, using: &random))]
            let state = DeterministicAccountStateInit.v1(DeterministicAccountStateInitV1(code: code, data: data))
            let action = DeterministicStateInitAction(stateInit: state, deposit: NEARToken.test(1))
            return try make(signer, to: state.accountId.text, [.deterministicStateInit(action)], on: chain)
        }

        private func make(
            _ signer: String, to receiver: String, _ actions: [Action], on chain: LocalChain
        ) throws -> PendingTransaction {
            let publicKey = try key(signer).publicKey
            let signerId = try AccountId(signer)
            let body = TransactionV0(
                signerId: signerId, publicKey: publicKey,
                nonce: (chain.state.accessKey(signerId, publicKey)?.nonce ?? 0) + 1,
                receiverId: try AccountId(receiver), blockHash: chain.chain.head.hash, actions: actions)
            return PendingTransaction(SignedTransaction(transaction: .v0(body), signature: signature))
        }

        /// Signs with the account's gas key.
        private func makeByGasKey(
            _ signer: String, to receiver: String, _ actions: [Action], on chain: LocalChain
        ) throws -> PendingTransaction {
            let signerId = try AccountId(signer)
            let nonce = chain.state.gasKeyNonce(signerId, gasKey, index: 0) ?? 0
            let body = TransactionV1(
                signerId: signerId, publicKey: gasKey, nonce: .gasKeyNonce(nonce: nonce + 1, nonceIndex: 0),
                receiverId: try AccountId(receiver), blockHash: chain.chain.head.hash, actions: actions)
            return PendingTransaction(SignedTransaction(transaction: .v1(body), signature: signature))
        }

        /// An action on the gas key, or its addition.
        private func gasKeyAction(_ amount: NEARToken, _ random: inout Generator) -> Action {
            switch Int.random(in: 0..<8, using: &random) {
            case 0...2:
                let info = GasKeyInfo(balance: .zero, numNonces: .random(in: 1...2, using: &random))
                return .addKey(
                    AddKeyAction(publicKey: gasKey, accessKey: AccessKey(permission: .gasKeyFullAccess(info))))
            case 3...5: return .transferToGasKey(TransferToGasKeyAction(publicKey: gasKey, deposit: amount))
            case 6:
                let part = NEARToken(yoctoNEAR: amount.yoctoNEAR / 4)
                return .withdrawFromGasKey(WithdrawFromGasKeyAction(publicKey: gasKey, amount: part))
            default: return .deleteKey(DeleteKeyAction(publicKey: gasKey))
            }
        }

        private func action(_ signer: String, _ random: inout Generator) throws -> Action {
            let other = try AccountId(name(&random))
            let amount = NEARToken(yoctoNEAR: UInt128.random(in: 0...NEARToken.test(3).yoctoNEAR, using: &random))
            let publicKey = try key(name(&random)).publicKey
            switch Int.random(in: 0..<38, using: &random) {
            case 0: return .deleteAccount(DeleteAccountAction(beneficiaryId: other))
            case 1: return .deleteKey(DeleteKeyAction(publicKey: publicKey))
            case 2...4: return .createAccount
            case 5...8:
                let gas = Gas.tera(UInt64.random(in: 1...300, using: &random))
                let method = Self.methods.randomElement(using: &random) ?? "m"
                let arguments: JSONValue = [
                    "owner_id": .id(other), "total_supply": "1000", "account_id": .id(other), "receiver_id": .id(other),
                    "amount": "5", "msg": "hello", "text": "hello",
                ]
                let deposit = Bool.random(using: &random) ? NEARToken(yoctoNEAR: 1) : amount
                return .functionCall(method, args: arguments.bytes, gas: gas, deposit: deposit)
            case 9...12: return .addKey(AddKeyAction(publicKey: publicKey, accessKey: .fullAccess))
            case 13...15:
                return .deployContract(DeployContractAction(code: codes.randomElement(using: &random) ?? []))
            case 16...18: return .stake(StakeAction(stake: amount, publicKey: publicKey))
            case 19: return .deployGlobalContract(DeployGlobalContractAction(code: [1, 2, 3], deployMode: .accountId))
            case 20: return .useGlobalContract(UseGlobalContractAction(contractIdentifier: .accountId(other)))
            case 30...37: return gasKeyAction(amount, &random)
            default: return .transfer(amount)
            }
        }

        private static let methods = ["m", "add_message", "new", "storage_deposit", "ft_transfer", "ft_transfer_call"]

        private func name(_ random: inout Generator) -> String {
            ConservationTests.names.randomElement(using: &random) ?? "root"
        }

        private func key(_ name: String) throws -> SecretKey { try #require(keys[name]) }
    }

    /// 100,000 transactions over all seeds.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func supplyIsConservedOverRandomTransactions(seed: UInt64) throws {
        var random = Generator(state: seed)
        var chain = try LocalChain {
            $0.epochLength = 20
            $0.parameters.minimumStake = 1_000
            $0.stateHistoryLength = 2
            $0.blockHistoryLength = 50
        }
        let source = try Source(chain)
        var tried = 0
        var accepted = 0
        var failed = 0
        var succeeded: Set<String> = []
        while tried < 5_000 {
            let nonces = nonces(chain)
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                tried += 1
                if isAccepted(try source.transaction(chain, &random), &chain) { accepted += 1 }
            }
            // Not always until nothing is left: transactions meet one another's receipts.
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                try chain.chain.produceBlock()
                failed += try check(chain, &succeeded)
            }
            for (key, nonce) in nonces {
                guard let now = chain.state.accessKey(key.id, key.publicKey)?.nonce, now < nonce else { continue }
                Issue.record("The nonce of \(key) went from \(nonce) to \(now)")
            }
        }
        // Or else nothing was tested.
        #expect(accepted > 500)
        #expect(failed > 200)
        // A first state needs code that an account has deployed for everyone, which not every seed comes to.
        #expect(succeeded.count >= SampleAction.names.count - 1, "\(succeeded)")
    }

    /// Holds the last block against the rules.
    ///
    /// Says how many of its receipts failed.
    private func check(_ chain: LocalChain, _ succeeded: inout Set<String>) throws -> Int {
        let block = chain.chain.head
        // Without #expect, which takes more time than all the rest.
        let (tokens, supply) = (try chain.countTokens(), block.header.totalSupply - block.burnt)
        if tokens != supply { Issue.record("Block \(block.height): there are \(tokens), and should be \(supply)") }
        var failed: Set<CryptoHash> = []
        for outcome in block.outcomes {
            if case .failure = outcome.status {
                failed.insert(outcome.id)
            } else if let receipt = chain.chain.receipt(outcome.id), !receipt.isRefund {
                for action in receipt.action.actions { succeeded.insert(Self.name(of: action)) }
            }
        }
        for change in block.changes {
            guard case .receiptProcessing(let id) = change.cause, failed.contains(id) else { continue }
            Issue.record("Receipt \(id) failed and changed \(change.value)")
        }
        return failed.count
    }

    private static func name(of action: Action) -> String {
        Mirror(reflecting: action).children.first?.label ?? "createAccount"
    }

    private func isAccepted(_ transaction: PendingTransaction, _ chain: inout LocalChain) -> Bool {
        let body = transaction.signed.transaction
        do {
            try ActionValidator(chain.chain.settings.parameters).validate(body.actions, receiver: body.receiverId)
            try chain.chain.accept(transaction)
            return true
        } catch {
            return false
        }
    }

    private struct KeyName: Hashable {
        let id: AccountId
        let publicKey: PublicKey
    }

    private func nonces(_ chain: LocalChain) -> [KeyName: UInt64] {
        var nonces: [KeyName: UInt64] = [:]
        for account in chain.state.allAccounts {
            for entry in chain.state.accessKeyList(account.id) {
                nonces[KeyName(id: account.id, publicKey: entry.publicKey)] = entry.accessKey.nonce
            }
        }
        return nonces
    }
}

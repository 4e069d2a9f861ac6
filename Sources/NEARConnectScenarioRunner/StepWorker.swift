// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnect
internal import NEARConnectCore
internal import NEARConnectLocal
internal import NEARConnectScenarios
internal import NEARDevnet
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// The findings of a step.
struct StepFindings: Sendable {
    /// The findings in words.
    var detail = ""
    /// The result for later steps.
    var value = JSONValue.null
    /// The returned or read value, which `expect` compares; `nil` where there is none.
    var compared: JSONValue?
    /// The outcome of a transaction.
    var outcome: FinalExecutionOutcome?
    /// The log lines of a view call.
    var logs: [String] = []
    /// The balance that was read.
    var balance: NEARToken?
    /// The account that signed in or signed.
    var account: String?
    /// The rights of an access key.
    var permission: ScenarioExpectation.Permission?
}

/// Does the work of steps.
@MainActor
final class StepWorker {
    private let stage: ScenarioStage
    private let files: ScenarioFiles
    private let screen: any ScenarioScreen
    private let folder: ResultFolder
    private var delegates: [String: SignedDelegateAction] = [:]

    private var manager: NEARWalletManager { stage.manager }

    init(_ stage: ScenarioStage, files: ScenarioFiles, screen: any ScenarioScreen, folder: ResultFolder) {
        self.stage = stage
        self.files = files
        self.screen = screen
        self.folder = folder
    }

    /// Does the work of one step.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - values: The values that it may refer to.
    /// - Throws: The error that the step ends with.
    func perform(_ step: Scenario.Step, _ values: ScenarioValues) async throws -> StepFindings {
        do {
            return try await work(step, values)
        } catch {
            // The keystore's page has words for it, and this process has seen the reason.
            guard case NEARError.walletRejected = error, let refusal = manager.keystoreRefusal else { throw error }
            throw refusal.error
        }
    }

    private func work(_ step: Scenario.Step, _ values: ScenarioValues) async throws -> StepFindings {
        switch step.work {
        case .signIn(let wallet): return try await signIn(try wallet.value(values))
        case .signOut:
            try await manager.signOut()
            return StepFindings()
        case .restart:
            try await stage.restart()
            try await manager.ready()
            return StepFindings(detail: manager.currentAccount?.accountId ?? "")
        case .send(let request):
            let request = try Self.transaction(request, values)
            return Self.findings(
                try await manager.signAndSendTransaction(receiverId: request.receiverId, actions: request.actions))
        case .deploy(let code): return try await deploy(code)
        case .signMessage(let message, let recipient):
            return Self.findings(
                try await manager.sign(message: message.value(values), recipient: recipient.value(values)))
        case .delegate(let request): return try await delegate(try Self.transaction(request, values), step.resultName)
        case .relay(let name, let relayer): return try await relay(name, try relayer.value(values))
        case .script(let script):
            let script = try script.value(values)
            if let phone = stage.phone {
                try await phone.follow(script)
            } else {
                try await manager.store(script.text, underKey: "script", ofWallet: ScriptedWalletProgram.walletId)
            }
            return StepFindings()
        case .fastForward(let blocks):
            try await stage.devnet?.fastForward(try blocks.value(values).number)
            return StepFindings()
        case .patchState(let entry):
            if let devnet = stage.devnet { try await ChainShelf.set(entry, values, on: devnet) }
            return StepFindings()
        case .screenshot(let name):
            let file = try folder.make().appendingPathComponent(name)
            try await screen.picture(of: manager, to: file)
            return StepFindings(detail: file.path)
        case .view, .balance, .state, .key:
            return try await ChainReader(client: manager.client()).read(step.work, values)
        }
    }

    // MARK: Signing

    private func signIn(_ wallet: String) async throws -> StepFindings {
        let id =
            switch wallet {
            case "scripted": ScriptedWalletProgram.walletId
            case "walletconnect": stage.phone?.walletId ?? ""
            default: PackagedWallet.keystore
            }
        let account = try await manager.signIn(walletId: id)
        var findings = StepFindings(detail: account.accountId)
        findings.account = account.accountId
        var fields: JSONValue.Members = ["account": .string(account.accountId), "wallet": .string(wallet)]
        if let key = account.publicKey { fields["publicKey"] = .string("\(key)") }
        findings.value = .object(fields)
        return findings
    }

    private static func transaction(
        _ request: ScenarioWork.Request, _ values: ScenarioValues
    ) throws -> TransactionRequest {
        switch request {
        case .transfer(let receiver, let amount):
            return TransactionRequest(
                receiverId: try receiver.value(values),
                actions: [.transfer(TransferAction(deposit: try amount.value(values)))])
        case .call(let call, let gas, let deposit):
            let action = FunctionCallAction(
                methodName: try call.method.value(values), args: try call.arguments.value(values).bytes,
                gas: try gas.value(values), deposit: try deposit.value(values))
            return TransactionRequest(receiverId: try call.contract.value(values), actions: [.functionCall(action)])
        }
    }

    private func deploy(_ code: ScenarioChain.Code) async throws -> StepFindings {
        guard let account = manager.currentAccount else { throw NEARError.notSignedIn }
        let bytes: [UInt8]
        switch code {
        case .guestBook: bytes = try SampleContract.guestBook.code()
        case .token(let owner, let supply):
            bytes = try SampleContract.fungibleToken(owner: owner, totalSupply: supply).code()
        case .file(let path): bytes = try files.code(path)
        }
        return Self.findings(
            try await manager.signAndSendTransaction(
                receiverId: try AccountId(account.accountId),
                actions: [.deployContract(DeployContractAction(code: bytes))]))
    }

    private func delegate(_ request: TransactionRequest, _ name: String?) async throws -> StepFindings {
        guard let signed = try await manager.signDelegateActions([request]).first else {
            throw ScenarioRunError(expectation: localized("The wallet signed no delegate action."))
        }
        if let name { delegates[name] = signed }
        var findings = StepFindings(detail: signed.delegateAction.senderId.text)
        findings.value = ["sender": .string(signed.delegateAction.senderId.text)]
        return findings
    }

    private func relay(_ name: String, _ relayer: AccountId) async throws -> StepFindings {
        guard let signed = delegates[name], let devnet = stage.devnet else { throw ScenarioValueError.unclosed }
        guard let account = devnet.account(relayer) else {
            throw ScenarioRunError(
                expectation: localized("The relayer %1$s is no account of the devnet.", relayer.text))
        }
        let relay = Relayer(account: ScenarioAccount(account), client: try manager.client())
        return Self.findings(try await relay.relay(signed))
    }

    // MARK: Findings

    private static func findings(_ signed: SignedMessage) -> StepFindings {
        var findings = StepFindings(detail: localized("signature of %1$s verified", signed.accountId.text))
        findings.account = signed.accountId.text
        findings.value = [
            "account": .string(signed.accountId.text), "publicKey": .string("\(signed.publicKey)"),
            "signature": .string(Base64.encode(signed.signature.bytes)),
        ]
        return findings
    }

    private static func findings(_ outcome: FinalExecutionOutcome) -> StepFindings {
        let returned = ReturnedValue.json(outcome.successValue ?? [])
        var findings = StepFindings(detail: "\(outcome.transactionHash)")
        findings.outcome = outcome
        findings.compared = returned
        findings.value = [
            "hash": .string("\(outcome.transactionHash)"), "value": returned,
            "gas": .string("\(outcome.gasBurnt.gas)"), "logs": .array(outcome.logs.map { .string($0) }),
        ]
        return findings
    }
}

/// A value that a contract has returned.
enum ReturnedValue {
    /// Returns it as JSON; as a text where it is none, and null where there is nothing.
    static func json(_ bytes: [UInt8]) -> JSONValue {
        guard !bytes.isEmpty else { return .null }
        do {
            return try JSONValue.parse(bytes)
        } catch {
            return .string(String(decoding: bytes, as: UTF8.self))
        }
    }
}

// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Logging
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText
internal import WalletConnectSign

/// The services of this process that wallets may call during a request: the keystore, and WalletConnect.
@MainActor
final class WalletServices {
    /// Asks the user, when a window shows the bridge.
    weak var approver: (any Approver)?
    /// The bridge widget's own way to ask, for when a program's approver is gone.
    weak var widgetApprover: (any Approver)?

    private let configuration: NEARWalletConfiguration
    private let requests: WalletRequests
    private let bridge: BridgeConnection
    private let account: AccountSession
    private let nodes: NetworkNodes
    /// Speaks WalletConnect for wallets' code; `nil` where it isn't configured.
    private let walletConnect: (any WalletConnectClient)?
    /// The networks on which the program's client was asked.
    private var networks = AskedNetworks()
    let keystoreNodes: KeystoreNodes
    private lazy var keystore = KeystoreService(keystore: configuration.keystore, host: self)

    /// - Parameters:
    ///   - configuration: The keystore, its approval policy, and the WalletConnect client.
    ///   - requests: The requests during which wallets call.
    ///   - bridge: The page that brings calls and takes answers.
    ///   - account: The account that is signed in.
    ///   - nodes: The nodes of the network that is set.
    init(
        configuration: NEARWalletConfiguration, requests: WalletRequests, bridge: BridgeConnection,
        account: AccountSession, nodes: NetworkNodes
    ) {
        self.configuration = configuration
        self.requests = requests
        self.bridge = bridge
        self.account = account
        self.nodes = nodes
        walletConnect = configuration.walletConnect ?? requests.phone.map(PhoneExecutorClient.init)
        keystoreNodes = KeystoreNodes(nodes, known: configuration.knownNetworks, clock: configuration.clock)
    }

    /// Takes the dialogs that are open away.
    func dismiss() {
        (approver ?? widgetApprover)?.dismiss()
    }

    /// Answers a wallet's call, as long as the request that it belongs to is open.
    ///
    /// A call that was cancelled, timed out or lost with its page is not signed, and an answer never reaches another
    /// request. The end of the request cancels the call, and the proposal of a session that it has made.
    func answer(_ call: BridgeMessage.HostCall) {
        guard let pending = requests.table.pending(call.requestId), let work = service(for: call, in: pending) else {
            configuration.logger.warning("a wallet's call was refused", metadata: ["id": "\(call.requestId)"])
            bridge.coordinator?.settleHostCall(
                HostReply.failure(
                    call.callId, code: "walletRejected", message: localized("There is no such service now.")))
            return
        }
        // A signer or a phone may be at work for long, and others with it: it is told when nobody waits any more.
        pending.perform { [weak self] in
            let result: Result<JSONValue, HostCallError>
            do throws(HostCallError) {
                result = .success(try await work())
            } catch {
                result = .failure(error)
            }
            self?.give(result, to: call, in: pending)
        }
    }

    private func give(
        _ result: Result<JSONValue, HostCallError>, to call: BridgeMessage.HostCall, in pending: PendingRequest
    ) {
        guard requests.table.kind(of: call.requestId) != nil else {
            if case .success(let value) = result { noteLate(value, to: call, asker: pending.asker ?? requests.asker) }
            return
        }
        let reply =
            switch result {
            case .success(let value): HostReply.success(call.callId, value)
            case .failure(let error): HostReply.failure(call.callId, code: error.code, message: error.message)
            }
        bridge.coordinator?.settleHostCall(reply)
    }

    /// Returns the work that answers a call; `nil` if this wallet has no such service.
    private func service(
        for call: BridgeMessage.HostCall, in pending: PendingRequest
    ) -> (@MainActor () async throws(HostCallError) -> JSONValue)? {
        switch call.service {
        case KeystoreService.name:
            guard call.walletId == KeystoreService.walletId else { return nil }
            return { [keystore] () throws(HostCallError) in try await keystore.answer(call) }
        case WalletConnectService.name:
            let entry = bridge.wallets.catalog?.entry(call.walletId)
            guard let client = walletConnect, requests.phone?.has(call.walletId) != true,
                entry?.manifest.permissions.flags.contains(.walletConnect) == true
            else { return nil }
            networks.note(nodes.network)
            // A proposal outlives the call that makes it, and not the request.
            let service = WalletConnectService(client: client) { pairing in
                guard let approval = pairing.approval else { return }
                await pending.perform { await approval() }
            }
            return { () throws(HostCallError) in
                try await service.answer(call.method, call.params, for: call.walletId)
            }
        default: return nil
        }
    }

    /// Writes down what a phone has signed for a request that has ended meanwhile.
    private func noteLate(_ value: JSONValue, to call: BridgeMessage.HostCall, asker: Asker) {
        guard call.service == WalletConnectService.name, call.method == "request",
            let (chainId, method, params) = WalletConnectService.asked(call.params),
            let chain = ChainID(chainId), chain.namespace == "near", LateSignatures.areAskedFor(by: method)
        else { return }
        let logger = configuration.logger
        logger.notice("a phone answered when nobody waited any more", metadata: ["id": "\(call.requestId)"])
        guard let network = networks.network(of: chain) else {
            return logger.error("a phone signed late on a network that isn't known", metadata: ["chain": "\(chain)"])
        }
        let late = LateSignatures(
            nodes: nodes, patience: min(.seconds(10), configuration.deadlines.read), journal: requests.journal,
            asker: asker, logger: logger)
        // Not the call's own task, which was cancelled with the request.
        let answer = LateSignatures.Answer(result: value, method: method, params: params, walletId: call.walletId)
        Task { [requests, clock = configuration.clock] in
            do throws(PhoneWalletError) {
                let hashes = try await late.note(answer, on: network, clock: clock)
                if !hashes.isEmpty { requests.journal.reconcileInBackground() }
            } catch {
                logger.error("a late signature was not written down", metadata: ["code": "\(error.code)"])
            }
        }
    }
}

extension WalletServices: KeystoreHost {
    func asker(of request: RequestID) -> Asker { requests.table.pending(request)?.asker ?? requests.asker }

    var keystoreAccount: AccountId? { account.keystoreAccount }

    func kind(of request: RequestID) -> RequestKind? { requests.table.kind(of: request) }

    func isAskedFor(_ transactions: [TransactionRequest], in request: RequestID) -> Bool {
        requests.isAskedFor(transactions, in: request)
    }

    func isAskedFor(_ message: NEP413Payload, in request: RequestID) -> Bool {
        requests.table.pending(request)?.operation?.message == message
    }

    func functionCallKey(for request: RequestID) -> FunctionCallKeyRequest? {
        requests.table.pending(request)?.operation?.functionCallKey
    }

    func beginRecord(
        of transactions: [TransactionRequest], by signer: AccountId, for request: RequestID
    ) async throws(NEARError) {
        try await requests.beginRecord(of: transactions, by: signer, for: request)
    }

    func noteSigned(_ signatures: [JournalSignature], for request: RequestID) async throws(NEARError) {
        try await requests.noteSigned(signatures, for: request)
    }

    func heard(_ step: SigningStep, for request: RequestID) {
        configuration.logger.debug("a signer is at work", metadata: ["id": "\(request)", "step": "\(step)"])
    }

    func abandon(_ request: RequestID, with error: NEARError) {
        requests.table.abandon(request, error)
    }

    func approve(_ asked: ApprovalRequest, for request: RequestID) async -> ApprovalAnswer {
        var asked = asked
        asked.appName = configuration.appName
        let answer = await ask(asked, for: request)
        let word =
            switch answer {
            case .approved, .approvedAccounts: "approved"
            case .cancelled: "cancelled"
            case .refused: "refused"
            }
        configuration.logger.info(
            "an approval was asked for", metadata: ["asker": "\(asked.asker)", "answer": "\(word)"])
        return answer
    }

    private func ask(_ asked: ApprovalRequest, for request: RequestID) async -> ApprovalAnswer {
        if let answer = await configuration.approval.answer(asked, counting: requests.journal) {
            if case .refused(let reason) = answer {
                requests.table.pending(request)?.operation?.refusal = .policy(reason: reason)
            }
            return answer
        }
        // The user has approved these calls with the key.
        if asked.coveringKey != nil { return .approved(account: nil) }
        let noted = await requests.journal.notingReceivers(of: asked)
        // It may have ended meanwhile, and then nobody takes its question away.
        guard requests.table.kind(of: request) != nil else { return .cancelled }
        guard let approver else { return await askInWindow(noted) }
        return await approver.approve(noted)
    }

    /// Asks as the bridge widget does.
    func askInWindow(_ asked: ApprovalRequest) async -> ApprovalAnswer {
        await widgetApprover?.approve(asked)
            ?? .refused(reason: localized("there is no window to ask in; set an approval policy or show the bridge"))
    }
}

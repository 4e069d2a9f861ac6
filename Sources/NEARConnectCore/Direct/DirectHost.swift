// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// The one request of a ``DirectWallet`` that the keystore signs for.
@MainActor
final class DirectHost: KeystoreHost {
    /// The request that is open.
    private struct Open {
        let id: RequestID
        let kind: RequestKind
        var recorder: JournalRecorder?
    }

    let keystoreNodes: KeystoreNodes
    /// The account that signs; `nil` while one is chosen.
    let account: AccountId?
    let asker: Asker
    private let approval: ApprovalPolicy
    private let approver: (any Approver)?
    let journal: RequestJournal
    /// Makes the recorder of a sign-in that adds a key, whose signer the user chooses.
    private let recordsSignIns: Bool
    /// The asker's name, as the program's configuration has it.
    var appName: String?
    /// True if the asker is a site to which the user has given nothing yet.
    var isFirstTime = false
    /// Returns false as soon as nobody may have anything signed for the asker any more.
    private let isWanted: @MainActor () -> Bool
    private var open: Open?
    private var count: UInt64 = 0
    /// True while a request is only looked at: nothing is approved then, and so nothing signed.
    private var isPreviewing = false
    /// The request that was put before the policy while it was only looked at, with the policy's answer.
    private(set) var previewed: (request: ApprovalRequest, verdict: PolicyVerdict)?
    /// Set by what the keystore's errors have no code for.
    private(set) var failure: (any Error)?

    init(
        _ nodes: KeystoreNodes, account: AccountId?, asker: Asker, approval: ApprovalPolicy, approver: (any Approver)?,
        journal: RequestJournal, isWanted: @escaping @MainActor () -> Bool = { true }
    ) {
        keystoreNodes = nodes
        self.account = account
        self.asker = asker
        self.approval = approval
        self.approver = approver
        self.journal = journal
        recordsSignIns = account == nil
        self.isWanted = isWanted
    }

    // MARK: The request

    /// Begins a request.
    ///
    /// - Returns: Its id.
    /// - Throws: ``NEARError/operationInProgress`` while another one is open.
    func begin(_ kind: RequestKind) throws(NEARError) -> RequestID {
        guard open == nil else { throw .operationInProgress }
        count += 1
        let id = RequestID(number: count)
        open = Open(id: id, kind: kind)
        failure = nil
        return id
    }

    /// Begins to look at what a request would do.
    ///
    /// - Returns: Its id.
    /// - Throws: ``NEARError/operationInProgress`` while another one is open.
    func beginPreview(_ kind: RequestKind) throws(NEARError) -> RequestID {
        let id = try begin(kind)
        (isPreviewing, previewed) = (true, nil)
        return id
    }

    /// Returns the recorder of the request that was just begun.
    ///
    /// - Parameters:
    ///   - id: The request.
    ///   - kind: Its kind.
    ///   - requests: The transactions or delegate actions in it.
    ///   - signer: The account that signs.
    ///   - key: The name that a job gave it.
    func recorder(
        of id: RequestID, kind: RequestKind, requests: [TransactionRequest], by signer: AccountId,
        key: IdempotencyKey? = nil
    ) -> JournalRecorder {
        let recorder = journal.recorder(
            of: id, kind: kind, requests: requests, signer: signer, walletId: KeystoreService.walletId, asker: asker,
            idempotencyKey: key)
        open?.recorder = recorder
        return recorder
    }

    /// The recorder of the request that is open; `nil` where it records nothing.
    var recorder: JournalRecorder? { open?.recorder }

    /// Ends the request: nothing is signed for it any more.
    func end() { (open, isPreviewing) = (nil, false) }

    /// Returns the keystore's error as one of the request's.
    func reason(_ error: HostCallError) -> any Error {
        if let failure { return failure }
        return switch error.code {
        case HostCallError.cancelled.code: NEARError.userCancelled
        case HostCallError.unavailable("").code: DirectSigningError.unavailable(reason: error.message)
        default: DirectSigningError.refusedByKeystore(reason: error.message)
        }
    }

    // MARK: What the keystore asks for

    var keystoreAccount: AccountId? { account }

    func asker(of request: RequestID) -> Asker { asker }

    func kind(of request: RequestID) -> RequestKind? {
        Task.isCancelled || !isWanted() ? nil : open.flatMap { $0.id == request ? $0.kind : nil }
    }

    // Only wallets' words are compared with what the program has asked for.
    func isAskedFor(_ transactions: [TransactionRequest], in request: RequestID) -> Bool { false }

    func isAskedFor(_ message: NEP413Payload, in request: RequestID) -> Bool { false }

    func functionCallKey(for request: RequestID) -> FunctionCallKeyRequest? { nil }

    func beginRecord(
        of transactions: [TransactionRequest], by signer: AccountId, for request: RequestID
    ) async throws(NEARError) {
        // Only a sign-in that adds a key begins a record by itself.
        guard recordsSignIns, open?.id == request else {
            throw .invalidArgument(name: "request", reason: localized("nobody signs in here"))
        }
        _ = await keystoreNodes.nodes.identity.resolve()
        let recorder = recorder(of: request, kind: .signIn, requests: transactions, by: signer)
        try await recorder.begin(keys: nil)
        recorder.handOver()
    }

    func noteSigned(_ signatures: [JournalSignature], for request: RequestID) async throws(NEARError) {
        guard !isPreviewing, let recorder = open?.recorder else { throw .userCancelled }
        try await recorder.sign(signatures)
        guard kind(of: request) != nil else { throw .userCancelled }
        recorder.give()
    }

    func heard(_ step: SigningStep, for request: RequestID) {}

    func abandon(_ request: RequestID, with error: NEARError) {
        failure = error
    }

    func approve(_ asked: ApprovalRequest, for request: RequestID) async -> ApprovalAnswer {
        var asked = asked
        (asked.isFirstTime, asked.appName) = (isFirstTime, appName)
        if isPreviewing {
            previewed = (await journal.notingReceivers(of: asked), await approval.preview(asked, in: journal))
            return .cancelled
        }
        if let answer = await approval.answer(asked, counting: journal) {
            if case .refused(let reason) = answer { failure = DirectSigningError.refusedByPolicy(reason: reason) }
            return answer
        }
        // The user approved what the key covers when it was added.
        if asked.coveringKey != nil { return .approved(account: nil) }
        return await approver?.approve(journal.notingReceivers(of: asked))
            ?? .refused(reason: localized("nobody is there to approve it"))
    }
}

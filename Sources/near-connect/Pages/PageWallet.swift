// SPDX-License-Identifier: MIT

import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARRPC

/// The wallet that a profile is signed in with, in its page.
///
/// Its answers are verified by the process that shows the page, which also writes the journal.
@MainActor
struct PageWallet: CommandWallet {
    let account: AccountId
    private let request: (PageRequest.Work) -> PageRequest
    private let client: NEARRPCClient
    private let journal: RequestJournal
    private let limit: Duration?

    /// A wallet of an account.
    ///
    /// - Parameters:
    ///   - account: The account that is signed in.
    ///   - client: Asks what came of transactions.
    ///   - journal: The profile's journal, which has earlier requests.
    ///   - limit: The time after which a request is cancelled; `nil` for as long as the user needs.
    ///   - request: Makes the request of some work.
    init(
        _ account: AccountId, client: NEARRPCClient, journal: RequestJournal, limit: Duration?,
        request: @escaping (PageRequest.Work) -> PageRequest
    ) {
        self.account = account
        self.limit = limit
        self.client = client
        self.journal = journal
        self.request = request
    }

    func signAndSend(
        _ request: TransactionRequest, waitUntil stage: TxExecutionStatus, deadline: Duration, key: IdempotencyKey?
    ) async throws -> (result: TransactionResult, hash: CryptoHash) {
        guard case .sent(let hash) = try await answer(.send(request), key) else { throw PageRequest.UnreadableError() }
        // The page's process has sent it: a node that can't tell now may a moment later.
        return (
            try await client.sentTransaction(hash, signerId: account, waitUntil: stage, deadline: deadline), hash
        )
    }

    func signDelegateAction(_ request: TransactionRequest) async throws -> SignedDelegateAction {
        guard case .delegateAction(let action) = try await answer(.signDelegateAction(request)) else {
            throw PageRequest.UnreadableError()
        }
        return action
    }

    func signMessage(_ payload: NEP413Payload) async throws -> SignedMessage {
        guard case .message(let signed) = try await answer(.signMessage(payload)) else {
            throw PageRequest.UnreadableError()
        }
        return signed
    }

    func earlier(_ key: IdempotencyKey, _ request: TransactionRequest) async throws -> JournalEntry? {
        try await journal.earlier(key, request, by: account)
    }

    func outcome(of hash: CryptoHash, waitUntil stage: TxExecutionStatus) async throws -> TransactionResult {
        try await client.transaction(hash, signerId: account, waitUntil: stage)
    }

    private func answer(_ work: PageRequest.Work, _ key: IdempotencyKey? = nil) async throws -> PageAnswer {
        var request = request(work)
        request.idempotencyKey = key
        return try await PageProcess.answer(to: request, within: limit)
    }
}

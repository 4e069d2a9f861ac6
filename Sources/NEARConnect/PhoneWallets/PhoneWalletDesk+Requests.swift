// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Logging
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText
internal import WalletConnectSign

/// The requests of a manager, one function a kind.
extension PhoneWalletDesk {
    /// The methods without which a session is of no use here.
    private static let required = ["near_getAccounts", "near_signTransaction"]
    private static let events = ["accountsChanged", "chainChanged"]

    func perform(_ order: PhoneWalletOrder) async throws(PhoneWalletError) -> RequestTable.Outcome {
        switch order.kind {
        case .signIn, .signInAndSignMessage: return .success(try await signIn(order))
        case .signOut:
            try await signOut(order)
            return .success(.signedOut)
        case .signMessage:
            guard let message = order.message else { break }
            return .success(.messageResult(signedMessage: try await sign(message, order)))
        case .signAndSendTransaction, .signAndSendTransactions:
            guard let recorder = order.recorder else { break }
            return try await send(order, recorder)
        case .signDelegateActions, .select, .wallets, .accounts, .echo, .ready: break
        }
        throw .requestInvalid(localized("it has no “%1$s”", order.kind.rawValue))
    }

    // MARK: Signing in and out

    private func signIn(_ order: PhoneWalletOrder) async throws(PhoneWalletError) -> BridgeMessage.Reply {
        guard (presenter ?? widgetPresenter) != nil else {
            throw .requestInvalid(
                localized("there is no window to show its link in. Show the bridge, or set a presenter"))
        }
        let client = try await client()
        let session: SignSession
        do throws(SignError) {
            session = try await pair(order, client)
        } catch {
            throw .sign(error)
        }
        do throws(PhoneWalletError) {
            let reply = try await reply(to: order, session, client)
            guard !Task.isCancelled else { throw .near(.taskCancelled) }
            note(candidate: session.topic)
            return reply
        } catch {
            // No wallet is to show a session that nobody has.
            await client.disconnect(session.topic)
            throw error
        }
    }

    /// Shows links until a wallet has answered one.
    private func pair(_ order: PhoneWalletOrder, _ client: SignClient) async throws(SignError) -> SignSession {
        guard let chain = NEARWalletConnect.chain(of: nodes.network) else { throw .requestInvalid }
        let proposal = SessionProposal(
            required: ["near": NamespaceRequest(chains: [chain], methods: Self.required)],
            optional: [
                "near": NamespaceRequest(chains: [chain], methods: NEARWalletConnect.methods, events: Self.events)
            ], owner: order.walletId)
        let name = name(of: order.walletId)
        openedLinks = nil
        var isFirst = true
        while true {
            let attempt: PairingAttempt
            do throws(SignError) {
                attempt = try await client.propose(proposal)
            } catch {
                // The user has seen a link: that the next one isn't to be had is a line below it, and tried again.
                guard case .relayUnreachable(let fault) = error, !isFirst, !Task.isCancelled else { throw error }
                say(fault)
                continue
            }
            isFirst = false
            guard !Task.isCancelled else {
                await attempt.cancel()
                throw .cancelled
            }
            let expires = Date(timeIntervalSince1970: Double(attempt.expires.seconds))
            show(.link(PhoneWalletLink(uri: attempt.uri.text, walletName: name, expires: expires)))
            do throws(SignError) {
                let session = try await attempt.session()
                guard let openedLinks else { return session }
                await client.note(openedLinks, openedFor: session.topic)
                return await client.sessions.first { $0.topic == session.topic } ?? session
            } catch .proposalExpired {
                // The user still waits: the next link takes its place.
                guard !Task.isCancelled else { throw .cancelled }
            }
        }
    }

    private func reply(
        to order: PhoneWalletOrder, _ session: SignSession, _ client: SignClient
    ) async throws(PhoneWalletError) -> BridgeMessage.Reply {
        let near = try near(session, client)
        ask(.accounts, session)
        let accounts = try await near.accounts()
        guard let first = accounts.first else {
            throw .requestInvalid(localized("it named no account on this network"))
        }
        if let key = order.key, let publicKey = key.publicKey, await near.addsKeys,
            try await !near.hasKey(publicKey, on: first.id, key.permission)
        {
            ask(.functionCallKey(key), session)
            try await near.addAccessKey(
                publicKey, to: first.id, for: key.contractId, methods: key.methodNames.map(\.text),
                allowance: key.allowance)
        }
        var signed: JSONValue?
        if order.kind == .signInAndSignMessage, let message = order.message {
            ask(.message, session)
            signed = Self.json(try await near.signMessage(message, by: first.id).message)
        }
        let named = accounts.enumerated().map { index, account in
            BridgeMessage.Account(
                accountId: account.id.text, publicKey: "\(account.key)", signedMessage: index == 0 ? signed : nil)
        }
        return order.kind == .signIn
            ? .signedIn(accounts: named, walletId: order.walletId)
            : .signedInAndSignedMessage(accounts: named, walletId: order.walletId)
    }

    private func signOut(_ order: PhoneWalletOrder) async throws(PhoneWalletError) {
        guard let chain = NEARWalletConnect.chain(of: nodes.network) else { return }
        let client = try await client()
        for session in await client.sessions
        where session.owner.hasSameBytes(as: order.walletId) && session.namespaces.grants(chain) {
            await client.disconnect(session.topic)
        }
    }

    // MARK: Signing

    private func sign(
        _ message: NEP413Payload, _ order: PhoneWalletOrder
    ) async throws(PhoneWalletError) -> JSONValue {
        let (near, account, session) = try await connected(order)
        ask(.message, session)
        return Self.json(try await near.signMessage(message, by: account.id).message)
    }

    private func send(
        _ order: PhoneWalletOrder, _ recorder: JournalRecorder
    ) async throws(PhoneWalletError) -> RequestTable.Outcome {
        let (near, account, session): (NEARWalletConnect, PhoneAccount, SignSession)
        let plan: PhoneTransactionPlan
        do throws(PhoneWalletError) {
            (near, account, session) = try await connected(order)
            plan = try await near.plan(recorder.requests, by: account)
        } catch {
            for part in recorder.requests.indices {
                recorder.note(part, .notSent(reason: localized("the request ended before the wallet was asked")))
            }
            throw error
        }
        ask(.transactions(plan.transactions.count), session)
        let sending = try await near.carryOut(plan, recordedBy: recorder, waitUntil: .final) {
            (signatures) throws(NEARError) in
            do throws(NEARError) {
                try await order.release(signatures)
            } catch {
                // The answer came as the request ended: it is written down, and not sent.
                await self.noteEnded(recorder, signatures)
                throw error
            }
            // The phone has nothing to say any more.
            self.dismiss()
        }
        let outcomes = sending.results.map(\.json)
        if let outcome = outcomes.first, order.kind == .signAndSendTransaction {
            return .success(.transactionResult(outcome: outcome))
        }
        guard let stop = sending.stop else { return .success(.transactionsResult(outcomes: outcomes)) }
        guard !outcomes.isEmpty else { return .failure(stop.error ?? .transactionUnknown(hash: stop.hash)) }
        let reason = stop.error?.errorDescription ?? localized("a transaction failed on the chain")
        return .success(.partiallySent(outcomes: outcomes, hash: stop.hash, reason: reason))
    }

    /// Writes down what was signed for a request that has ended meanwhile.
    private func noteEnded(_ recorder: JournalRecorder, _ signatures: [JournalSignature]) async {
        do throws(NEARError) {
            try await recorder.sign(signatures)
            journal.reconcileInBackground()
        } catch {
            logger.error("a late signature was not written down", metadata: ["code": "\(error.code)"])
        }
    }

    /// Returns the session of the account that signs.
    private func connected(
        _ order: PhoneWalletOrder
    ) async throws(PhoneWalletError) -> (near: NEARWalletConnect, account: PhoneAccount, session: SignSession) {
        let client = try await client()
        guard let account = order.account else { throw .near(.notSignedIn) }
        guard let session = await session(of: account, client) else { throw .sign(.sessionUnknown) }
        do {
            return (
                try near(session, client),
                PhoneAccount(
                    id: try AccountId(account.accountId), key: try PublicKey(account.publicKey ?? ""),
                    isVerified: false), session
            )
        } catch let error as PhoneWalletError {
            throw error
        } catch {
            throw .near(.notSignedIn)  // Accounts are checked when they sign in and when they are read from disk.
        }
    }

    private static func json(_ message: SignedMessage) -> JSONValue {
        [
            "accountId": .string(message.accountId.text), "publicKey": .string("\(message.publicKey)"),
            "signature": .string(Base64.encode(message.signature.bytes)),
        ]
    }
}

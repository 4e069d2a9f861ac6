// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARSharedKeys
internal import NEARShares

/// The reference share service (docs/share-service.md): it holds logins' shares, and gives them or signs with them.
package actor ShareService {
    /// The most events that the audit list keeps.
    static let eventLimit = 10_000

    /// The service's address.
    package nonisolated let address: String
    let settings: ShareServiceSettings
    let box = BoxKey()
    private let issuers: [ExactText: TokenKeyCache]
    private nonisolated let server: LoopbackWebServer
    private(set) var records = ServiceRecords()
    var commitments = ServiceCommitments()
    private(set) var log: [ShareServiceEvent] = []
    private var faults: [ShareServiceFault] = []
    /// The number of calls that were carried out late, as a fault has it.
    private(set) var lateCalls = 0
    /// The last result of each call, for the fault that gives it again.
    private(set) var lastResults: [ExactText: JSONValue] = [:]

    /// Starts a service.
    ///
    /// - Parameters:
    ///   - settings: What it takes, gives and allows.
    ///   - database: What it kept when it ran last.
    ///   - port: The port, or 0 for any that is free.
    /// - Throws: The system's error when it has no port; what a damaged database makes.
    package static func start(
        _ settings: ShareServiceSettings, database: [UInt8]? = nil, port: UInt16 = 0
    ) async throws -> ShareService {
        let desk = PeerDesk<ShareService>()
        let server = try await LoopbackWebServer.start(port: port, limit: ShareServiceRequest.byteLimit) { request in
            await desk.peer()?.answer(request) ?? WebAnswer(status: 503)
        }
        let service: ShareService
        do {
            service = try ShareService(settings, server, database: database)
        } catch {
            await server.stop()
            throw error
        }
        desk.open(service)
        return service
    }

    private init(_ settings: ShareServiceSettings, _ server: LoopbackWebServer, database: [UInt8]?) throws {
        self.settings = settings
        self.server = server
        address = server.origin
        issuers = Dictionary(
            uniqueKeysWithValues: settings.issuers.map { issuer in
                (
                    ExactText(issuer.configuration.issuer),
                    TokenKeyCache(of: issuer.configuration, now: settings.now)
                )
            })
        if let database { records = try ServiceRecords(database: database) }
    }

    /// Stops answering, and forgets all commitments.
    package func stop() async {
        await server.stop()
        commitments.discardAll()
    }

    // MARK: What is kept

    /// The shares, by their names.
    var entries: [LoginShareName: ShareServiceEntry] { records.shares }

    /// Changes what is kept, if it is on the disk then.
    func keep(_ change: (inout ServiceRecords) -> Void) throws(ShareServiceError) {
        let before = records
        change(&records)
        do throws(ShareServiceError) {
            try save()
        } catch {
            records = before
            throw error
        }
    }

    /// Ends a person's tokens, also where that can't be kept.
    func endTokens(of person: CryptoHash) throws(ShareServiceError) {
        records.people.end(person, now: settings.now())
        try save()
    }

    private func save() throws(ShareServiceError) {
        do {
            try settings.save(database)
        } catch {
            throw .busy
        }
    }

    // MARK: Tests

    /// Has the next calls go wrong.
    package func fail(_ faults: [ShareServiceFault]) { self.faults = faults }

    /// The audit list, oldest first.
    package var events: [ShareServiceEvent] { log }

    /// All that the service keeps.
    package var database: [UInt8] { records.database }

    /// True if a call may be about to go wrong.
    var hasFaults: Bool { !faults.isEmpty }

    /// True while the next call that goes wrong is one of this name.
    func nextIs(_ call: String) -> Bool { faults.first?.call == call }

    func nextFault(of call: ShareServiceCall) -> ShareServiceFault? {
        guard let fault = faults.first, fault.call == nil || fault.call == call.name else { return nil }
        return faults.removeFirst()
    }

    func noteLateCall() { lateCalls += 1 }

    // MARK: Requests

    /// Answers a body that came with a signature.
    func answer(_ body: [UInt8], signature: String?) async -> Result<JSONValue, ShareServiceError> {
        var (call, name): (ShareServiceCall?, LoginShareName?)
        let result: Result<JSONValue, ShareServiceError>
        do throws(ShareServiceError) {
            let request = try ShareServiceRequest(body, signature: signature, ours: commitments.commitment(of:))
            call = request.call
            let visitor = try await admit(request)
            name = request.call.set.map { visitor.name(of: $0) }
            let performed = try perform(request.call, visitor)
            result = .success(performed)
            lastResults[ExactText(request.call.name)] = performed
        } catch {
            result = .failure(error)
        }
        note(call, of: name, result)
        return result
    }

    /// Decides whose request it is.
    private func admit(_ request: ShareServiceRequest) async throws(ShareServiceError) -> ServiceVisitor {
        let now = settings.now()
        guard request.service.hasSameBytes(as: address) else { throw .proof }
        let claims: IDTokenClaims
        do {
            // The token itself names whose keys are looked at; they have to fit.
            let token = try CompactToken(request.token)
            let claimed = token.claims["iss"]?.stringValue ?? ""
            guard let issuer = settings.issuers.first(where: { $0.configuration.issuer.hasSameBytes(as: claimed) }),
                let keys = issuers[ExactText(issuer.configuration.issuer)]
            else { throw ShareServiceError.token }
            let check = IDTokenCheck(
                issuer: ExactText(issuer.configuration.issuer), audiences: Set(issuer.groups.keys),
                nonce: LoginKey.nonce(of: request.key))
            claims = try await keys.claims(of: token, by: check)
            guard let group = issuer.groups[claims.program] else { throw ShareServiceError.token }
            let visitor = ServiceVisitor(claims, group: group)
            try records.people.admit(visitor.person, key: request.key, issued: claims.issued, now: now, settings)
            // Of those whom the service serves only: nobody else fills the list.
            try records.proofs.take(
                request.nonce, time: request.time, now: Int64(now.timeIntervalSince1970),
                isKept: request.call.changesRecords)
            return visitor
        } catch let error as ShareServiceError {
            throw error
        } catch {
            throw .token
        }
    }

    private func note(
        _ call: ShareServiceCall?, of name: LoginShareName?, _ result: Result<JSONValue, ShareServiceError>
    ) {
        var digest: CryptoHash?
        switch call {
        case .commit(_, let committed): digest = committed
        case .sign(_, let subject, _): digest = subject.hash
        default: break
        }
        var refusal: ShareServiceError?
        if case .failure(let error) = result { refusal = error }
        if log.count >= Self.eventLimit { log.removeFirst(Self.eventLimit / 10) }
        let event = ShareServiceEvent(
            time: settings.now(), call: call?.name ?? "?", share: name, digest: digest, refusal: refusal)
        log.append(event)
        settings.audit(event)
    }
}

extension ShareServiceCall {
    /// True if the call changes what is kept.
    fileprivate var changesRecords: Bool {
        switch self {
        case .replace, .sign, .signOut: true
        case .sets, .share, .commit, .discard: false
        }
    }
}

// SPDX-License-Identifier: MIT

internal import GuardedMemory
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARSharedKeys
internal import NEARShares

extension ShareService {
    /// Answers a request of HTTP.
    ///
    /// A page in a browser can't reach this: it would have to send JSON to another origin, for which its browser asks
    /// first and gets no leave; and what names an origin is refused in any case. A name that was led here by DNS isn't
    /// the service's address.
    func answer(_ request: WebRequest) async -> WebAnswer {
        let isOfPage = request.headers["origin"] != nil || request.headers["sec-fetch-site"] != nil
        guard !isOfPage, request.headers["host"] == String(address.dropFirst("http://".count)) else {
            return WebAnswer(status: 403)
        }
        switch (request.method, request.path) {
        case ("GET", ShareServiceRequest.descriptionPath):
            return .json([
                "version": 1, "modes": .array(settings.modes.map(\.rawValue).sorted().map { .string($0) }),
                "box": .string(Base64.encode(box.publicKey.bytes)),
            ])
        case ("POST", ShareServiceRequest.path):
            guard request.headers["content-type"] == "application/json" else { return WebAnswer(status: 415) }
            guard let body = request.body else { return WebAnswer(status: 413) }
            return await answer(body, request.headers[ShareServiceRequest.signatureField.lowercased()])
        case (_, ShareServiceRequest.path), (_, ShareServiceRequest.descriptionPath): return WebAnswer(status: 405)
        default: return WebAnswer(status: 404)
        }
    }

    private func answer(_ body: [UInt8], _ signature: String?) async -> WebAnswer {
        let (fault, old, call) = faultOf(body, signature) ?? (nil, nil, nil)
        switch fault {
        case .twice: _ = await answer(body, signature: signature)
        case .status(let status): return WebAnswer(status: status)
        case .late(let pause):
            do {
                try await Task.sleep(for: .milliseconds(pause))
            } catch {
                return WebAnswer(status: 503)
            }
        default: break
        }
        let answer = await answer(body, signature: signature)
        if case .late = fault { noteLateCall() }
        switch answer {
        case .success(let result):
            if fault == .lost { return WebAnswer(status: 502) }
            switch fault {
            case .foreign: return .json(["result": Self.foreign(result, to: call)])
            case .old: return .json(["result": old ?? result])
            case .otherSet: return .json(["result": otherSet(call) ?? result])
            default: return .json(["result": result])
            }
        case .failure(let error):
            return .json(["error": ["code": .string(error.rawValue)]], status: Self.status(of: error))
        }
    }

    /// Returns what goes wrong with a request, and what the last one of this call got.
    private func faultOf(
        _ body: [UInt8], _ signature: String?
    ) -> (ShareServiceFault.Kind?, old: JSONValue?, ShareServiceCall?)? {
        guard hasFaults else { return nil }
        do throws(ShareServiceError) {
            let call = try ShareServiceRequest(body, signature: signature).call
            return nextFault(of: call).map { ($0.kind, lastResults[ExactText(call.name)], call) }
        } catch {
            return nil
        }
    }

    /// Returns what a call gives of another set of the same person.
    private func otherSet(_ call: ShareServiceCall?) -> JSONValue? {
        guard case .share(let set, let key)? = call,
            let own = entries.values.first(where: { $0.share.set.id == set }),
            let other = entries.values.first(where: { $0.person == own.person && $0.share.set.id != set }),
            let sealed = SealedShare(other.share.share, to: key)
        else { return nil }
        return ["share": .string(Base64.encode(sealed.bytes))]
    }

    private static func status(of error: ShareServiceError) -> Int {
        switch error {
        case .request: 400
        case .proof, .token: 401
        case .unknownSet: 404
        case .mode, .otherSubject, .signing, .limit: 403
        case .replacement: 409
        case .busy: 429
        }
    }

    /// Returns an answer of the same form that is about another key.
    private static func foreign(_ result: JSONValue, to call: ShareServiceCall?) -> JSONValue {
        var members = result.objectValue ?? [:]
        do {
            let other = try ShareDealer.deal(to: [.login, .device, .recovery])
            guard let share = other.shares.first(where: { $0.holder == .login }) else { return result }
            if case .share(_, let key)? = call, let sealed = SealedShare(share.share, to: key) {
                members["share"] = .string(Base64.encode(sealed.bytes))
            }
            if members["sets"] != nil {
                members["sets"] = [["set": .string(Base58.encode(other.set.bytes)), "state": "active"]]
            }
            let nonces = PendingNonces(limit: 1)
            let commitment = try nonces.commit(by: share, to: SubjectDigest(.sha256([1])))
            if members["commitment"] != nil { members["commitment"] = .string(Base64.encode(commitment.bytes)) }
            // The number of a share is one below the group's order, as a part's is.
            if let part = members["part"]?.stringValue.flatMap({ Base64.decode($0) }) {
                var packed = share.share.packed.withUnsafeBytes { Array($0) }
                packed[31] &= 0x1F
                members["part"] = .string(Base64.encode([part[0]] + packed))
            }
        } catch {
            return result
        }
        return .object(members)
    }
}

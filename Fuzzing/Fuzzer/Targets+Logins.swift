// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectCore
import NEARPrimitives
import NEARSharedKeys
import NEARShares

extension Targets {
    /// Targets of logins and their services.
    static let logins: [String: @Sendable ([UInt8]) -> Void] = [
        "login-redirect": loginRedirect, "login-token": loginToken, "share-answer": shareAnswer,
        "share-document": shareDocument, "share-request": shareRequest,
    ]

    /// Reads a request that came to the redirect's port: only one with our state is the browser's.
    private static func loginRedirect(_ bytes: [UInt8]) {
        guard let answer = try? RedirectAnswer(head: bytes, path: "/back", port: 4_000, state: "ours") else { return }
        precondition(answer.fields["state"] == "ours", "an answer of another login was taken")
    }

    /// Reads an ID token, and an issuer's keys: it counts only as the issuer has signed it.
    private static func loginToken(_ bytes: [UInt8]) {
        if let json = try? JSONValue.parse(bytes), let keys = TokenKeySet(json) {
            precondition(keys.keys.count <= TokenKeySet.limit, "too many keys")
        }
        guard let token = try? CompactToken(String(decoding: bytes, as: UTF8.self)), let key = Seeds.loginKey,
            let keys = TokenKeySet(["keys": .array([key.json] + Seeds.foreignKeys)])
        else { return }
        let check = IDTokenCheck(
            issuer: ExactText("https://id.example"), audiences: [ExactText("program")], nonce: "bound")
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        guard let claims = try? check.claims(of: token, keys: keys, now: now) else { return }
        precondition(claims.subject == ExactText("person"), "a token that nobody has signed")
    }

    /// Reads an answer of a share service; each value has one form.
    private static func shareAnswer(_ bytes: [UInt8]) {
        guard let json = try? JSONValue.parse(bytes), let answer = try? ShareServiceAnswer(status: 200, json) else {
            return
        }
        for held in (try? answer.sets()) ?? [] {
            precondition((try? ShareSet(bytes: held.set.bytes)) == held.set, "a set does not come back")
        }
        if let word = try? answer.commitment() {
            precondition((try? SigningCommitment(bytes: word.bytes)) == word, "a commitment does not come back")
        }
        _ = (try? answer.share(), try? answer.part())
    }

    /// Reads a profile's records; they come back.
    private static func shareDocument(_ bytes: [UInt8]) {
        guard let records = try? ShareSetDocument.decode(bytes) else { return }
        let again = try? ShareSetDocument.decode(Array(ShareSetDocument.encode(records)))
        precondition(again == records, "records do not come back")
    }

    /// Reads a request to a share service, which nobody has signed.
    private static func shareRequest(_ bytes: [UInt8]) {
        do throws(ShareServiceError) {
            _ = try ShareServiceRequest(bytes, signature: nil)
            preconditionFailure("a request without a signature was taken")
        } catch {
            precondition(error == .request || error == .proof, "another refusal: \(error)")
        }
    }
}

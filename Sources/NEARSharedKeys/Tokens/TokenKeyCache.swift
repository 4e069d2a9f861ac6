// SPDX-License-Identifier: MIT

package import FoundationEssentials
internal import NEARPrimitives

/// The keys of an issuer, fetched when they are needed and kept for a while.
///
/// An issuer changes its keys at any time: a token of a key that isn't known has them fetched anew, but not more often
/// than every half minute, so that invented names don't become requests.
package actor TokenKeyCache {
    /// The time after which keys are fetched anew.
    package static let lifetime: TimeInterval = 3_600
    /// The time for which an unknown key isn't asked for again.
    package static let pause: TimeInterval = 30

    private let fetch: @Sendable () async throws(LoginError) -> TokenKeySet
    private let now: @Sendable () -> Date
    private var kept: (keys: TokenKeySet, since: Date)?
    /// The tokens whose signature was right by the keys that are kept.
    private var signed: Set<ExactText> = []
    /// The most of them.
    private static let signedLimit = 1_024
    private var fetching: Task<Result<TokenKeySet, LoginError>, Never>?

    package init(
        now: @escaping @Sendable () -> Date = { Date() },
        fetch: @escaping @Sendable () async throws(LoginError) -> TokenKeySet
    ) {
        self.now = now
        self.fetch = fetch
    }

    /// Checks a token's signature by the issuer's keys of today, then its claims.
    ///
    /// - Throws: `LoginError.token(_:)`; what fetching throws.
    package func claims(of text: String, by check: IDTokenCheck) async throws(LoginError) -> IDTokenClaims {
        let token: CompactToken
        do throws(IDTokenError) {
            token = try CompactToken(text)
        } catch {
            throw .token(error)
        }
        return try await claims(of: token, by: check)
    }

    /// Checks a token that was read, as ``claims(of:by:)-(String,_)``.
    package func claims(of token: CompactToken, by check: IDTokenCheck) async throws(LoginError) -> IDTokenClaims {
        let keys = try await keys(for: token)
        do throws(IDTokenError) {
            if !signed.contains(token.text) {
                try check.checkSignature(of: token, keys: keys)
                // One token is for many requests. Other keys than these may have come meanwhile.
                if signed.count >= Self.signedLimit { signed = [] }
                if keys == kept?.keys { signed.insert(token.text) }
            }
            return try check.claims(of: token, now: now())
        } catch {
            throw .token(error)
        }
    }

    private func keys(for token: CompactToken) async throws(LoginError) -> TokenKeySet {
        if let kept {
            let age = now().timeIntervalSince(kept.since)
            let isKnown = !kept.keys.candidates(for: token).isEmpty
            // A clock that was put back makes them old, not eternal.
            if (0..<(isKnown ? Self.lifetime : Self.pause)).contains(age) { return kept.keys }
        }
        // All who wait share one request, which one of them may leave.
        let task =
            fetching
            ?? Task { [fetch] in
                do throws(LoginError) {
                    return .success(try await fetch())
                } catch {
                    return .failure(error)
                }
            }
        fetching = task
        let result = await task.value
        if fetching == task { fetching = nil }
        let keys = try result.get()
        if keys != kept?.keys { signed = [] }
        kept = (keys, now())
        return keys
    }
}

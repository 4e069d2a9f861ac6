// SPDX-License-Identifier: MIT

package import FoundationEssentials
internal import NEARPrimitives
internal import SafeText

extension TokenKeyCache {
    /// Makes the cache of an identity provider's keys, which its own document says the address of.
    package init(of configuration: OpenIDConfiguration, now: @escaping @Sendable () -> Date = { Date() }) {
        let servers = LoginServers(
            allowsPlainLoopback: configuration.allowsPlainLoopback, timeout: configuration.timeout)
        self.init(now: now) { () throws(LoginError) in
            let metadata = try await OpenIDMetadata.fetch(configuration, servers)
            let json = try await servers.document(at: metadata.keys, limit: TokenKeySet.byteLimit)
            guard let keys = TokenKeySet(json) else {
                throw .badAnswer(reason: localized("the identity provider’s list of keys isn’t one"))
            }
            return keys
        }
    }
}

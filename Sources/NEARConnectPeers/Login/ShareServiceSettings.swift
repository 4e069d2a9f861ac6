// SPDX-License-Identifier: MIT

package import FoundationEssentials
package import NEARPrimitives
package import NEARSharedKeys

/// The issuers that a reference share service takes, and what it allows.
package struct ShareServiceSettings: Sendable {
    /// An issuer whose tokens it takes.
    package struct Issuer: Sendable {
        /// The identity provider; its client id isn't used here.
        package let configuration: OpenIDConfiguration
        /// The programs that it takes, each with the group whose shares it may reach.
        package let groups: [ExactText: ExactText]

        /// Takes an issuer.
        ///
        /// - Parameter programs: Client ids; each is a group of its own.
        package init(_ issuer: String, programs: [String], allowsPlainLoopback: Bool = true) {
            self.init(
                issuer, groups: Dictionary(uniqueKeysWithValues: programs.map { ($0, $0) }),
                allowsPlainLoopback: allowsPlainLoopback)
        }

        /// Takes an issuer, with groups of programs by their client ids.
        package init(_ issuer: String, groups: [String: String], allowsPlainLoopback: Bool = true) {
            var configuration = OpenIDConfiguration(issuer: issuer, clientId: "")
            configuration.allowsPlainLoopback = allowsPlainLoopback
            self.configuration = configuration
            self.groups = Dictionary(uniqueKeysWithValues: groups.map { (ExactText($0.key), ExactText($0.value)) })
        }
    }

    /// The issuers.
    package var issuers: [Issuer]
    /// The ways in which it uses its shares.
    package var modes: Set<LoginShareMode> = [.release, .coSign]
    /// The limits of what it signs.
    package var limits = CoSigningLimits()
    /// The most requests of one person in a minute.
    package var requestsPerMinute = 120
    /// The most sets of one person.
    package var setsPerPerson = 16
    /// The service's clock.
    package var now: @Sendable () -> Date = { Date() }
    /// Keeps the database; what it throws refuses the change.
    package var save: @Sendable ([UInt8]) throws -> Void = { _ in }
    /// Hears of each event as it is added to the audit list.
    package var audit: @Sendable (ShareServiceEvent) -> Void = { _ in }

    package init(issuers: [Issuer]) {
        self.issuers = issuers
    }
}

/// The limits of what a share service signs; amounts are in yoctoNEAR.
package struct CoSigningLimits: Hashable, Sendable {
    /// The most that one subject may spend.
    package var largest: NEARToken
    /// The most that one set may spend in a day.
    package var perDay: NEARToken
    /// True if messages (NEP-413) are signed.
    package var allowsMessages = true
    /// True if keys, code and the account itself may be changed; rotations need it.
    package var allowsAccountChanges = true

    /// Makes limits of 10 and 100 NEAR.
    package init() {
        largest = NEARToken(yoctoNEAR: 10 * NEARToken.yoctoPerNEAR)
        perDay = NEARToken(yoctoNEAR: 100 * NEARToken.yoctoPerNEAR)
    }
}

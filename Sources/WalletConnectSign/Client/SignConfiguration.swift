// SPDX-License-Identifier: MIT

/// The settings of a sign client.
public struct SignConfiguration: Sendable, Hashable {
    /// The address of WalletConnect's own relay.
    public static let publicRelay = "wss://relay.walletconnect.org"
    /// The other name of the same relay, for where the first one can't be reached.
    public static let otherPublicRelay = "wss://relay.walletconnect.com"

    /// The project's id at the relay, 32 hexadecimal digits for the public one.
    public var projectId: String
    /// The description of the program that wallets show.
    public var metadata: AppMetadata
    /// The relay's address: `wss://…`, or `ws://…` on this computer.
    ///
    /// WalletConnect's own relay has two names, ``publicRelay`` and ``otherPublicRelay``: where one can't be reached,
    /// the other one is tried.
    public var relay: String
    /// The program's name and version for the relay, for example `wc-2/swift-1.0.0/linux-debian12`.
    public var agent: String
    /// True to hand proposals over by the relay's newer call, `wc_proposeSession`.
    ///
    /// All wallets answer proposals that were published in the older way.
    public var proposesByRelay: Bool

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - projectId: The project's id at the relay.
    ///   - metadata: The description of the program.
    ///   - relay: The relay's address.
    ///   - agent: The program's name and version for the relay.
    ///   - proposesByRelay: True to use the relay's newer call.
    public init(
        projectId: String, metadata: AppMetadata, relay: String = publicRelay,
        agent: String = "wc-2/swift-1.0.0/linux", proposesByRelay: Bool = false
    ) {
        self.projectId = projectId
        self.metadata = metadata
        self.relay = relay
        self.agent = agent
        self.proposesByRelay = proposesByRelay
    }

    /// The addresses with the project, in the order in which they are tried.
    ///
    /// - Throws: ``SignError/relayUnreachable(_:)`` for an address that isn't `wss`, or `ws` on this computer.
    func addresses() throws(SignError) -> [RelayAddress] {
        let own = [Self.publicRelay, Self.otherPublicRelay]
        guard own.contains(where: { $0.utf8.elementsEqual(relay.utf8) }) else { return [try address()] }
        let other = own.filter { !$0.utf8.elementsEqual(relay.utf8) }
            .compactMap { RelayAddress($0, project: projectId, agent: agent) }
        return [try address()] + other
    }

    /// The address with the project.
    ///
    /// - Throws: ``SignError/relayUnreachable(_:)`` for an address that isn't `wss`, or `ws` on this computer.
    func address() throws(SignError) -> RelayAddress {
        guard let address = RelayAddress(relay, project: projectId, agent: agent) else {
            throw .relayUnreachable(.other(relay))
        }
        return address
    }
}

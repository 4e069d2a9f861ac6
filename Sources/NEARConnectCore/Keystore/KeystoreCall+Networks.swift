// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// A key belongs to one network, since no signature names its chain.
///
/// All of this is for custom networks: on the known ones, nobody but their own nodes says what goes into a signature.
extension KeystoreCall {
    /// Refuses a key that is in use on another network.
    ///
    /// - Returns: The networks whose nodes didn't answer, by id.
    func requireOwnKey(of signer: KeystoreSigner) async throws(HostCallError) -> [String] {
        let nodes = host.keystoreNodes
        guard let finding = await nodes.lookElsewhere(for: signer.key, of: signer.account) else { return [] }
        if let other = signer.networkElsewhere(host.chain.identity) { throw refusal(of: signer, on: other) }
        switch finding {
        case .present(let other): throw refusal(of: signer, on: other)
        case .absent(let unreached): return unreached
        }
    }

    /// Refuses a block that a known network has.
    func requireOwnBlock(_ hash: CryptoHash) async throws(HostCallError) {
        guard case .present(let other)? = await host.keystoreNodes.lookElsewhere(forBlock: hash) else { return }
        throw .rejected(
            localized(
                "a node of %1$s gave out a block of %2$s: what is signed with it would count there. Don’t use this node",
                network, other))
    }

    /// Returns the networks that couldn't be asked about the keys.
    ///
    /// Where there is only one key, and it is in use elsewhere, nobody needs to be asked.
    func unreached(by signers: [KeystoreSigner]) async throws(HostCallError) -> [String] {
        if signers.count == 1, let signer = signers.first { return try await requireOwnKey(of: signer) }
        var names: Set<String> = []
        for signer in signers {
            let finding = await host.keystoreNodes.lookElsewhere(for: signer.key, of: signer.account)
            if case .absent(let unreached)? = finding {
                names.formUnion(unreached)
            }
        }
        return names.sorted()
    }

    private func refusal(of signer: KeystoreSigner, on other: String) -> HostCallError {
        .rejected(
            localized(
                "the key of %1$s is in use on %2$s, where a signature for %3$s would count, too; make a key for %3$s",
                signer.account.text, other, network))
    }
}

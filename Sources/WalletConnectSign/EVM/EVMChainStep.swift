// SPDX-License-Identifier: MIT

internal import SafeText

/// The next step before a wallet can be asked on an Ethereum-like chain.
///
/// Wallets grant what they like, some only the chain that they show, and may have changed it since.
public enum EVMChainStep: Sendable, Hashable {
    /// The session has this account on the chain: ask.
    case ask(account: String)
    /// The wallet is to be asked for the chain first, on a chain that it has granted.
    case change(EVMCall, on: ChainID)
    /// The wallet has no method for it: its user has to do this.
    case byHand(String)

    /// Finds the step.
    ///
    /// - Parameters:
    ///   - chain: The chain that the program needs.
    ///   - session: The session, as it is now.
    ///   - description: The chain for wallets that don't know it; they are asked to add it, which changes to it, too.
    public init(to chain: ChainID, in session: SignSession, adding description: EVMChain? = nil) {
        let grants = session.namespaces
        if let account = grants.accounts.first(where: { $0.chain == chain }) {
            self = .ask(account: account.address)
            return
        }
        let methods = Set(grants.byKey.filter { $0.key.hasPrefix("eip155") }.values.flatMap(\.methods))
        let calls = [
            description.map { EVMCall.addChain($0) }, EVMCall.switchChain(to: chain),
        ].compactMap(\.self)
        if let call = calls.first(where: { methods.contains($0.method) }),
            let present = grants.accounts.first(where: { $0.chain.namespace == "eip155" })
        {
            self = .change(call, on: present.chain)
            return
        }
        let wallet = DisplayText.name(session.peer.name)
        self = .byHand(
            localized(
                "%1$s hasn’t granted %2$s, and can’t be asked for it. Choose that network in the wallet, add it there if it is missing, and connect again.",
                wallet, description.map { DisplayText.name($0.name) } ?? "\(chain)"))
    }
}

// SPDX-License-Identifier: MIT

package import NEARPrimitives
package import NEARRPC

extension KeystoreService {
    /// The manager, as the service needs it.
    package struct Host {
        /// The network id that requests must name.
        let network: () -> String
        /// The app's origin.
        let origin: String
        /// The account that is signed in with this wallet.
        let signedIn: () -> AccountId?
        /// What the request is that somebody still waits for; `nil` when nobody does.
        let kind: (RequestID) -> RequestKind?
        /// Whether these are the transactions or delegate actions that the program asked for with the request.
        let isAskedFor: ([TransactionRequest], RequestID) -> Bool
        /// Notes what was signed for the request. Signatures leave this process only when this has returned.
        let noteSigned: ([JournalSignature], RequestID) async throws(NEARError) -> Void
        /// Reads the chain, from nodes only that have told which one it is.
        let rpc: () throws(NEARError) -> NEARRPCClient
        /// Says which chain the network's nodes work for, and asks them first where none has told.
        let identify: () async -> ChainKnowledge
        /// What is known of that now.
        let chain: () -> ChainKnowledge
        /// Ends a request natively, with an error that wallets have no code for.
        let abandon: (RequestID, NEARError) -> Void
        /// Puts a request before a person or a policy.
        let approve: (ApprovalRequest) async -> ApprovalAnswer

        package init(
            network: @escaping () -> String, origin: String, signedIn: @escaping () -> AccountId?,
            kind: @escaping (RequestID) -> RequestKind?,
            isAskedFor: @escaping ([TransactionRequest], RequestID) -> Bool,
            noteSigned: @escaping ([JournalSignature], RequestID) async throws(NEARError) -> Void,
            rpc: @escaping () throws(NEARError) -> NEARRPCClient, identify: @escaping () async -> ChainKnowledge,
            chain: @escaping () -> ChainKnowledge, abandon: @escaping (RequestID, NEARError) -> Void,
            approve: @escaping (ApprovalRequest) async -> ApprovalAnswer
        ) {
            self.network = network
            self.origin = origin
            self.signedIn = signedIn
            self.kind = kind
            self.isAskedFor = isAskedFor
            self.noteSigned = noteSigned
            self.rpc = rpc
            self.identify = identify
            self.chain = chain
            self.abandon = abandon
            self.approve = approve
        }
    }
}

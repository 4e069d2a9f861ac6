// SPDX-License-Identifier: MIT

import NEARDevnet
import NEARRPC

extension Devnet {
    /// This package's own client, which waits for as long as a busy machine takes.
    func patientClient() throws -> NEARRPCClient {
        try NEARRPCClient(
            configuration: RPCClientConfiguration(
                endpoints: [RPCEndpoint(url: rpcURL)], deadline: .seconds(300), transactionDeadline: .seconds(300),
                attemptTimeout: .seconds(300)))
    }
}

// SPDX-License-Identifier: MIT

import NEARPrimitives

extension RPCService {
    /// `EXPERIMENTAL_protocol_config`. Of the runtime configuration, what the devnet goes by.
    func protocolConfig(_ parameters: RPCParameters) async throws(RPCFault) -> JSONValue {
        let chain = await host.chain
        _ = try find(BlockReference(parameters), in: chain)
        return ProtocolConfigView(settings: settings).json
    }
}

// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Methods for tests that go back to where they began, which no other node has.
extension RPCService {
    /// `devnet_snapshot`: keeps the chain as it is now.
    func snapshot(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        let (id, height) = await host.keep()
        return ["id": .count(id), "height": .count(height)]
    }

    /// `devnet_restore`: goes back to the snapshot `id`; what came since is undone.
    func restore(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        let id = try parameters.named("id").required("id").asHeight("id")
        let height: UInt64?
        do throws(DevnetError) {
            height = try await host.restore(kept: id)
        } catch {
            throw .internal("The chain can't be restored: \(error)")
        }
        guard let height else {
            let text = "there is no snapshot \(id), or it was dropped: the last \(KeptChains.limit) are kept"
            throw .handler("UNKNOWN_SNAPSHOT", info: ["error_message": .string(text)], data: .string(text))
        }
        return ["height": .count(height)]
    }
}

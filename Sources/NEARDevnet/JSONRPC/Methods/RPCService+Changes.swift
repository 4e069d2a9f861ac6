// SPDX-License-Identifier: MIT

import NEARPrimitives

extension RPCService {
    /// `changes`: what changed in a block, of the kind and the accounts that are asked for.
    func changes(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        let request = try ChangesRequest(parameters)
        let reference = try BlockReference(parameters)
        let block = try find(reference, in: host.chain)
        let changes = block.changes.filter { request.includes($0.value) }.compactMap(\.view)
        return ["block_hash": .hash(block.hash), "changes": .array(changes)]
    }

    /// `block_effects`: which accounts changed in a block, and in what.
    func blockEffects(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        let reference = try BlockReference(parameters)
        let block = try find(reference, in: host.chain)
        var seen: Set<JSONValue> = []
        let kinds = block.changes.compactMap(\.value.kindView).filter { seen.insert($0).inserted }
        return ["block_hash": .hash(block.hash), "changes": .array(kinds)]
    }
}

// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Methods that nearcore has only as a sandbox.
extension RPCService {
    /// `sandbox_patch_state`: changes records of the state without a transaction.
    func patchState(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        guard let records = try parameters.named("records").required("records").arrayValue else {
            throw .arguments("`records` must be an array")
        }
        var patch = StatePatch(of: host.chain.state)
        for record in records { patch.add(try StateRecord(record)) }
        do {
            try await host.patch(patch.changes)
            host.expectBlock(after: host.chain.head.hash)
        } catch {
            throw .internal("The state can't be patched: \(error)")
        }
        return [:]
    }

    /// `sandbox_fast_forward`: lets heights and time pass.
    func fastForward(_ parameters: RPCParameters) async throws(RPCServiceError) -> JSONValue {
        let count = try parameters.named("delta_height").required("delta_height").asHeight("delta_height")
        let (end, overflow) = host.chain.head.height.addingReportingOverflow(count)
        guard !overflow, end <= Chain.lastHeight else {
            throw .arguments("`delta_height` is beyond the last block there can be")
        }
        do {
            try await host.fastForward(count)
        } catch {
            throw .internal("Time can't be forwarded: \(error)")
        }
        return [:]
    }
}

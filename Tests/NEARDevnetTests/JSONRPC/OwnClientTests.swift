// SPDX-License-Identifier: MIT

import NEARPrimitives
import NEARRPC
import Testing

@testable import NEARDevnet

/// This package's own client reads what the devnet answers.
@Suite struct OwnClientTests {
    @Test func transactionGoesThroughTheTypedClient() async throws {
        try await withDevnet { devnet, raw in
            let client = try devnet.patientClient()
            let status = try await client.status()
            #expect(status.chainId == "devnet")
            let account = try await client.viewAccount(devnet.accounts[0].id)
            #expect(account.value.amount == NEARToken.test(10_000))
            let signed = try await raw.sign(
                devnet.accounts[0], to: devnet.accounts[1].id, [.transfer(NEARToken.test(1))])
            let result = try await client.sendTransaction(signed, waitUntil: .final)
            #expect(result.finalExecutionStatus == .final)
            #expect(result.outcome?.failure == nil)
            let bad = try await raw.sign(devnet.accounts[0], to: devnet.accounts[1].id, [.functionCall("m")])
            let failed = try await client.sendTransaction(bad, waitUntil: .final)
            let kind = ActionErrorKind.functionCallError(
                .compilationError(.codeDoesNotExist(accountId: devnet.accounts[1].id)))
            #expect(failed.outcome?.failure == .actionError(ActionError(index: 0, kind: kind)))
        }
    }
}

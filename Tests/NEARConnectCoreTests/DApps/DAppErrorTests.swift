// SPDX-License-Identifier: MIT

import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

@Suite struct DAppErrorTests {
    @Test func everyErrorHasACodeAndASentence() throws {
        for error in try NEARErrorSamples.all() {
            let translated = DAppError(error)
            #expect(!translated.message.isEmpty)
            #expect(translated.json["code"] == .integer(Int128(translated.code.rawValue)))
        }
    }

    /// A page learns neither paths nor addresses of nodes, which may have keys in them.
    @Test func pagesHearNothingOfThisComputer() {
        let secret = "/home/somebody/secret?key=1"
        let errors: [NEARError] = [
            .storage(reason: secret), .journal(reason: secret), .rpcError(secret), .bridgeUnavailable(reason: secret),
            .unknownWallet(id: secret),
        ]
        for error in errors { #expect(!DAppError(error).json.text.contains("somebody"), "\(error)") }
    }

    /// A page that hears an error sends again, unless it is told what became of the first.
    @Test func whatMayHaveBeenSentIsSaid() throws {
        let hash = CryptoHash.sha256([1])
        let data = DAppError(.transactionUnknown(hash: hash)).json["data"]
        #expect(data == ["name": "transaction-unknown", "transactionHash": .string(hash.description)])
        #expect(DAppError(.transactionUnknown(hash: nil)).json["data"] == ["name": "transaction-unknown"])
        #expect(DAppError(.partiallySent(outcomes: [], hash: hash, reason: "x")).json["data"] != nil)
        #expect(DAppError(.userCancelled).json["data"] == nil)
    }

    @Test func codesAreThoseThatDAppsKnow() {
        #expect(DAppError(.userCancelled).code.rawValue == 4001)
        #expect(DAppError(.notSignedIn).code.rawValue == 4100)
        #expect(DAppError(.bridgeCrashed).code.rawValue == 4900)
        #expect(DAppError(.operationInProgress).code.rawValue == -32002)
        #expect(DAppError(.invalidArgument(name: "a", reason: "b")).code.rawValue == -32602)
        #expect(
            DAppError.Code.allCases.map(\.rawValue) == [
                4001, 4100, 4200, 4900, 4901, -32602, -32002, -32005, -32603,
            ])
    }
}

// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import NEARPrimitives
import ProcessSetup
import Testing
import ThreadTesting

@testable import NEARDevnet

/// `near-connect devnet` in which something faults while JavaScriptCore stops threads.
@Suite(.ownThread) struct FaultedProgramTests {
    private static let text = #"{"text":"a message for the guest book"}"#

    /// Whichever thread faults, the program ends at once and says so, and its chain is whole.
    ///
    /// There is a process for each try, and each thread has its turn.
    @Test func aFaultEndsInASentenceFiftyTimes() async throws {
        try await withChain { folder in
            for round in 0..<50 {
                let (program, hash) = try await start(folder)
                let threads = try program.threads(hearing: SIGSEGV)
                let first = round % threads.count
                let end = program.end(by: SIGSEGV, toOneOf: threads[first...] + threads[..<first])
                #expect(end.reason == .exit, "round \(round): \(end)")
                #expect(end.status == ProgramProcess.faultExitCode, "round \(round): \(end)")
                #expect(end.duration < .seconds(1), "round \(round): \(end)")
                let lines = end.standardError.split(separator: "\n")
                #expect(lines.count == 1, "round \(round): \(end)")
                #expect(lines.last?.hasPrefix("near-connect: a fault (SIGSEGV in thread ") == true)
                // Opening the chain the next time compares every hash; this is the last one's.
                if round % 10 == 9 { try await expectKept(hash, in: folder) }
                if end.reason != .exit { break }
            }
        }
    }

    /// Ctrl-\ is no fault: the system ends the program, with a core file where those are kept.
    @Test func quitEndsItAsTheSystemDoes() async throws {
        try await withChain { folder in
            let (program, hash) = try await start(folder)
            let end = program.end(by: SIGQUIT, toOneOf: try program.threads(hearing: SIGQUIT))
            #expect(end.reason == .uncaughtSignal, "\(end)")
            #expect(end.status == SIGQUIT, "\(end)")
            #expect(end.duration < .seconds(1), "\(end)")
            #expect(end.standardError.isEmpty)
            try await expectKept(hash, in: folder)
        }
    }

    /// A folder with a chain on which bob's account has the guest book.
    private func withChain(_ body: (URL) async throws -> Void) async throws {
        try await withFolder { folder in
            try await withDevnet {
                $0.stateDirectory = folder
            } _: { devnet, _ in
                try await devnet.deploy(.guestBook, to: devnet.accounts[1].id)
            }
            try await body(folder)
        }
    }

    /// A devnet that has run a contract: JavaScriptCore has its threads and its handlers.
    private func start(_ folder: URL) async throws -> (FaultedProgram, CryptoHash) {
        let errors = Pipe()
        let program = try await DevnetProgram(state: folder, standardError: errors)
        let alice = try DevnetAccount(AccountId("alice.test.near"), seed: DevnetConfiguration().seed)
        let client = RawClient(program.url)
        let call = Action.functionCall(
            FunctionCallAction(
                methodName: "add_message", args: Array(Self.text.utf8), gas: .tera(30), deposit: .zero))
        let signed = try await client.sign(alice, to: AccountId("bob.test.near"), [call])
        let result = try await client.result("send_tx", ["signed_tx_base64": .string(signed.base64)])
        #expect(result["status"]?["SuccessValue"] != nil)
        return (
            FaultedProgram(process: program.process, errors: errors.fileHandleForReading), signed.transaction.hash
        )
    }

    private func expectKept(_ hash: CryptoHash, in folder: URL) async throws {
        try await withDevnet {
            $0.stateDirectory = folder
        } _: { devnet, _ in
            #expect(TransactionStatus(hash, in: devnet.host.chain)?.progress == .final)
        }
    }
}

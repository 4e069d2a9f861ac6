// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// Contracts that grow their memory page by page, for the gas of as many operators, whatever ran before them.
@Suite(.ownThread) struct MemoryGrowthTests {
    /// The time for all growths: a minute or two would pass if each of them copied the memory.
    ///
    /// It is far more than 1,024 growths take in place.
    private static let limit = Duration.seconds(20)

    /// Another contract for each number, all of one length: 1,024 growths by one page, up to the limit.
    private static func growing(_ number: Int) throws -> [UInt8] {
        try WAT.module(
            """
            (module (memory 1)
              (func (export "touch") (i32.store (i32.const 0) (i32.const \(1_000_000 + number))))
              (func (export "main") (local i32)
                (loop
                  (if (i32.eq (memory.grow (i32.const 1)) (i32.const -1)) (then unreachable))
                  (local.set 0 (i32.add (local.get 0) (i32.const 1)))
                  (br_if 0 (i32.lt_u (local.get 0) (i32.const 1024))))))
            """)
    }

    /// JavaScriptCore has 8 fast memories by default.
    ///
    /// The others: as many as a machine keeps, one less than that default leaves, as many as it leaves, and far more
    /// than any of these. A program of its own, as other machines of a process take memories too.
    @Test(arguments: [ContractMachine.instanceLimit, 7, 8, 30])
    func growthIsQuickAfterOtherContracts(_ others: Int) async throws {
        try await withFolder { folder in
            let program = try await DevnetProgram(state: folder)
            let client = RawClient(program.url)
            do {
                let alone = try await grow(0, client)
                for number in 1...others { _ = try await grow(number, client, method: "touch") }
                // What it costs doesn't depend on who ran before, and each growth is charged as an operator.
                let last = try await grow(others + 1, client)
                #expect(last == alone)
                #expect(last > 1_024 * 822_756)
                // Queries have a machine of their own.
                let begin = ContinuousClock.now
                let view = try await client.result(
                    "query",
                    [
                        "request_type": "call_function", "finality": "final", "account_id": "bob.test.near",
                        "method_name": "main", "args_base64": "",
                    ])
                #expect(begin.duration(to: .now) < Self.limit)
                #expect(view["error"] == nil)
            } catch {
                program.kill()
                throw error
            }
            program.kill()
        }
    }

    /// Deploys a contract, calls it and says what gas the call has burnt.
    private func grow(_ number: Int, _ client: RawClient, method: String = "main") async throws -> Int64 {
        let bob = try DevnetAccount(AccountId("bob.test.near"), seed: DevnetConfiguration().seed)
        let actions: [Action] = [
            .deployContract(DeployContractAction(code: try Self.growing(number))),
            .functionCall(FunctionCallAction(methodName: method, args: [], gas: .tera(100), deposit: .zero)),
        ]
        let signed = try await client.sign(bob, to: bob.id, actions)
        let begin = ContinuousClock.now
        let result = try await client.result("send_tx", ["signed_tx_base64": .string(signed.base64)])
        #expect(begin.duration(to: .now) < Self.limit)
        #expect(result["status"] == ["SuccessValue": ""])
        return try #require(
            result["receipts_outcome"]?[0]?["outcome"]?["gas_burnt"]?.integerValue(as: Int64.self))
    }

    /// More machines than there are places, each with as many contracts as it would keep: every call finds a memory.
    @Test func machinesOfAllChainsShareTheMemories() throws {
        let codes = try (0..<ContractMachine.instanceLimit).map(Self.growing)
        var chains: [LocalChain] = []
        for _ in 0...FastMemories.addressLimit {
            var local = try LocalChain()
            for code in codes {
                try local.deploy(code, to: "bob.root")
                #expect(try local.call("bob.root", "touch").failure == nil)
                let memories = FastMemories.ofProcess
                #expect(memories.keptCount < memories.limit)
            }
            chains.append(local)
        }
    }

    @Test func eachMachineHasAPlaceForWhatItRuns() {
        let memories = FastMemories(limit: 4)
        memories.enter()
        #expect((0..<5).filter { _ in memories.take() }.count == 3)
        memories.enter()
        #expect(!memories.take())
        memories.giveBack()
        // The second machine's own place comes first.
        #expect(!memories.take())
        memories.giveBack()
        #expect(memories.take())
        memories.leave(keeping: 2)
        #expect(memories.keptCount == 0)
        #expect((0..<5).filter { _ in memories.take() }.count == 3)
    }

    @Test func withoutFastMemoriesNothingIsKept() {
        let memories = FastMemories(limit: 0)
        memories.enter()
        #expect(!memories.take())
        #expect(memories.keptCount == 0)
    }
}

// SPDX-License-Identifier: MIT

import Dispatch
import NEARPrimitives
import Synchronization
import Testing

@testable import NEARDevnet

/// Calls that the engine doesn't come back from: they fail, and others go on.
@Suite(.timeLimit(.minutes(2))) struct WatchdogTests {
    /// The names of the calls that ended, in their order, with the gas that each burnt.
    private final class Ended: Sendable {
        private let names = Mutex<[String]>([])
        private let changes = AsyncStream.makeStream(of: Void.self)

        func add(_ name: String) {
            names.withLock { $0.append(name) }
            changes.continuation.yield()
        }

        func wait(for count: Int) async -> [String] {
            var changes = changes.stream.makeAsyncIterator()
            while names.withLock({ $0.count }) < count { await changes.next() }
            return names.withLock { $0 }
        }
    }

    private func outcome(_ gas: UInt64) -> ContractOutcome {
        ContractOutcome(result: .failure(.trap(.unreachable)), gasBurnt: gas, gasUsed: gas, logs: [])
    }

    /// A call that ends when the signal comes; 1 is its own outcome, 2 the one of a lost call.
    private func job(_ name: String, _ ended: Ended, until signal: DispatchSemaphore? = nil) -> EngineThread.Job {
        let (own, lost) = (outcome(1), outcome(2))
        return EngineThread.Job(
            work: { machine in
                signal?.wait()
                guard case .failure(.tooManyLost) = machine else { return own }
                return ContractOutcome(result: own.result, gasBurnt: 3, gasUsed: 3, logs: [])
            }, lost: lost, deliver: { ended.add("\(name) \($0.gasBurnt)") })
    }

    /// A second: many times what a call that does nothing waits for its turn on a busy machine.
    private func thread() -> EngineThread {
        EngineThread(name: "watched", patience: .seconds(1)) { .failure(.notOnThisSystem) }
    }

    @Test func aCallThatDoesNotEndFailsAndTheNextOnesRun() async throws {
        let (ended, thread, signal) = (Ended(), thread(), DispatchSemaphore(value: 0))
        thread.perform(job("stuck", ended, until: signal))
        thread.perform(job("next", ended))
        #expect(await ended.wait(for: 2).sorted() == ["next 1", "stuck 2"])
        #expect(thread.lostCount == 1)
        // What it comes to afterwards is nobody's any more, and its thread takes no call.
        signal.signal()
        thread.perform(job("last", ended))
        #expect(await ended.wait(for: 3).sorted() == ["last 1", "next 1", "stuck 2"])
        #expect(thread.lostCount == 1)
    }

    @Test func aQueueOfShortCallsIsNotTakenForALongOne() async throws {
        let (ended, thread) = (Ended(), thread())
        let short = DispatchSemaphore(value: 0)
        DispatchQueue(label: "short").async {
            for _ in 0..<10 {
                _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(150))
                short.signal()
            }
        }
        for index in 0..<10 { thread.perform(job("\(index)", ended, until: short)) }
        #expect(await ended.wait(for: 10) == (0..<10).map { "\($0) 1" })
        #expect(thread.lostCount == 0)
    }

    @Test func afterSeveralLostThreadsCallsAreRefused() async throws {
        let (ended, thread, signal) = (Ended(), thread(), DispatchSemaphore(value: 0))
        // As docs/devnet.md says.
        let count = 3
        for index in 0..<count { thread.perform(job("\(index)", ended, until: signal)) }
        _ = await ended.wait(for: count)
        thread.perform(job("refused", ended))
        #expect(await ended.wait(for: count + 1).last == "refused 3")
        for _ in 0..<count { signal.signal() }
    }

    /// A contract that runs for seconds: its gas is an eighth of a network's.
    @Test func theEngineGivesAContractUpAndRunsTheNext() async throws {
        let chain = try LocalChain()
        let network = ContractParameters.version83(chain.chain.settings.parameters)
        let parameters = ContractParameters(
            regularOperatorCost: network.regularOperatorCost / 8, linearOperatorBase: network.linearOperatorBase,
            linearOperatorUnit: network.linearOperatorUnit, limits: network.limits, hostCosts: network.hostCosts,
            native: network.native)
        let engine = WasmContractEngine(parameters, patience: .seconds(2))
        let code = try WAT.module(
            """
            (module
              (func (export "spin") (local i64)
                (loop (local.set 0 (i64.rem_u (i64.const 0x7fffffffffffffff) (i64.or (local.get 0) (i64.const 3))))
                  (br 0)))
              (func (export "quick")))
            """)
        let spin = engine.run(try call("spin", code, in: chain), in: StateUpdate(chain.state))
        #expect(throws: ContractError.lost) { _ = try spin.result.get() }
        #expect(spin.gasBurnt == Gas.tera(1_000).gas && engine.lostThreadCount == 1)
        // A machine that is very busy may take its time to start JavaScriptCore once more.
        var quick = engine.run(try call("quick", code, in: chain), in: StateUpdate(chain.state))
        if case .failure(.lost) = quick.result {
            quick = engine.run(try call("quick", code, in: chain), in: StateUpdate(chain.state))
        }
        _ = try quick.result.get()
        let text = "The devnet's contract engine didn't come back from this call in time, and the devnet gave it up."
        #expect(ContractError.lost.functionCallError == .executionError(message: text))
    }

    private func call(_ method: String, _ code: [UInt8], in chain: LocalChain) throws -> ContractCall {
        let (id, block, settings) = (try chain.id("alice.root"), chain.chain.head, chain.chain.settings)
        return ContractCall(
            code: ContractCode(code), accountId: id, predecessorId: id, signerId: id,
            signerPublicKey: try chain.key("alice.root").publicKey, refundTo: id,
            gasPrice: settings.parameters.gasPrice,
            action: FunctionCallAction(methodName: method, args: [], gas: .tera(1_000), deposit: .zero),
            actionHash: block.hash, account: try #require(chain.state.account(id)),
            block: BlockContext(
                chainId: settings.chainId, height: block.height, hash: block.hash,
                epochHeight: block.header.epoch.height, timestamp: block.header.timestamp,
                randomValue: block.header.randomValue, validatorId: settings.validatorId),
            promiseResults: [], outputDataReceivers: [], isView: false,
            validator: chain.state.validator(settings.validatorId))
    }
}

// SPDX-License-Identifier: MIT

import Dispatch
import NEARPrimitives
import Synchronization

/// Runs contracts in JavaScriptCore, on threads of its own: one for receipts, one for queries.
///
/// A contract always ends: gas is metered in its own code, and so is the stack. Where it doesn't, because of a fault of
/// JavaScriptCore's, `EngineThread` gives the call up.
final class WasmContractEngine: ContractEngine {
    private let parameters: ContractParameters
    private let cache: ModuleCache
    private let receipts: EngineThread
    private let views: EngineThread

    init(_ parameters: ContractParameters, patience: Duration = Watchdog.patience) {
        self.parameters = parameters
        cache = ModuleCache(parameters)
        let make: @Sendable () -> Result<ContractMachine, ContractMachine.UnavailableError> = {
            do throws(ContractMachine.UnavailableError) {
                return .success(try ContractMachine(parameters))
            } catch {
                return .failure(error)
            }
        }
        receipts = EngineThread(name: "devnet-contracts", patience: patience, make: make)
        views = EngineThread(name: "devnet-views", patience: patience, make: make)
    }

    /// The number of threads that JavaScriptCore didn't come back to.
    var lostThreadCount: Int { receipts.lostCount + views.lostCount }

    func run(_ call: ContractCall, in update: StateUpdate) -> ContractOutcome {
        let result = OutcomeBox()
        let done = DispatchSemaphore(value: 0)
        receipts.perform(
            job(for: call, in: update) { outcome in
                result.set(outcome)
                done.signal()
            })
        done.wait()
        return result.get() ?? Self.lost(call)
    }

    func view(_ call: ContractCall, in update: StateUpdate) async -> ContractOutcome {
        await withCheckedContinuation { continuation in
            views.perform(job(for: call, in: update) { continuation.resume(returning: $0) })
        }
    }

    private func job(
        for call: ContractCall, in update: StateUpdate, deliver: @escaping @Sendable (ContractOutcome) -> Void
    ) -> EngineThread.Job {
        EngineThread.Job(
            work: { [parameters, cache] machine in
                Self.run(call, in: update, parameters: parameters, cache: cache, made: machine)
            }, lost: Self.lost(call), deliver: deliver)
    }

    /// Brings an outcome from one thread to another.
    private final class OutcomeBox: Sendable {
        private let outcome = Mutex<ContractOutcome?>(nil)

        func set(_ value: ContractOutcome) { outcome.withLock { $0 = value } }

        func get() -> ContractOutcome? { outcome.withLock { $0 } }
    }

    /// The answer to a call where there is no machine.
    private static func unavailable(_ error: ContractMachine.UnavailableError) -> ContractOutcome {
        ContractOutcome(
            result: .failure(.compilation(.wasmerCompileError(message: error.text))), gasBurnt: 0, gasUsed: 0, logs: [])
    }

    /// The answer to a call that didn't end; nobody knows how much of its gas it has used.
    private static func lost(_ call: ContractCall) -> ContractOutcome {
        let gas = call.action.gas.gas
        return ContractOutcome(result: .failure(.lost), gasBurnt: gas, gasUsed: gas, logs: [])
    }

    private static func run(
        _ call: ContractCall, in update: StateUpdate, parameters: ContractParameters, cache: ModuleCache,
        made: Result<ContractMachine, ContractMachine.UnavailableError>
    ) -> ContractOutcome {
        let machine: ContractMachine
        switch made {
        case .success(let some): machine = some
        case .failure(let error): return unavailable(error)
        }
        var gas = GasCounter(prepaid: call.action.gas.gas, isView: call.isView, parameters)
        let module: MeteredModule
        let method: MeteredModule.Method
        do throws(ContractError) {
            module = try load(call, cache)
            method = try resolve(call, in: module, gas: &gas)
        } catch {
            // What keeps a contract from being loaded costs nothing at this protocol version; only gas that isn't
            // enough for loading is burnt.
            return ContractOutcome(
                result: .failure(error), gasBurnt: gas.burnt, gasUsed: gas.used, logs: [], gasProfile: gas.profile)
        }
        if let message = module.linkFault { return failed(.link(message: message), gas) }
        if module.trapsAtStart { return failed(.trap(.memoryOutOfBounds), gas) }
        let end = machine.run(module, method, for: call, in: update, gas: gas)
        guard let host = end.host else { return failed(end.failure ?? .trap(.genericTrap), end.gas) }
        return outcome(of: host, end.failure)
    }

    private static func failed(_ failure: ContractError, _ gas: GasCounter) -> ContractOutcome {
        ContractOutcome(
            result: .failure(failure), gasBurnt: gas.burnt, gasUsed: gas.used, logs: [], gasProfile: gas.profile)
    }

    private static func load(_ call: ContractCall, _ cache: ModuleCache) throws(ContractError) -> MeteredModule {
        guard !call.action.methodName.isEmpty else { throw .resolution(.methodEmptyName) }
        do throws(PrepareError) {
            return try cache.module(call.code)
        } catch {
            throw .compilation(.prepareError(error))
        }
    }

    /// Pays for loading, and finds the method.
    ///
    /// Where there is none, nothing has been paid.
    private static func resolve(
        _ call: ContractCall, in module: MeteredModule, gas: inout GasCounter
    ) throws(ContractError) -> MeteredModule.Method {
        let before = gas
        do throws(HostCallError) {
            try gas.pay(.contractLoadingBytes, per: module.originalByteCount)
            try gas.pay(.contractLoadingBase)
        } catch {
            throw .host(.gasExceeded)
        }
        guard let method = module.methods[call.action.methodName], method.isCallable else {
            gas = before
            let isThere = module.methods[call.action.methodName] != nil
            throw .resolution(isThere ? .methodInvalidSignature : .methodNotFound)
        }
        return method
    }

    private static func outcome(of host: ContractHost, _ failure: ContractError?) -> ContractOutcome {
        var failure = failure
        if failure == nil {
            do throws(HostCallError) {
                try host.distributeGas()
            } catch {
                failure = .host(error)
            }
        }
        let success = ContractOutcome.Success(
            update: host.update, account: host.account, returned: host.returned, newReceipts: host.receipts,
            resumed: host.resumed)
        return ContractOutcome(
            result: failure.map { .failure($0) } ?? .success(success), gasBurnt: host.gas.burnt,
            gasUsed: host.gas.used, logs: host.logs, gasProfile: host.gas.profile)
    }
}

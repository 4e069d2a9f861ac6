// SPDX-License-Identifier: MIT

import Dispatch
import NEARPrimitives
import Synchronization

/// Runs contracts in JavaScriptCore, on threads of its own: one for receipts, one for queries.
///
/// A contract always ends: gas is metered in its own code, and so is the stack.
final class WasmContractEngine: ContractEngine {
    private let parameters: ContractParameters
    private let cache: ModuleCache
    private let receipts: EngineThread
    private let views: EngineThread

    init(_ parameters: ContractParameters) {
        self.parameters = parameters
        cache = ModuleCache(parameters)
        let make: @Sendable () -> ContractMachine? = {
            do {
                return try ContractMachine(parameters)
            } catch {
                return nil
            }
        }
        receipts = EngineThread(name: "devnet-contracts", make: make)
        views = EngineThread(name: "devnet-views", make: make)
    }

    func run(_ call: ContractCall, in update: StateUpdate) -> ContractOutcome {
        let result = OutcomeBox()
        let done = DispatchSemaphore(value: 0)
        receipts.perform { [parameters, cache] machine in
            result.set(Self.run(call, in: update, parameters: parameters, cache: cache, machine: machine))
            done.signal()
        }
        done.wait()
        return result.get() ?? Self.unavailable
    }

    func view(_ call: ContractCall, in update: StateUpdate) async -> ContractOutcome {
        await withCheckedContinuation { continuation in
            views.perform { [parameters, cache] machine in
                continuation.resume(
                    returning: Self.run(call, in: update, parameters: parameters, cache: cache, machine: machine))
            }
        }
    }

    /// Brings an outcome from one thread to another.
    private final class OutcomeBox: Sendable {
        private let outcome = Mutex<ContractOutcome?>(nil)

        func set(_ value: ContractOutcome) { outcome.withLock { $0 = value } }

        func get() -> ContractOutcome? { outcome.withLock { $0 } }
    }

    /// The answer to a call where JavaScriptCore can't be started.
    private static let unavailable = ContractOutcome(
        result: .failure(
            .compilation(.wasmerCompileError(message: "JavaScriptCore can't run WebAssembly on this system."))),
        gasBurnt: 0, gasUsed: 0, logs: [])

    private static func run(
        _ call: ContractCall, in update: StateUpdate, parameters: ContractParameters, cache: ModuleCache,
        machine: ContractMachine?
    ) -> ContractOutcome {
        guard let machine else { return unavailable }
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

// SPDX-License-Identifier: MIT

import NEARPrimitives

/// JavaScriptCore as contracts are run in it: one virtual machine, on one thread, with the instances used last.
final class ContractMachine {
    private let parameters: ContractParameters
    private let context: JavaScriptContext
    private let bridge = HostBridge()
    private let instantiate: JavaScriptValue
    private let viewOf: JavaScriptValue
    private let imports: JavaScriptValue
    /// Instances that can be used again, the one used last at the end.
    ///
    /// Each has a place in `memories`.
    private var instances: [(hash: CryptoHash, instance: ContractInstance)] = []
    private let memories: FastMemories

    /// The most instances that are cached.
    ///
    /// Each has the address space of its memory, but pages only while it runs.
    static let instanceLimit = 6

    /// - Throws: `UnavailableError` where JavaScriptCore doesn't come up or has no WebAssembly.
    init(_ parameters: ContractParameters) throws(UnavailableError) {
        self.parameters = parameters
        guard let context = JavaScriptContext(),
            let instantiate = context.evaluate(
                "(bytes, host) => new WebAssembly.Instance(new WebAssembly.Module(bytes), {host}).exports"),
            let viewOf = context.evaluate("memory => new Uint8Array(memory.buffer)"),
            let imports = context.evaluate("({})")
        else { throw .notOnThisSystem }
        self.context = context
        self.instantiate = instantiate
        self.viewOf = viewOf
        self.imports = imports
        memories = FastMemories.ofProcess
        memories.enter()
        bridge.add(to: imports, in: context)
    }

    deinit {
        memories.leave(keeping: instances.count)
    }

    /// The reasons why JavaScriptCore doesn't run contracts.
    enum UnavailableError: Error {
        /// It doesn't come up, or has no WebAssembly.
        case notOnThisSystem
        /// It didn't come back from several calls.
        case tooManyLost

        /// A sentence for whoever called a contract.
        var text: String {
            switch self {
            case .notOnThisSystem: "JavaScriptCore can't run WebAssembly on this system."
            case .tooManyLost: "JavaScriptCore hasn't come back from several calls. Start the devnet anew."
            }
        }
    }

    /// Runs one method of a module that can be linked.
    ///
    /// - Returns: The host as the call has left it, and why the call failed, if it did.
    func run(
        _ module: MeteredModule, _ method: MeteredModule.Method, for call: ContractCall, in update: StateUpdate,
        gas: GasCounter
    ) -> (host: ContractHost?, gas: GasCounter, failure: ContractError?) {
        let instance: ContractInstance
        do throws(ContractError) {
            if let kept = take(call.code.hash) {
                instance = kept
            } else {
                instance = try make(module)
            }
        } catch {
            return (nil, gas, error)
        }
        guard let memory = instance.findMemory() else { return (nil, gas, .trap(.genericTrap)) }
        let host = ContractHost(call, in: update, parameters, memory: memory)
        host.gas = gas
        let failure = execute(instance, method: method, of: module, for: host)
        if let memory = instance.findMemory(),
            instance.clear(memory, initialByteCount: parameters.limits.initialMemoryPages * 65_536),
            !module.isForOneCall
        {
            keep(instance, call.code.hash)
        }
        return (host, host.gas, failure)
    }

    private func execute(
        _ instance: ContractInstance, method: MeteredModule.Method, of module: MeteredModule, for host: ContractHost
    ) -> ContractError? {
        bridge.host = host
        bridge.fault = nil
        bridge.findMemory = { [unowned instance] in instance.findMemory() }
        defer {
            bridge.host = nil
            bridge.findMemory = nil
        }
        do throws(HostCallError) {
            try instance.fill(host.memory)
        } catch {
            return .trap(.memoryOutOfBounds)
        }
        guard let prepare = instance.function(MeteredModule.Export.prepare),
            let left = context.number(Double(host.gas.left))
        else { return .trap(.genericTrap) }
        _ = prepare.call([left])
        var names = [MeteredModule.Export.function(method.index)]
        if module.hasStart { names.insert(MeteredModule.Export.start, at: 0) }
        for name in names {
            guard let function = instance.function(name) else { return .trap(.genericTrap) }
            _ = function.call()
            if let failure = finish(instance, host) { return failure }
        }
        return settle(instance, host)
    }

    /// Takes over what the contract has counted at the end.
    private func settle(_ instance: ContractInstance, _ host: ContractHost) -> ContractError? {
        let left = instance.function(MeteredModule.Export.gas)?.call()?.number ?? -1
        do throws(HostCallError) {
            try host.gas.take(left: Int64(exactly: left) ?? -1)
            return nil
        } catch {
            return .host(error)
        }
    }

    /// The reason why a call has ended before its end, if it has.
    private func finish(_ instance: ContractInstance, _ host: ContractHost) -> ContractError? {
        guard let text = context.takeException() else { return nil }
        if let fault = bridge.fault { return .host(fault) }
        if let failure = settle(instance, host) { return failure }
        if let stack = instance.function(MeteredModule.Export.stack)?.call()?.number, stack < 0 {
            return .trap(.stackOverflow)
        }
        return .trap(Self.trap(text))
    }

    /// The trap that JavaScriptCore names so.
    private static func trap(_ text: String) -> WasmTrap {
        let traps: [(String, WasmTrap)] = [
            ("Unreachable code", .unreachable), ("Out of bounds memory", .memoryOutOfBounds),
            ("Out of bounds table", .memoryOutOfBounds), ("table access", .memoryOutOfBounds),
            ("Out of bounds call_indirect", .callIndirectOutOfBounds), ("null table entry", .indirectCallToNull),
            ("signature that does not match", .incorrectCallIndirectSignature),
            ("Division by zero", .illegalArithmetic), ("Integer division", .illegalArithmetic),
            ("Integer overflow", .illegalArithmetic), ("Out of bounds Trunc", .illegalArithmetic),
            ("Maximum call stack", .stackOverflow),
            ("Stack overflow", .stackOverflow),
        ]
        return traps.first { text.contains($0.0) }?.1 ?? .genericTrap
    }

    private func make(_ module: MeteredModule) throws(ContractError) -> ContractInstance {
        guard let bytes = context.array(module.code) else { throw .trap(.genericTrap) }
        let exports = instantiate.call([bytes, imports])
        if let text = context.takeException() { throw .compilation(.wasmerCompileError(message: text)) }
        guard let exports else { throw .trap(.genericTrap) }
        return ContractInstance(module, exports: exports, viewOf: viewOf)
    }

    private func take(_ hash: CryptoHash) -> ContractInstance? {
        guard let index = instances.firstIndex(where: { $0.hash == hash }) else { return nil }
        memories.giveBack()
        return instances.remove(at: index).instance
    }

    /// Keeps an instance in place of those that were used longest ago, as far as there are places for it.
    private func keep(_ instance: ContractInstance, _ hash: CryptoHash) {
        if instances.count >= Self.instanceLimit { dropOldest() }
        while !memories.take() {
            guard !instances.isEmpty else { return }
            dropOldest()
        }
        instances.append((hash, instance))
    }

    private func dropOldest() {
        instances.removeFirst()
        memories.giveBack()
    }
}

// SPDX-License-Identifier: MIT

import NEARPrimitives

/// A contract's module as it is run: checked, metered, with memory of the protocol's size, and joined to the host.
///
/// The module's own imports become functions of it. Each hands its arguments, as halves of 64 bits, to one of two host
/// functions, together with the gas that is left, and takes back how much is left then: JavaScript never sees a 64-bit
/// integer. A negative answer means that the contract has to end, and traps.
///
/// The memory's first contents aren't in the module; the engine puts them there before each call, so that an instance
/// can be used again. `prepare` sets everything else back.
struct MeteredModule: Sendable {
    /// The names of what a metered module exports, beside the methods.
    enum Export {
        static let prepare = "prepare"
        static let gas = "gas"
        static let stack = "stack"
        static let memory = "memory"
        static let start = "start"

        /// The name of the export of a function of the module, by its index.
        static func function(_ index: UInt32) -> String { "f\(index)" }
    }

    /// The names of what a metered module imports, all from `host`.
    enum Import: String, CaseIterable {
        /// Calls a host function with one argument, or none.
        ///
        /// Each number on the way to the host takes time, and the cheapest functions have no more.
        case call1
        /// Calls a host function with up to three arguments.
        case call3
        /// Calls a host function with up to nine arguments.
        case call9
        /// The value that the last host function gave back, as a signed number; not-a-number where a double can't
        /// hold it.
        case value
        /// The lower half of what the last host function gave back.
        case low
        /// The upper half.
        case high
    }

    /// The module for JavaScriptCore.
    let code: [UInt8]
    /// Bytes of the module as it was deployed.
    let originalByteCount: Int
    /// The functions that it exports, by their names.
    let methods: [ExactText: Method]
    /// True if an instance is good for one call only: `prepare` doesn't set everything back that the code changes.
    let isForOneCall: Bool
    /// The bytes that are put into the memory before a call.
    let data: [(offset: Int, bytes: ArraySlice<UInt8>)]
    let hasStart: Bool
    /// The reason why the module can't be joined to the host.
    let linkFault: String?
    /// True if its data or its table's functions don't fit where they are to go.
    ///
    /// Then it traps before it starts.
    let trapsAtStart: Bool

    /// A function that the module exports.
    struct Method: Sendable {
        let index: UInt32
        /// True if it takes nothing and gives nothing, as a method has to.
        let isCallable: Bool
    }

    /// Checks and meters a contract's code.
    ///
    /// - Throws: What nearcore says of code that isn't acceptable.
    init(_ code: [UInt8], _ parameters: ContractParameters) throws(PrepareError) {
        let module = try WasmModule(code, limits: parameters.limits)
        var methods: [ExactText: Method] = [:]
        for export in module.exports where export.kind == WasmExport.function {
            methods[export.name] = Method(
                index: export.index, isCallable: module.functionType(export.index) == WasmFunctionType())
        }
        self.methods = methods
        originalByteCount = code.count
        hasStart = module.start != nil
        data = module.data.compactMap { segment in
            guard case .active(let offset) = segment.mode else { return nil }
            return (Int(offset), code[segment.range])
        }
        let memoryByteCount = UInt64(parameters.limits.initialMemoryPages) * 65_536
        trapsAtStart =
            data.contains { UInt64($0.offset) + UInt64($0.bytes.count) > memoryByteCount }
            || module.elements.contains { elements in
                guard case .active(let offset) = elements.mode else { return false }
                return UInt64(offset) + UInt64(elements.items.count) > UInt64(module.table?.initial ?? 0)
            }
        linkFault = Self.linkFault(of: module)
        (self.code, isForOneCall) = try MeteredModuleWriter(module, parameters).write()
    }

    /// The first of the imports that the host doesn't have, or has with another signature.
    private static func linkFault(of module: WasmModule) -> String? {
        for entry in module.imports {
            let type = module.types[entry.type]
            guard let function = HostFunction.named(entry.name) else {
                return "Error while importing \"env\".\"\(entry.name)\": unknown import. "
                    + "Expected Function(\(type.debugText))"
            }
            guard function.type == type else {
                return "Error while importing \"env\".\"\(entry.name)\": incompatible import type. "
                    + "Expected Function(\(type.debugText)) but received Function(\(function.type.debugText))"
            }
        }
        return nil
    }
}

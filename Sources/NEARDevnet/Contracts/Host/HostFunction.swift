// SPDX-License-Identifier: MIT

/// A function that contracts can import from `env`.
struct HostFunction: Sendable {
    let name: String
    let type: WasmFunctionType
    /// Does what the function is for.
    ///
    /// The result is ignored where the function has none.
    let body: @Sendable (ContractHost, HostArguments) throws(HostCallError) -> UInt64
    /// The place among all functions, by which a metered module calls it.
    private(set) var index = 0

    /// Every function that there is.
    static let all: [HostFunction] = {
        var all = context + math + curves + messages + storage + promises + promiseActions
        for index in all.indices { all[index].index = index }
        return all
    }()

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// The function with a name, or `nil` where there is none.
    static func named(_ name: String) -> HostFunction? { byName[name] }

    /// The one function that metered modules do by themselves.
    static let gasName = "gas"

    /// The parameters of a function.
    enum Parameters {
        case u64(Int)
        case u32(Int)

        var types: [WasmValueType] {
            switch self {
            case .u64(let count): Array(repeating: .i64, count: count)
            case .u32(let count): Array(repeating: .i32, count: count)
            }
        }
    }

    /// A function with a result.
    static func function(
        _ name: String, _ parameters: Parameters, result: WasmValueType = .i64,
        body: @escaping @Sendable (ContractHost, HostArguments) throws(HostCallError) -> UInt64
    ) -> HostFunction {
        HostFunction(name: name, type: WasmFunctionType(parameters.types, result: result), body: body)
    }

    /// A function without one.
    static func action(
        _ name: String, _ parameters: Parameters,
        body: @escaping @Sendable (ContractHost, HostArguments) throws(HostCallError) -> Void
    ) -> HostFunction {
        HostFunction(name: name, type: WasmFunctionType(parameters.types)) { (host, arguments) throws(HostCallError) in
            try body(host, arguments)
            return 0
        }
    }
}

/// The arguments of a host function: nine at most, as they came in halves.
struct HostArguments {
    private let values: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)

    /// Takes the first three arguments, and zeros.
    init(three values: (UInt64, UInt64, UInt64)) {
        self.values = (values.0, values.1, values.2, 0, 0, 0, 0, 0, 0)
    }

    /// Takes all nine.
    init(nine values: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)) {
        self.values = values
    }

    subscript(_ index: Int) -> UInt64 {
        switch index {
        case 0: values.0
        case 1: values.1
        case 2: values.2
        case 3: values.3
        case 4: values.4
        case 5: values.5
        case 6: values.6
        case 7: values.7
        default: values.8
        }
    }

    /// A length and the pointer behind it.
    func slice(_ index: Int) -> ContractHost.Slice {
        ContractHost.Slice(count: self[index], pointer: self[index + 1])
    }
}

// SPDX-License-Identifier: MIT

internal import NEARConnect
internal import NEARConnectCore
internal import NEARPrimitives
internal import NEARRPC
internal import SafeText

/// The methods of a contract, as its code and its ABI name them.
struct ContractMethods: Sendable {
    /// The most names of the sentence.
    private static let namesShown = 40
    private static let patience = Duration.seconds(8)

    /// The names, in alphabetical order.
    let names: [String]
    /// The contract's own description; `nil` where it has none.
    let abi: ContractABI?
    /// The sentence about them.
    let sentence: String

    /// Knows no method.
    static let none = ContractMethods(names: [], abi: nil, sentence: "")

    /// Reads the methods of a contract.
    ///
    /// A failure is in the sentence.
    static func read(of contract: AccountId, _ manager: NEARWalletManager) async -> ContractMethods {
        do {
            let client = try await manager.client()
            let code = try await client.viewCode(of: contract).value.code
            guard let exports = WasmExports.names(in: code) else {
                return ContractMethods(
                    names: [], abi: nil,
                    sentence: localized("The code of %1$s can’t be read; write the method’s name.", contract.text))
            }
            let abi = exports.contains(ContractABI.method) ? await abi(of: contract, client) : nil
            // A method that the code doesn't have can't be called.
            let known = Set(exports.map { ExactText($0) })
            let described = (abi?.functions.map(\.name) ?? []).filter { known.contains(ExactText($0)) }
            let names = described.isEmpty ? exports.filter { $0 != ContractABI.method } : described
            return ContractMethods(
                names: names, abi: abi,
                sentence: localizedPlural(
                    "%1$s method: %2$s", "%1$s methods: %2$s", count: names.count, "\(names.count)",
                    DisplayText.name(names.prefix(namesShown).joined(separator: ", "))))
        } catch {
            return ContractMethods(
                names: [], abi: nil, sentence: localized("No methods: %1$s", DisplayText.words(error)))
        }
    }

    private static func abi(of contract: AccountId, _ client: NEARRPCClient) async -> ContractABI? {
        do throws(RPCError) {
            let answer = try await client.callFunction(
                ContractABI.method, of: contract, arguments: .object([:]), deadline: patience)
            return ContractABI(compressed: answer.value.result)
        } catch {
            return nil  // The names of the code do.
        }
    }

    /// Returns what the contract says of a method; `nil` where it says nothing.
    func words(about name: String) -> String? {
        guard let function = abi?.function(name) else { return nil }
        let kind =
            function.isView
            ? localized("Only reads: “View” asks a node for it.")
            : function.isPayable
                ? localized("Changes the contract, and takes a deposit.") : localized("Changes the contract.")
        return function.words.isEmpty ? kind : "\(kind) \(DisplayText.quotation(function.words))"
    }
}

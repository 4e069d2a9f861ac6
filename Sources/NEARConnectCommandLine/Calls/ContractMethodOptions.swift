// SPDX-License-Identifier: MIT

package import ArgumentParser
package import NEARConnectCore
package import NEARPrimitives
internal import SafeText

/// The arguments that name a contract's method, what it is called with, and its gas.
package struct ContractMethodOptions: ParsableArguments {
    @Argument(help: help("The contract.", valueName: "contract"), transform: { try AccountId($0) })
    package var contract: AccountId

    @Argument(help: help("The method."))
    package var method: String

    @Argument(help: help("The arguments as JSON; @FILE for a file’s JSON, - for standard input.", valueName: "json"))
    package var arguments = "{}"

    @Option(
        help: help("The most gas that the call may burn, 30 Tgas by default."), transform: { try Self.readGas($0) })
    package var gas: Gas = .tera(30)

    package init() {}

    package func validate() throws {
        guard !method.isEmpty else { throw ValidationError(localized("Name the contract’s method.")) }
    }

    /// Reads the arguments, and returns the request.
    ///
    /// - Parameter deposit: The NEAR that the call carries.
    /// - Throws: `ValidationError`.
    package func request(deposit: NEARToken = .zero) throws -> TransactionRequest {
        let call = FunctionCallAction(
            methodName: method, args: try CallArguments.read(arguments), gas: gas, deposit: deposit)
        return TransactionRequest(receiverId: contract, actions: [.functionCall(call)])
    }

    private static func readGas(_ text: String) throws -> Gas {
        let example = localized("Write it with its unit, for example “30 Tgas”.")
        guard text.contains(where: \.isLetter) else {
            throw ValidationError(localized("%1$s has no unit. %2$s", DisplayText.quotation(text, limit: 60), example))
        }
        do throws(AmountError) {
            return try Gas(text)
        } catch {
            throw ValidationError(
                localized("%1$s is no gas: %2$s. %3$s", DisplayText.quotation(text, limit: 60), "\(error)", example))
        }
    }
}

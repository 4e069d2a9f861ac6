// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// The arguments that name one call of a contract's method.
struct CallOptions: ParsableArguments {
    @Argument(help: help("The contract.", valueName: "account-id"), transform: { try AccountId($0) })
    var contract: AccountId

    @Argument(help: help("The method."))
    var method: String

    @Argument(help: help("The arguments as JSON; @FILE for a file’s JSON, - for standard input.", valueName: "json"))
    var arguments = "{}"

    @Option(
        help: help("The NEAR that the call carries, with its unit, for example “1 yoctoNEAR”."),
        transform: { try SendingOptions.amount($0) })
    var deposit: NEARToken = .zero

    @Option(
        help: help("The most gas that the call may burn, 30 Tgas by default."), transform: { try Self.readGas($0) })
    var gas: Gas = .tera(30)

    func validate() throws {
        guard !method.isEmpty else { throw ValidationError(localized("Name the contract’s method.")) }
    }

    /// Makes sure that the arguments don't come from where the key comes from.
    func check(against signing: SigningOptions) throws {
        guard arguments != "-" || signing.key != "-" else {
            throw ValidationError(localized("The arguments and the key can’t both come from standard input."))
        }
    }

    /// Reads the arguments, and returns the request.
    func request() throws -> TransactionRequest {
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

// SPDX-License-Identifier: MIT

import ArgumentParser
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// The arguments that name one call of a contract's method.
struct CallOptions: ParsableArguments {
    @OptionGroup var method: ContractMethodOptions

    @Option(
        help: help("The NEAR that the call carries, with its unit, for example “1 yoctoNEAR”."),
        transform: { try SendingOptions.amount($0) })
    var deposit: NEARToken = .zero

    /// Makes sure that the arguments don't come from where the key comes from.
    func check(against signing: SigningOptions) throws {
        guard method.arguments != "-" || signing.key != "-" else {
            throw ValidationError(localized("The arguments and the key can’t both come from standard input."))
        }
    }

    /// Reads the arguments, and returns the request.
    func request() throws -> TransactionRequest { try method.request(deposit: deposit) }
}

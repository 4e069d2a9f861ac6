// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARPrimitives
import NEARRPC
import SafeText

/// Calls a method of a contract that changes nothing.
struct ViewCommand: ChainCommand {
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: localized("Call a contract’s method that changes nothing, and print what it returns."),
        discussion: localized(
            "What the contract returns goes to standard output, and the lines that it logs to standard error. What is no text is printed as Base64."
        ))

    @Argument(help: help("The contract.", valueName: "account-id"), transform: { try AccountId($0) })
    var contract: AccountId

    @Argument(help: help("The method."))
    var method: String

    @Argument(help: help("The arguments as JSON; @FILE for a file’s JSON, - for standard input.", valueName: "json"))
    var arguments = "{}"

    @OptionGroup var choice: BlockChoice
    @OptionGroup var chain: ChainOptions

    func validate() throws {
        guard !method.isEmpty else { throw ValidationError(localized("Name the contract’s method.")) }
    }

    func run() throws {
        let (contract, method, reference) = (contract, method, choice.reference)
        let bytes = try CallArguments.read(arguments)
        try chain.perform("view") { client in
            let result = try await client.callFunction(method, of: contract, args: bytes, at: reference)
            var answer = Self.answer(result)
            answer.fields["contractId"] = .string(contract.text)
            answer.fields["method"] = .string(method)
            return answer
        }
    }

    private static func answer(_ result: QueryResult<CallResult>) -> ChainAnswer {
        var answer = ChainAnswer()
        let bytes = result.value.result
        answer.lines = bytes.isEmpty ? [] : [DisplayText.lines(ReturnedValue.text(bytes))]
        answer.notes = result.value.logs.map { localized("log: %1$s", DisplayText.quotation($0, limit: 4000)) }
        answer.fields = [
            "block": ChainAnswer.block(result.blockHeight, result.blockHash),
            "logs": .array(result.value.logs.map(JSONValue.string)),
        ]
        answer.fields.merge(ReturnedValue.fields(bytes)) { _, new in new }
        return answer
    }
}

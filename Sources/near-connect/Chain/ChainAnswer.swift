// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARRPC
import SafeText

/// The answer of a command that asks the chain, in both forms.
struct ChainAnswer: Sendable {
    /// A transaction's failure on the chain, or what stands against one.
    struct Failure: Sendable {
        let sentence: String
        let status: ExitStatus
        var code = "transaction-failed"
    }

    /// Lines for standard output, fit to be shown.
    var lines: [String] = []
    /// Lines for standard error, fit to be shown.
    var notes: [String] = []
    /// The fields of the JSON object, beside those that all commands have.
    var fields: JSONValue.Members = [:]
    /// Set where the chain answered, and the answer is that something failed.
    var failure: Failure?

    /// Adds a row of text.
    mutating func row(_ label: String, _ value: String) {
        lines.append(WalletText.column(label, 14) + DisplayText.name(value))
    }

    /// Returns the JSON object.
    func json(command: String, network: String) -> JSONValue {
        var object = fields
        object["version"] = .integer(Int128(CommandFailure.jsonVersion))
        object["command"] = .string(command)
        object["network"] = .string(network)
        object["outcome"] = failure == nil ? "done" : "failed"
        if let failure {
            object["message"] = .string(failure.sentence)
            object["status"] = .integer(Int128(failure.status.rawValue))
            object["code"] = .string(failure.code)
        }
        return .object(object)
    }

    /// Prints the answer, and ends the command where it is a failure.
    ///
    /// - Throws: `ExitCode`.
    func write(asJSON: Bool, command: String, network: String) throws {
        if asJSON {
            print(json(command: command, network: network).text)
        } else {
            for line in lines { print(line) }
            for note in notes { StandardError.write(note) }
            return try writeFailure()
        }
        if let failure { throw ExitCode(failure.status) }
    }

    /// Prints the failure and ends the command with it, if the answer is one.
    ///
    /// - Throws: `ExitCode`.
    func writeFailure() throws {
        guard let failure else { return }
        StandardError.write(localized("Error: %1$s", DisplayText.lines(failure.sentence)))
        throw ExitCode(failure.status)
    }

    /// Returns a block as the JSON of all commands names it.
    static func block(_ height: UInt64, _ hash: CryptoHash) -> JSONValue {
        ["height": .integer(Int128(height)), "hash": .string("\(hash)")]
    }
}

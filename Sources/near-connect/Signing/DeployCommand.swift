// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import SafeText

/// Puts a contract's code on the account that signs.
struct DeployCommand: SendingCommand {
    static let configuration = CommandConfiguration(
        commandName: "deploy", abstract: localized("Put a contract’s code on the account that signs."),
        discussion: localized(
            "Signed, approved, recorded and sent as by “send”. A policy has to allow it with “dangerousActions”: code can give away all that an account has."
        ))

    /// The most bytes of code, as many as the public networks take.
    private static let limit = 4 << 20

    @Argument(
        help: help("The file with the contract’s WebAssembly.", valueName: "file"),
        completion: .file(extensions: ["wasm"]))
    var file: String

    @OptionGroup var sending: SendingOptions

    func run() throws {
        let code = try read()
        try sending.send("deploy") { account in
            TransactionRequest(receiverId: account, actions: [.deployContract(DeployContractAction(code: code))])
        }
    }

    private func read() throws -> [UInt8] {
        let name = DisplayText.quotation(file, limit: 200)
        let code: [UInt8]?
        do {
            code = try RegularFile.read(URL(filePath: file), limit: Self.limit, followsLinks: true)
        } catch {
            throw ValidationError(
                localized("The contract %1$s can’t be used. %2$s", name, ErrorReport(error).sentence))
        }
        guard let code else { throw ValidationError(localized("There is no file %1$s. Check its path.", name)) }
        guard code.starts(with: [0x00, 0x61, 0x73, 0x6D]) else {
            throw ValidationError(localized("%1$s is no WebAssembly. Name the contract’s .wasm file.", name))
        }
        return code
    }
}

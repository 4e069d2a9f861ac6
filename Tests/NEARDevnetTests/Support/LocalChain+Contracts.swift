// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives

@testable import NEARDevnet

extension LocalChain {
    /// Deploys code to an account, by a transaction of its own.
    mutating func deploy(_ code: [UInt8], to id: String) throws {
        let status = try send(id, to: id, [.deployContract(DeployContractAction(code: code))])
        if let failure = status.failure { throw failure }
    }

    /// Calls a method.
    @discardableResult
    mutating func call(
        _ id: String, _ method: String, arguments: String = "{}", as signer: String = "alice.root",
        gas: Gas = .tera(100), deposit: NEARToken = .zero
    ) throws -> TransactionStatus {
        try send(
            signer, to: id,
            [
                .functionCall(
                    FunctionCallAction(methodName: method, args: Array(arguments.utf8), gas: gas, deposit: deposit))
            ])
    }

    /// Asks a method, as `call_function` does: the value as text.
    func view(_ id: String, _ method: String, arguments: String = "{}") async throws -> String {
        let answer = try await QueryAnswer(state: state, block: chain.head, settings: chain.settings)
            .call(AccountId(id), method: method, arguments: Array(arguments.utf8))
        let elements: [JSONValue] = answer["result"]?.arrayValue ?? []
        let bytes = elements.compactMap { element -> UInt8? in
            guard case .integer(let value) = element else { return nil }
            return UInt8(exactly: value)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension TransactionStatus {
    /// The value that the transaction came to, or `nil` where it failed.
    var value: String? {
        var current = outcome
        while case .successReceiptId(let id) = current.status {
            guard let next = receiptOutcomes.first(where: { $0.id == id }) else { return nil }
            current = next
        }
        guard case .successValue(let bytes) = current.status else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text of an error that a contract ended with while it ran.
    var executionError: String? {
        guard case .functionCallError(.executionError(let message)) = failure?.kind else { return nil }
        return message
    }

    /// Everything that was logged.
    var logs: [String] { receiptOutcomes.flatMap(\.logs) }
}

/// WebAssembly's text format, by wabt's `wat2wasm`.
enum WAT {
    struct CompilerError: Error {
        let message: String
    }

    /// The binary of a module.
    ///
    /// `arguments` turn features on and off.
    static func module(_ text: String, _ arguments: [String] = []) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wat-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            do {
                try FileManager.default.removeItem(at: folder)
            } catch {
                // What is left in the system's folder for such things hurts nobody.
            }
        }
        let source = folder.appending(path: "module.wat")
        let binary = folder.appending(path: "module.wasm")
        try Data(text.utf8).write(to: source)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["wat2wasm", source.path, "-o", binary.path] + arguments
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let message = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw CompilerError(message: String(decoding: message, as: UTF8.self))
        }
        return Array(try Data(contentsOf: binary))
    }
}

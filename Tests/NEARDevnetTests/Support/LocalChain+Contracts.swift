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
    /// The value that the transaction came to, as text.
    var value: String? { valueBytes.map { String(decoding: $0, as: UTF8.self) } }

    /// The value that the transaction came to, or `nil` where it failed.
    var valueBytes: [UInt8]? {
        var current = outcome
        while case .successReceiptId(let id) = current.status {
            guard let next = receiptOutcomes.first(where: { $0.id == id }) else { return nil }
            current = next
        }
        guard case .successValue(let bytes) = current.status else { return nil }
        return bytes
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

    /// Runs a program, and returns its wait status.
    ///
    /// Foundation's `Process` copies whole directory entries when it lists the open files, and so reads beyond the
    /// list's end where there are over a thousand, as beside tests with as many connections.
    private static func run(_ command: [String], errors: String) throws -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var words = command.map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var child: pid_t = 0
        guard posix_spawnp(&child, command[0], &actions, nil, &words, environ) == 0 else {
            throw CompilerError(message: "\(command[0]) can't be started")
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        return status
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
        let said = folder.appending(path: "errors")
        let status = try run(["wat2wasm", source.path, "-o", binary.path] + arguments, errors: said.path)
        guard status == 0 else {
            throw CompilerError(message: String(decoding: try Data(contentsOf: said), as: UTF8.self))
        }
        return Array(try Data(contentsOf: binary))
    }
}

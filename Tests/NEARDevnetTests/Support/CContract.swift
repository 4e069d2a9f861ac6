// SPDX-License-Identifier: MIT

import Foundation

/// Contracts in C, by the clang and the linker that come with Swift.
enum CContract {
    struct CompilerError: Error {
        let message: String
    }

    /// The repository.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The headers and the sources of the sample contracts.
    static let samples = root.appending(path: "Sources/NEARDevnet/Contracts/Samples/Source")

    /// Builds a file.
    ///
    /// - Parameter processor: `mvp` for WebAssembly 1.0, `generic` for what compilers take for granted today.
    static func build(_ source: URL, processor: String, _ arguments: [String] = []) throws -> [UInt8] {
        let binary = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).wasm")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let command = #"""
            tools=$(dirname "$(readlink -f "$(command -v swift)")"); exec "$tools/clang" -fuse-ld="$tools/wasm-ld" "$@"
            """#
        process.arguments =
            [
                "sh", "-c", command, "clang", "--target=wasm32-unknown-unknown", "-mcpu=\(processor)", "-std=c17",
                "-nostdlib", "-I\(samples.path)", "-Wl,--no-entry", "-Wl,-z,stack-size=65536", "-o", binary.path,
                source.path,
            ] + arguments
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let message = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw CompilerError(message: String(decoding: message, as: UTF8.self))
        }
        let code = Array(try Data(contentsOf: binary))
        try FileManager.default.removeItem(at: binary)
        return code
    }
}

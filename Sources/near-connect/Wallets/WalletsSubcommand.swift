// SPDX-License-Identifier: MIT

import ArgumentParser
import GLibRuntime
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARRPC
import SafeText

/// A command of `near-connect wallets` for a profile.
protocol WalletsSubcommand: JSONCommand {
    /// The options of all of them.
    var options: WalletsOptions { get }
}

extension WalletsSubcommand {
    // “version” is the wallet's own.
    static var versionMember: ExactText { "schema" }

    var printsJSON: Bool { options.output.json }

    /// Runs the command's work with the profile's wallets.
    func perform(_ work: (WalletLibrary) throws -> Void) throws {
        Diagnostics.start(verbose: options.output.verbose)
        ProfileChoice.noteNew(options.profile)
        try work(try options.library())
    }

    /// Writes lines of text, or an object.
    func write(_ lines: @autoclosure () -> [String], _ fields: @autoclosure () -> JSONValue.Members) {
        options.output.write(
            lines(),
            .answer(
                of: "wallets \(Self.configuration.commandName ?? "")", fields(), versionMember: Self.versionMember))
    }
}

/// A command of `near-connect wallets` that asks servers.
protocol FetchingWalletsSubcommand: WalletsSubcommand {
    /// The time that the servers have.
    var timeout: TimeoutOption { get }
}

extension FetchingWalletsSubcommand {
    /// Runs work that asks servers, and ends it when the time is over.
    ///
    /// - Throws: ``ReportedError``, and what the work throws.
    func fetch<Value: Sendable>(_ work: @escaping @MainActor () async throws -> Value) throws -> Value {
        try timeout.fetch(work)
    }
}

extension TimeoutOption {
    /// Runs work that asks servers of wallets and lists, and ends it when the time is over.
    ///
    /// - Throws: ``ReportedError``, and what the work throws.
    func fetch<Value: Sendable>(_ work: @escaping @MainActor () async throws -> Value) throws -> Value {
        let duration = duration
        return try MainActor.assumeIsolated {
            try MainLoop.run {
                do {
                    return try await TimeLimit(duration).run(work)
                } catch RPCError.deadlineExceeded {
                    throw ReportedError(
                        sentence: localized(
                            "The servers haven’t answered within %1$s. Try again later, or give them more time with --timeout.",
                            DisplayText.words(duration)), code: "deadlineExceeded", status: .unavailable)
                }
            }
        }
    }
}

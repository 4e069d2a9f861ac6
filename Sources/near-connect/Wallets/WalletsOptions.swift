// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnectCommandLine
import NEARConnectCore
import NEARPrimitives
import NEARRPC
import SafeText

/// What all of `near-connect wallets` takes.
struct WalletsOptions: ParsableArguments {
    @Option(help: "The profile whose wallets are meant.", completion: .custom { _, _, _ in ProfileChoice.names() })
    var profile = "default"

    @Option(help: WalletListChoice.help)
    var list: [String] = []

    @Flag(help: WalletListChoice.loopbackHelp)
    var insecureLoopback = false

    @Flag(help: "Print one JSON object a line instead of text.")
    var json = false

    func validate() throws {
        do throws(NEARError) {
            _ = try ProfileFolders(profile: profile)
        } catch {
            throw ValidationError(error.errorDescription ?? "\(error)")
        }
        _ = try WalletListChoice.lists(list, allowsPlainLoopback: insecureLoopback)
    }

    func library() throws -> WalletLibrary {
        WalletLibrary(
            folders: try ProfileFolders(profile: profile),
            lists: try WalletListChoice.lists(list, allowsPlainLoopback: insecureLoopback),
            allowsPlainLoopback: insecureLoopback)
    }

    /// Does what a subcommand is for, and says why it couldn't be done in the way that was asked for.
    func perform(_ id: String? = nil, _ work: (WalletLibrary) throws -> Void) throws {
        ProfileChoice.noteNew(profile)
        do {
            try work(try library())
        } catch let error as WalletError {
            if json {
                var fields: JSONValue.Members = [
                    "outcome": "failed", "code": .string(error.code), "message": .string(error.description),
                ]
                if let id { fields["id"] = .string(id) }
                print(JSONValue.object(fields).text)
            } else {
                FileHandle.standardError.write(Data("Error: \(DisplayText.line(error.description))\n".utf8))
            }
            throw WalletsExit.code(of: error)
        }
    }

    /// Writes lines of text, or one JSON object.
    func write(_ lines: [String], _ json: @autoclosure () -> JSONValue) {
        print(self.json ? json().text : lines.joined(separator: "\n"))
    }

    /// The command that agrees to exactly this version.
    func agreeing(to id: String, _ pin: WalletLock.Pin) -> String {
        var words = ["near-connect", "wallets", "trust", id, "--sha256", pin.executor.sha256]
        words += ["--manifest-sha256", pin.manifestSHA256]
        if profile != "default" { words += ["--profile", profile] }
        if insecureLoopback { words.append("--insecure-loopback") }
        for list in list { words += ["--list", "'\(list.replacing("'", with: "'\\''"))'"] }
        return words.joined(separator: " ")
    }
}

/// What `near-connect wallets` ends with. Pipelines go by these: they don't change.
enum WalletsExit {
    /// A change waits to be agreed to.
    static let waits = ExitCode(2)
    /// Something could not be fetched.
    static let unavailable = ExitCode(3)
    /// Something is not agreed to, or not run.
    static let refused = ExitCode(4)
    /// There is no such wallet, or nothing to do with it.
    static let nothing = ExitCode(5)

    static func code(of error: WalletError) -> ExitCode {
        switch error {
        case .listUnavailable, .codeUnavailable: unavailable
        case .codeUnexpected, .altered, .notTrusted, .notChosen, .replaced, .downgrade, .offerChanged, .hashDiffers:
            refused
        case .unknown, .misnamed, .packaged, .brought, .notAgreedTo, .nothingOffered: nothing
        case .lockCorrupt, .lockNewer, .busy, .storage: .failure
        }
    }
}

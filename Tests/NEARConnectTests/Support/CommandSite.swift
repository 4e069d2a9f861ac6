// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives
import TestSupport

/// `near-connect wallets` as a user or a pipeline runs it, in its own folders, against a server with TLS.
final class CommandSite {
    let site: SecureSite
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("wallets-\(UUID().uuidString)")

    /// The program's environment: its own folders, and none of the user's.
    var environment: [String: String] {
        site.environment.merging([
            "HOME": root.path, "XDG_DATA_HOME": "\(root.path)/data", "XDG_CACHE_HOME": "\(root.path)/cache",
            "XDG_STATE_HOME": "\(root.path)/state", "PATH": "/usr/bin:/bin",
        ]) { $1 }
    }

    init() throws {
        site = try SecureSite()
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        try site.serve(manifest: [entry()])
        try site.serve("code.js", "window.selector.ready({});")
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: root)
        } catch {
            // The temporary folder is emptied by the system.
        }
    }

    /// Runs `near-connect wallets` with the site's list.
    ///
    /// With `--json` the command's schema has to take what it prints.
    func run(_ arguments: String...) throws -> CommandRun {
        let run = try CommandRun.run(
            ["wallets"] + arguments + ["--list", "\(site.origin)/manifest.json"], environment)
        if arguments.contains("--json") { try AnswerSchema.check(run, of: "wallets \(arguments[0])") }
        return run
    }

    /// An entry of the list, with some fields replaced.
    func entry(_ changes: JSONValue.Members = [:]) -> JSONValue {
        .object(
            [
                "id": "example-wallet", "name": "Example Wallet", "version": "1.0.0", "type": "sandbox",
                "executor": .string("\(site.origin)/code.js"), "features": ["signMessage": true],
                "permissions": ["storage": true, "allowsOpen": ["https://wallet.example"]],
            ].merging(changes) { $1 })
    }
}

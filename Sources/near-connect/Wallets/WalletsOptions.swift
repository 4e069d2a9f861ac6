// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnect
import NEARPrimitives
import NEARRPC

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
                FileHandle.standardError.write(Data("Error: \(VisibleText.line(error.description))\n".utf8))
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

    /// The ids of wallets for a shell that completes words; the profile and the lists are those of the words before.
    static func ids(_ words: [String]) -> [String] {
        func values(_ option: String) -> [String] {
            zip(words, words.dropFirst()).filter { $0.0 == option }.map(\.1)
                + words.filter { $0.hasPrefix("\(option)=") }.map { String($0.dropFirst(option.count + 1)) }
        }
        do {
            let folders = try ProfileFolders(profile: values("--profile").last ?? "default")
            let library = WalletLibrary(
                folders: folders, lists: try WalletListChoice.lists(values("--list"), allowsPlainLoopback: true))
            return try library.statuses().map(\.id)
        } catch {
            return []  // Nobody could read a message here.
        }
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

/// The lists of wallets that a command line names.
enum WalletListChoice {
    static let help = ArgumentHelp(
        "An https address of a list of wallets, in place of the public one; \u{201C}public\u{201D} names that. Repeat it for more: they are merged, "
            + "and of wallets that several name, the first one's counts.")

    static let loopbackHelp = ArgumentHelp(
        "Also take http addresses of this computer, such as http://localhost:8080/…, for those who write wallets or lists. Any program that runs "
            + "here can answer there.")

    static func lists(_ texts: [String], allowsPlainLoopback: Bool = false) throws -> [WalletList] {
        guard !texts.isEmpty else { return [.nearConnect] }
        return try texts.map { text in
            if text == "public" { return .nearConnect }
            guard text.contains("://"), !text.hasPrefix("file://") else {
                throw ValidationError(
                    "\u{201C}\(text)\u{201D} is not an https address. The wallets of a file are offered with "
                        + "`near-connect shell --wallet-manifest FILE`; `near-connect wallets check FILE` says what is wrong with it."
                )
            }
            return WalletList(try address(text, allowsPlainLoopback: allowsPlainLoopback))
        }
    }

    /// An https address, or one of this computer.
    static func address(_ text: String, allowsPlainLoopback: Bool) throws -> URL {
        if let url = URL(string: text) {
            if url.scheme == "https", url.host() != nil { return url }
            if Downloader.isPlainLoopback(url) {
                if allowsPlainLoopback { return url }
                throw ValidationError(
                    "\u{201C}\(text)\u{201D} is not an https address. --insecure-loopback takes this computer's own ones."
                )
            }
        }
        throw ValidationError("\u{201C}\(text)\u{201D} is not an https address.")
    }
}

// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import NEARConnectCore
import NEARPrimitives
import SafeText

/// A program that `near-connect` executes, because loading its libraries takes longer than most commands do.
enum SiblingProgram: String {
    /// Shows windows and web pages; links GTK and WebKit.
    case view = "near-connect-view"
    /// Runs the embedded chain; links JavaScriptCore, which contracts run in.
    case devnet = "near-connect-devnet"
    /// Runs scripted counterparts for tests.
    case peers = "near-connect-peers"
    /// Speaks with wallets by WalletConnect, opens shared keys and seals backups; links libsoup and libsecret.
    ///
    /// One program for all: what they share is most of it.
    case walletConnect = "near-connect-walletconnect"

    /// Returns its possible places: beside `program`, as it is built, and its place in an installation.
    private func places(beside program: URL) -> [URL] {
        let folder = program.deletingLastPathComponent()
        return [
            folder.appending(path: rawValue),
            folder.appending(path: "../libexec/near-connect/\(rawValue)").standardized,
        ]
    }

    /// Replaces this process by ``devnet`` where the first word asks for it.
    ///
    /// It reads the same arguments with the same parser, and nothing is read twice: pipelines wait for a chain. Without
    /// the program this returns, and the command says so. For ``view`` it isn't worth it: help and wrong arguments
    /// would wait for WebKit's libraries.
    static func executeIfNamed(by arguments: [String]) {
        guard arguments.dropFirst().first?.hasSameBytes(as: "devnet") == true else { return }
        do {
            try Self.devnet.execute()
        } catch {
            return
        }
    }

    /// Replaces this process by the program, with the same arguments.
    ///
    /// - Throws: ``ReportedError`` if it doesn't exist or can't be executed.
    func execute() throws -> Never {
        var arguments = CommandLine.arguments.map { strdup($0) }
        arguments.append(nil)
        let path = try path()
        execv(path, arguments)
        throw Self.unusable(
            localized(
                "%1$s can’t be executed: %2$s. Install near-connect again.", path, String(cString: strerror(errno))))
    }

    /// Returns the program's full path.
    ///
    /// - Throws: ``ReportedError`` if it doesn't exist.
    func path() throws -> String {
        let places = places(beside: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath())
        if let place = places.first(where: { access($0.path, F_OK) == 0 }) { return place.path }
        throw Self.unusable(
            localized(
                "This needs %1$s, which is at neither of these places: %2$s. Build it with “swift build”, or install near-connect again.",
                rawValue, places.map(\.path).joined(separator: ", ")))
    }

    private static func unusable(_ sentence: String) -> ReportedError {
        ReportedError(sentence: sentence, code: "installation", status: .failure)
    }
}

// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import GLibRuntime
import NEARConnectCommandLine
import NEARPrimitives
import SafeText

/// The shell as its profile's only instance on this desktop.
@MainActor
enum ShellInstance {
    /// The application's id: the name of its desktop file and of the default profile's instance on the session bus.
    static let family = "io.github.near_connect.Shell"

    /// Returns the id of a profile's instance; profiles run side by side.
    static func id(of profile: String) -> String {
        guard profile != "default" else { return family }
        let escaped = profile.utf8.map { byte in
            let isPlain = byte != UInt8(ascii: "_") && (byte.isLetter || (0x30...0x39).contains(byte))
            return isPlain ? String(UnicodeScalar(byte)) : "_\(Hexadecimal.encode([byte]))"
        }
        return "\(family).p\(escaped.joined())"
    }

    /// Becomes the profile's instance, or hands the request to the one that runs.
    ///
    /// - Parameters:
    ///   - profile: The profile.
    ///   - link: A link by which a wallet comes back.
    ///   - app: The address of a dApp to open.
    ///   - page: The page to show.
    ///   - hasSettings: True if the user asked for settings that a running instance doesn't adopt.
    /// - Returns: The instance; `nil` when there is no session bus.
    /// - Throws: `ExitCode` when this process has no more to do.
    static func claim(
        profile: String, link: String?, app: String? = nil, page: WindowPage? = nil, hasSettings: Bool
    ) async throws -> SingleInstance? {
        switch await SingleInstance.claim(id(of: profile)) {
        case .first(let instance):
            // Another profile may be waiting for this link; then no window is needed.
            if let link, await instance.forward([link], toInstancesOf: family) { throw ExitCode.success }
            return instance
        case .alone(let reason):
            StandardError.say(
                localized(
                    "%1$s. Wallets can’t come back to this window by a link, and a second start opens a second window.",
                    "\(reason)")
            )
            return nil
        case .other(let running):
            if link == nil, app == nil, hasSettings {
                StandardError.say(
                    localized(
                        "profile “%1$s” is open already. Close its window first, or name another one with --profile.",
                        profile)
                )
                throw ExitCode.failure
            }
            do throws(RunningInstance.RequestError) {
                if let uri = link ?? app {
                    try await running.open([uri])
                } else {
                    try await running.activate(doing: page?.rawValue)
                }
            } catch {
                StandardError.say(error.description)
                throw ExitCode.failure
            }
            throw ExitCode.success
        }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
}

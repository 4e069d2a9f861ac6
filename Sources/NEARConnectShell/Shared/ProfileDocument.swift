// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Logging
internal import NEARConnect
internal import NEARConnectCore

/// A document of the window's in its profile's state folder.
///
/// It is a help and no record: what goes wrong is logged, and no more.
@MainActor
struct ProfileDocument<Format: DocumentFormat> {
    /// The time for which another process's turn is waited for; such a document isn't worth more.
    private static var patience: Duration { .milliseconds(200) }

    private let manager: NEARWalletManager
    private let folders: ProfileFolders?

    /// - Parameters:
    ///   - format: The document.
    ///   - manager: The manager of the profile, which logs what goes wrong.
    ///   - folders: The folders of another profile, in place of the manager's.
    init(_ format: Format.Type, of manager: NEARWalletManager, in folders: ProfileFolders? = nil) {
        (self.manager, self.folders) = (manager, folders ?? manager.folders)
    }

    /// Returns the content; the empty one where it can't be read, and for a profile that stores nothing.
    func read() -> Format.Content {
        guard let store else { return Format.empty }
        do throws(NEARError) {
            let loaded = try store.load()
            if let problem = loaded.problem { manager.logger.notice("\(problem)") }
            return loaded.content
        } catch {
            manager.logger.notice(
                "a document can't be read", metadata: ["name": "\(Format.name)", "code": "\(error.code)"])
            return Format.empty
        }
    }

    /// Changes the content.
    ///
    /// - Returns: The new content; `nil` where it couldn't be kept.
    @discardableResult
    func change(_ body: (inout Format.Content) -> Void) -> Format.Content? {
        guard let store else { return nil }
        do throws(NEARError) {
            return try store.change { (content) throws(NEARError) in body(&content) }.content
        } catch {
            manager.logger.notice(
                "a document can't be kept", metadata: ["name": "\(Format.name)", "code": "\(error.code)"])
            return nil
        }
    }

    private var store: DocumentStore<Format>? {
        folders.map {
            DocumentStore(folder: $0.state, patience: Self.patience, now: { Date() }, afterStep: { _ in })
        }
    }
}

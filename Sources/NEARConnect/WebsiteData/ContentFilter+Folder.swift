// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import Logging
internal import WebKitGTK

extension ContentFilter {
    /// Compiles `rules` in a profile's folder, or in a temporary one where nothing is to be stored.
    ///
    /// WebKit compiles into a file only. A temporary one is removed as soon as it has been read.
    ///
    /// - Parameters:
    ///   - rules: A JSON list of rules.
    ///   - name: The filter's name in the folder.
    ///   - folder: The folder of compiled rules; `nil` to store nothing.
    ///   - logger: Says what could not be removed.
    /// - Throws: ``GLibError`` for rules that can't be understood or a folder that can't be written.
    static func compile(
        _ rules: String, named name: String = "near-connect", in folder: URL?, logger: Logger
    ) async throws(GLibError) -> ContentFilter {
        if let folder { return try await compile(rules, named: name, in: folder) }
        let passing = FileManager.default.temporaryDirectory.appendingPathComponent("near-connect-\(UUID().uuidString)")
        defer {
            do {
                try FileManager.default.removeItem(at: passing)
            } catch {
                logger.notice("compiled rules were left", metadata: ["path": "\(passing.path)", "error": "\(error)"])
            }
        }
        return try await compile(rules, named: name, in: passing)
    }
}

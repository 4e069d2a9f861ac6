// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnectCore
internal import NEARConnectScenarios
internal import SafeText

/// The files that a scenario names, found from its own folder on.
struct ScenarioFiles {
    /// The most bytes of a contract's code.
    private static let codeLimit = 16 << 20

    private let folder: URL

    /// Creates the files of a scenario.
    init(beside file: String) { folder = URL(fileURLWithPath: file).deletingLastPathComponent() }

    private func url(_ path: String) -> URL { URL(fileURLWithPath: path, relativeTo: folder).absoluteURL }

    /// Reads a contract's code.
    ///
    /// - Throws: ``ScenarioRunError`` where there is no such file.
    func code(_ path: String) throws -> [UInt8] {
        let url = url(path)
        guard let bytes = try RegularFile.read(url, limit: Self.codeLimit, followsLinks: true) else {
            throw ScenarioRunError(
                code: "file", sentence: localized("There is no file %1$s.", DisplayText.quotation(url.path)),
                status: .failure)
        }
        return bytes
    }

    /// Reads a policy file.
    ///
    /// - Throws: `PolicyError` with line and column.
    func policy(_ path: String) throws -> ApprovalPolicy { try ApprovalPolicy(contentsOf: url(path).path) }
}

// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import SafeText

extension ApprovalPolicy {
    /// Reads a policy file: its rules approve what they cover, and refuse everything else.
    ///
    /// The file is JSON; `docs/schemas/policy.schema.json` describes its fields.
    ///
    /// - Parameter path: The file, or a link to it.
    /// - Throws: ``PolicyError`` with line and column.
    public init(contentsOf path: String) throws(PolicyError) {
        func unreadable(_ reason: String) -> PolicyError {
            PolicyError(
                file: path, place: nil, reason: reason, advice: localized("name a policy file that you may read"))
        }
        let bytes: [UInt8]?
        do {
            bytes = try RegularFile.read(
                URL(fileURLWithPath: path), limit: PolicyReader.sizeLimit, followsLinks: true)
        } catch let error as RegularFileError {
            throw unreadable(error.description)
        } catch {
            throw unreadable(FileErrorText.sentence(for: error, at: path))
        }
        guard let bytes else { throw unreadable(localized("there is no such file")) }
        try self.init(parsing: bytes, file: path)
    }

    /// Reads a policy file's text.
    ///
    /// - Parameters:
    ///   - text: The text, in UTF-8.
    ///   - file: The file's name in errors.
    package init(parsing text: [UInt8], file: String) throws(PolicyError) {
        self = .rules(try PolicyReader(text, file: file).rules())
    }
}

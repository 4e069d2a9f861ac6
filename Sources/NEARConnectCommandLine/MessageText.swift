// SPDX-License-Identifier: MIT

internal import ArgumentParser
package import Foundation
internal import NEARConnectCore
internal import SafeText

/// A text from the command line, from a file as `@file`, or from standard input as `-`.
package enum MessageText {
    /// The most bytes.
    static let limit = 1 << 20

    /// Reads the text.
    ///
    /// - Throws: `ValidationError`.
    package static func read(_ text: String, standardInput: FileHandle = .standardInput) throws -> String {
        let (bytes, source): ([UInt8], String)
        if text == "-" {
            bytes = Array(try standardInput.read(upToCount: limit + 1) ?? Data())
            source = localized("Standard input")
        } else if text.hasPrefix("@") {
            let path = String(text.dropFirst())
            source = DisplayText.quotation(path, limit: 200)
            let read: [UInt8]?
            do {
                read = try RegularFile.read(URL(filePath: path), limit: limit, followsLinks: true)
            } catch {
                throw ValidationError(
                    localized("The file %1$s can’t be used. %2$s", source, ErrorReport(error).sentence))
            }
            guard let read else { throw ValidationError(localized("There is no file %1$s. Check its path.", source)) }
            bytes = read
        } else {
            return text
        }
        guard bytes.count <= limit else {
            throw ValidationError(localized("%1$s has more than %2$s bytes. Pass less.", source, "\(limit)"))
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw ValidationError(localized("%1$s is no UTF-8 text. Pass text.", source))
        }
        return decoded
    }
}

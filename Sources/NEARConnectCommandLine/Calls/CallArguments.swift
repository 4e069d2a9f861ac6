// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Foundation
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// The arguments of a contract's method: JSON, a file's JSON as `@file`, or `-` for standard input.
package enum CallArguments {
    /// The most bytes, as many as a transaction may have.
    static let limit = 4 << 20

    /// Returns the bytes for the contract: those that were given, once they have been read as JSON.
    ///
    /// - Throws: `ValidationError`, which names the line and the column.
    package static func read(_ text: String) throws -> [UInt8] {
        let (bytes, source): ([UInt8], String)
        if text == "-" {
            (bytes, source) = (
                Array(try FileHandle.standardInput.read(upToCount: limit + 1) ?? Data()), localized("standard input")
            )
        } else if text.hasPrefix("@") {
            let path = String(text.dropFirst())
            source = DisplayText.quotation(path, limit: 200)
            do {
                guard let read = try RegularFile.read(URL(filePath: path), limit: limit, followsLinks: true) else {
                    throw ValidationError(localized("There is no file %1$s with arguments. Check its path.", source))
                }
                bytes = read
            } catch let error as ValidationError {
                throw error
            } catch {
                throw ValidationError(
                    localized("The arguments’ file %1$s can’t be used. %2$s", source, ErrorReport(error).sentence))
            }
        } else {
            (bytes, source) = (Array(text.utf8), localized("the command line"))
        }
        guard bytes.count <= limit else {
            throw ValidationError(localized("The arguments have more than %1$s bytes. Pass less.", "\(limit)"))
        }
        do throws(JSONParsingError) {
            _ = try JSONValue.parse(bytes)
        } catch {
            throw ValidationError(
                localized(
                    "The arguments of %1$s are no JSON, at %2$s. Write an object, for example {\"account_id\": \"alice.near\"}.",
                    source, JSONPlace(of: error, in: bytes).text))
        }
        return bytes
    }
}

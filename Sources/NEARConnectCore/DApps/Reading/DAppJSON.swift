// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import SafeText

/// Reads the text of a page's request as JSON, within limits that are looked at before anything is allocated.
enum DAppJSON {
    /// The most bytes of a request.
    static let limit = 64 << 10
    /// The most bytes of a request that deploys a contract.
    static let deploymentLimit = 4 << 20
    /// The most levels of objects and lists within one another.
    static let depthLimit = 32
    /// The most values and names.
    static let valueLimit = 16_384
    /// The most bytes of a name, such as a method's.
    static let nameLimit = 256
    /// Whole numbers up to here are exact in JavaScript (`Number.MAX_SAFE_INTEGER`).
    static let largestExactNumber: Int128 = 1 << 53 - 1

    /// Parses a request.
    ///
    /// Objects with two members of one name are refused, since readers differ on them.
    static func parse(_ text: [UInt8]) throws(DAppError) -> JSONValue {
        guard text.count <= deploymentLimit else { throw tooLong(text.count) }
        try checkStructure(text)
        let value: JSONValue
        do throws(JSONParsingError) {
            value = try JSONValue.parse(text)
        } catch {
            throw .invalid(localized("it is not JSON: %1$s", "\(error)"))
        }
        guard !RepeatedNames.exist(in: text, of: value) else {
            throw .invalid(localized("an object has two fields of one name"))
        }
        return value
    }

    /// Returns the error for a text that is too long.
    static func tooLong(_ count: Int) -> DAppError {
        DAppError(
            .limitExceeded,
            localized(
                "The request has %1$s bytes. %2$s are allowed, and %3$s where a contract is deployed.", "\(count)",
                "\(limit)", "\(deploymentLimit)"))
    }

    /// Counts levels and values outside of strings.
    private static func checkStructure(_ text: [UInt8]) throws(DAppError) {
        var depth = 0
        var count = 1
        var isInString = false
        var isEscaped = false
        for byte in text {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                count += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ","), UInt8(ascii: ":"): count += 1
            default: continue
            }
            guard depth <= depthLimit else {
                throw .invalid(localized("values stand more than %1$s levels deep", "\(depthLimit)"))
            }
            guard count <= valueLimit else {
                throw DAppError(
                    .limitExceeded, localized("The request has more than %1$s values.", "\(valueLimit)"))
            }
        }
    }
}

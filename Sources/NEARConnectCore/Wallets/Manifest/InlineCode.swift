// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives

/// Code inside its manifest entry: `data:text/javascript,…`, percent-encoded or in base64.
package enum InlineCode {
    /// The longest address, in bytes: code of the largest size with each byte escaped.
    static let addressLimit = 3 * ExecutorRules.sizeLimit + 100

    /// Returns the code of such an address; `nil` for any other address, and for one that can't be decoded.
    package static func bytes(of address: String) -> [UInt8]? {
        guard let comma = address.firstIndex(of: ","), address.lowercased().hasPrefix("data:") else { return nil }
        let parameters = address[..<comma].dropFirst("data:".count).lowercased().split(separator: ";")
        guard parameters.first == "text/javascript" else { return nil }
        let content = address[address.index(after: comma)...]
        guard let decoded = PercentEncoding.decode(content) else { return nil }
        if parameters.last == "base64" { return Data(base64Encoded: decoded).map([UInt8].init) }
        return [UInt8](decoded.utf8)
    }
}

// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// The page of a dApp that asks, with the pages that it stands in.
public struct DAppFrame: Sendable, Hashable {
    /// The most pages around a frame.
    static let ancestorLimit = 16
    /// The most bytes of an origin; a host name has at most 253.
    static let originLimit = 512

    /// The origin of the page that asks, for example `https://app.example`.
    public let origin: ExactText
    /// The origins of the pages around it, the nearest first; none for a page of its own.
    public let ancestors: [ExactText]

    /// The origin of the outermost page, whose address the user sees.
    public var top: ExactText { ancestors.last ?? origin }

    /// Describes a frame.
    ///
    /// - Parameters:
    ///   - origin: The origin of the page that asks.
    ///   - ancestors: The origins of the pages around it, the nearest first.
    /// - Returns: `nil` if a text isn't the origin of a web page as browsers write it, such as the opaque origin
    ///   `null`, and if there are more than 16 ancestors.
    public init?(origin: String, ancestors: [String] = []) {
        guard ancestors.count <= Self.ancestorLimit, ([origin] + ancestors).allSatisfy(Self.isOrigin) else {
            return nil
        }
        self.origin = ExactText(origin)
        self.ancestors = ancestors.map { ExactText($0) }
    }

    private static func isOrigin(_ text: String) -> Bool {
        guard text.utf8.count <= originLimit, let address = WebAddress(text), case .web = address.kind else {
            return false
        }
        return address.origin.map { text.hasSameBytes(as: $0) } ?? false
    }
}

// SPDX-License-Identifier: MIT

public import Foundation

/// The connectors that a page can be given as `@hot-labs/near-connect`.
public enum TestedConnector: Sendable, Equatable {
    /// The connector that ships with the package.
    case embedded
    /// The reference in `Fixtures/Reference`: what upstream does by `docs/wallet-protocol.md`, with its weaknesses.
    case reference
    /// An ES bundle; files beside it can be imported from it.
    case file(URL)

    /// The connector's name in reports.
    public var name: String {
        switch self {
        case .embedded: "embedded"
        case .reference: "reference: upstream's behaviour by docs/wallet-protocol.md, with its weaknesses"
        case .file(let url): url.lastPathComponent
        }
    }

    /// The module's address inside the page.
    var address: String {
        switch self {
        case .embedded: "near-connect://bridge/Connector/index.js"
        case .reference: "near-connect://bridge/Fixtures/Reference/index.js"
        case .file(let url): "near-connect://bridge/Bundle/\(url.lastPathComponent)"
        }
    }
}

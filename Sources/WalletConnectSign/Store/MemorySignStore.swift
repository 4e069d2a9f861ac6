// SPDX-License-Identifier: MIT

/// A store that lasts as long as the process: for tests and for programs that remember no session.
public actor MemorySignStore: SignStore {
    /// All that is stored.
    public private(set) var content: SignStoreContent

    /// Creates a store.
    ///
    /// - Parameter content: What it has from the start.
    public init(_ content: SignStoreContent = SignStoreContent()) {
        self.content = content
    }

    /// Returns everything.
    public func load() -> SignStoreContent { content }

    /// Applies changes in their order.
    public func apply(_ changes: [SignStoreChange]) {
        for change in changes { content.apply(change) }
    }
}

// SPDX-License-Identifier: MIT

/// The questions of a host's sites that wait for an answer, as they come.
///
/// Each listener hears of those that are open when it begins, and of each one afterwards that is still open when it
/// asks for the next. So nothing piles up for a slow one. It ends with the host, or when its task is cancelled.
public struct DAppRequests: AsyncSequence, Sendable {
    /// One listener.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let desk: DAppRequestDesk
        private var last: UInt64 = 0

        init(_ desk: DAppRequestDesk) { self.desk = desk }

        /// Waits for the next question that is open; `nil` after the host's end, and in a task that is cancelled.
        public mutating func next() async -> DAppOpenRequest? {
            guard let request = await desk.request(after: last) else { return nil }
            last = request.id
            return request
        }
    }

    let desk: DAppRequestDesk

    /// Begins to listen.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(desk) }
}

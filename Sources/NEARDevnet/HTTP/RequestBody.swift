// SPDX-License-Identifier: MIT

import NIOCore

/// The body of one request, as far as it has come.
struct RequestBody {
    /// The reason why a body isn't kept.
    enum RefusalError: Error, Sendable {
        /// The body is larger than any may be.
        case tooLarge
        /// The bodies of all connections are too large together.
        case noRoom
    }

    private let memory: BodyMemory
    private var result: Result<[UInt8], RefusalError> = .success([])
    private var taken = 0

    init(in memory: BodyMemory) {
        self.memory = memory
    }

    /// Begins another body, with the length that its request announces.
    mutating func begin(announced: Int) {
        giveBack()
        result = announced > RPCServer.maxBodySize ? .failure(.tooLarge) : .success([])
    }

    /// Adds what has come.
    ///
    /// A body that isn't kept is read to its end all the same, so that the next request is found.
    mutating func append(_ part: ByteBuffer) {
        guard case .success(var bytes) = result else { return }
        // The array is changed in place.
        result = .failure(.tooLarge)
        let count = bytes.count + part.readableBytes
        guard count <= RPCServer.maxBodySize else { return giveBack() }
        let share = BodyMemory.share(of: count) - taken
        guard memory.take(share) else {
            giveBack()
            result = .failure(.noRoom)
            return
        }
        taken += share
        bytes.append(contentsOf: part.readableBytesView)
        result = .success(bytes)
    }

    /// The whole body; its bytes count until `giveBack()`.
    mutating func finish() -> Result<[UInt8], RefusalError> {
        defer { result = .success([]) }
        return result
    }

    /// Says that nobody has the bytes any more.
    mutating func giveBack() {
        memory.giveBack(taken)
        taken = 0
    }
}

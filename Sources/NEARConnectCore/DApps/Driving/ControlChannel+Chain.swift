// SPDX-License-Identifier: MIT

internal import NEARPrimitives

extension ControlChannel {
    /// The most blocks of one call.
    private static let blockLimit = 1_000_000

    /// The methods about a chain of one's own.
    static let chainMethods: [String: Body] = [
        "chain.snapshot": { channel, params, _ throws(LocalCallError) in
            _ = try ControlParams(params, known: [])
            let (id, height) = try await channel.chain.snapshot()
            return ["id": .integer(Int128(id)), "height": .integer(Int128(height))]
        },
        "chain.restore": { channel, params, _ throws(LocalCallError) in
            let id = try ControlParams(params, known: ["id"]).number("id", in: 1...Int.max)
            return ["height": .integer(Int128(try await channel.chain.restore(id)))]
        },
        "chain.fastForward": { channel, params, _ throws(LocalCallError) in
            let blocks = try ControlParams(params, known: ["blocks"]).number("blocks", in: 1...blockLimit)
            return ["height": .integer(Int128(try await channel.chain.fastForward(UInt64(blocks))))]
        },
    ]

    private var chain: any ControlledChain {
        get throws(LocalCallError) {
            guard let chain = parts.chain else { throw .unknownMethod }
            return chain
        }
    }
}

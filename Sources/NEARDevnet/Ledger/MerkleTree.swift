// SPDX-License-Identifier: MIT

import NEARPrimitives

/// A tree of hashes in which the place of a leaf can be proven (nearcore: `merkle.rs`).
///
/// Each level combines its hashes in pairs; one that is left over goes up as it is.
struct MerkleTree: Sendable {
    /// The levels, the leaves first, the root last.
    ///
    /// Without leaves there is none.
    private let levels: [[CryptoHash]]

    /// A tree over hashes that are leaves already.
    init(_ leaves: [CryptoHash]) {
        var levels = leaves.isEmpty ? [] : [leaves]
        while let level = levels.last, level.count > 1 {
            levels.append(
                stride(from: 0, to: level.count, by: 2).map { index in
                    index + 1 < level.count ? .combining(level[index], level[index + 1]) : level[index]
                })
        }
        self.levels = levels
    }

    /// The hash that the proofs lead to; zeros where there are no leaves.
    var root: CryptoHash { levels.last?.first ?? .zero }

    /// The hashes that a leaf has to be combined with, one after the other, to come to the root.
    func path(ofLeaf index: Int) -> [MerklePathItem] {
        var path: [MerklePathItem] = []
        var index = index
        for level in levels {
            let sibling = index ^ 1
            if sibling < level.count {
                path.append(MerklePathItem(hash: level[sibling], isLeft: sibling < index))
            }
            index /= 2
        }
        return path
    }
}

/// A tree that is only ever added to: what its root is made of, and no more (nearcore: `PartialMerkleTree`).
struct PartialMerkleTree: Sendable {
    /// The roots of the full trees that the leaves make, the largest first.
    private(set) var peaks: [CryptoHash] = []
    /// The number of leaves.
    private(set) var count: UInt64 = 0

    /// A tree without leaves.
    init() {}

    /// A tree that was there before.
    init(peaks: [CryptoHash], count: UInt64) {
        self.peaks = peaks
        self.count = count
    }

    /// The root of a tree over the same leaves.
    var root: CryptoHash {
        guard var root = peaks.last else { return .zero }
        for peak in peaks.dropLast().reversed() { root = .combining(peak, root) }
        return root
    }

    mutating func append(_ leaf: CryptoHash) {
        var node = leaf
        var rest = count
        while rest % 2 == 1, let peak = peaks.popLast() {
            node = .combining(peak, node)
            rest /= 2
        }
        peaks.append(node)
        count += 1
    }
}

extension CryptoHash {
    /// The hash above two others (nearcore: `combine_hash`).
    static func combining(_ left: CryptoHash, _ right: CryptoHash) -> CryptoHash { .sha256(left.bytes + right.bytes) }
}

// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing
import ThreadTesting

@testable import NEARDevnet

/// Trees against what a tree is by definition: above its leaves, the largest full tree stands left.
@Suite(.ownThread) struct MerkleTreeTests {
    private func root(_ leaves: ArraySlice<CryptoHash>) -> CryptoHash {
        guard leaves.count > 1 else { return leaves.first ?? .zero }
        var left = 1
        while left * 2 < leaves.count { left *= 2 }
        return .sha256(root(leaves.prefix(left)).bytes + root(leaves.dropFirst(left)).bytes)
    }

    @Test func rootsAndPathsAreThoseOfTheDefinition() throws {
        var leaves: [CryptoHash] = []
        var growing = PartialMerkleTree()
        for count in 0...70 {
            let tree = MerkleTree(leaves)
            #expect(tree.root == root(leaves[...]))
            #expect(growing.root == tree.root)
            #expect(growing.count == UInt64(count))
            for (index, leaf) in leaves.enumerated() {
                #expect(tree.path(ofLeaf: index).end(from: leaf) == tree.root)
            }
            leaves.append(.sha256([UInt8(count)]))
            growing.append(.sha256([UInt8(count)]))
        }
    }

    @Test func pathProvesItsLeafOnly() {
        let leaves = (0..<5).map { CryptoHash.sha256([UInt8($0)]) }
        let tree = MerkleTree(leaves)
        for (index, leaf) in leaves.enumerated() {
            for other in leaves where other != leaf {
                #expect(tree.path(ofLeaf: index).end(from: other) != tree.root)
            }
        }
    }
}

extension [MerklePathItem] {
    /// The root that a leaf leads to on this path.
    fileprivate func end(from leaf: CryptoHash) -> CryptoHash {
        reduce(leaf) { hash, item in
            .sha256(item.isLeft ? item.hash.bytes + hash.bytes : hash.bytes + item.hash.bytes)
        }
    }
}

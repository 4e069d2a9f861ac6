// SPDX-License-Identifier: MIT

package import GuardedMemory
package import NEARPrimitives

extension SecretKey {
    /// Makes a key of the seed that a vault kept, and wipes the copy that was read.
    ///
    /// - Parameters:
    ///   - type: The key's type.
    ///   - seed: The seed.
    /// - Throws: ``KeyError`` for a seed of another length, since what is in a vault is input.
    package init(_ type: KeyType, keptAs seed: SecretBytes) throws(KeyError) {
        var bytes = seed.withBytes { Array(UnsafeBufferPointer(start: $0, count: seed.count)) }
        defer { bytes.wipe() }
        try self.init(keyType: type, seed: bytes)
    }
}

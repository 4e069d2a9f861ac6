// SPDX-License-Identifier: MIT

import NEARPrimitives

/// WebAssembly code and its SHA-256.
///
/// Hashed once, when it is deployed.
struct ContractCode: Sendable, Hashable {
    /// The SHA-256 of `bytes`.
    let hash: CryptoHash
    /// The module as it was deployed, valid or not.
    let bytes: [UInt8]

    /// Takes the module and hashes it.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        hash = .sha256(bytes)
    }

    static func == (left: ContractCode, right: ContractCode) -> Bool { left.hash == right.hash }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

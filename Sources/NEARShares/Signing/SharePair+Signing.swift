// SPDX-License-Identifier: MIT

public import NEARPrimitives

extension SharePair {
    /// Signs with both shares, in the two rounds that signers at two places need too, and verifies the result.
    ///
    /// - Throws: ``CoSigningError``, which two proven shares in one process don't lead to.
    public func sign(_ digest: SubjectDigest) throws(CoSigningError) -> Signature {
        let nonces = SigningNonces(by: first, for: digest)
        let otherNonces = SigningNonces(by: second, for: digest)
        let package = try SigningPackage([nonces.commitment, otherNonces.commitment], for: digest, of: set)
        let shares = [try nonces.sign(package), try otherNonces.sign(package)]
        return try package.signature(from: shares)
    }
}

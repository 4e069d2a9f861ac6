// SPDX-License-Identifier: MIT

extension Credential {
    /// The credential as near-cli writes it: `account_id`, `public_key` and `private_key` in plain text.
    ///
    /// Write it to a file that its owner alone can read.
    public func exposedJSON() -> [UInt8] {
        var members: JSONValue.Members = [
            "public_key": .string(secretKey.publicKey.description),
            "private_key": .string(secretKey.exposedText()),
        ]
        if let accountId {
            members["account_id"] = .string(accountId.text)
        }
        return JSONValue.object(members).bytes
    }
}

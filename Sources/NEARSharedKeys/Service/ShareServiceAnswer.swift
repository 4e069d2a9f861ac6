// SPDX-License-Identifier: MIT

package import NEARPrimitives
package import NEARShares
internal import SafeText

/// An answer of a share service, read; docs/share-service.md describes each result.
package struct ShareServiceAnswer: Sendable {
    /// The most sets that are read.
    static let setLimit = 256

    private let result: JSONValue

    /// Reads the body of an answer.
    ///
    /// - Throws: `LoginError.service(_:)` for a refusal of the protocol, `.badAnswer(reason:)` for whatever isn't one.
    package init(status: Int, _ json: JSONValue) throws(LoginError) {
        if status == 200, let result = json["result"], result.objectValue != nil {
            self.result = result
            return
        }
        if let error = json["error"]?["code"]?.stringValue.flatMap(ShareServiceError.init) { throw .service(error) }
        throw .badAnswer(reason: localized("the share service answered with HTTP status %1$s", "\(status)"))
    }

    /// Returns the sets of which the service has a share.
    package func sets() throws(LoginError) -> [HeldShareSet] {
        guard let list = result["sets"]?.arrayValue, list.count <= Self.setLimit else { throw Self.malformed }
        var sets: [HeldShareSet] = []
        for json in list {
            guard let text = json["set"]?.stringValue, text.utf8.count <= 128,
                let state = json["state"]?.stringValue.flatMap(ShareSetState.init)
            else { throw Self.malformed }
            do {
                sets.append(HeldShareSet(try ShareSet(bytes: try Base58.decode(text)), state))
            } catch {
                throw Self.malformed
            }
        }
        return sets
    }

    /// Returns a share that the service has sealed.
    package func share() throws(LoginError) -> SealedShare {
        guard let share = bytes("share").flatMap(SealedShare.init) else { throw Self.malformed }
        return share
    }

    /// Returns round one of a signature.
    package func commitment() throws(LoginError) -> SigningCommitment {
        do throws(CoSigningError) {
            return try SigningCommitment(bytes: bytes("commitment") ?? [])
        } catch {
            throw Self.malformed
        }
    }

    /// Returns round two of a signature.
    package func part() throws(LoginError) -> SignatureShare {
        do throws(CoSigningError) {
            return try SignatureShare(bytes: bytes("part") ?? [])
        } catch {
            throw Self.malformed
        }
    }

    private func bytes(_ name: ExactText) -> [UInt8]? {
        result[name]?.stringValue.flatMap { Base64.decode($0) }
    }

    static var malformed: LoginError {
        .badAnswer(reason: localized("the share service’s answer isn’t one of its protocol"))
    }
}

// SPDX-License-Identifier: MIT

internal import NEARPrimitives
package import NEARShares

/// A request to a share service: a call, and the login's token.
///
/// The key that the token is bound to signs it. The signature covers every byte of the body, the
/// service's address, the time and a number that comes once: a token that was stolen, a request that was recorded, and
/// one that was led to another service are worth nothing.
package struct ShareServiceRequest: Sendable {
    /// The header field with the signature, in base64url.
    package static let signatureField = "Login-Signature"
    /// The path of the requests.
    package static let path = "/v1/shares"
    /// The path of the service's description.
    package static let descriptionPath = "/v1/service"
    /// The most bytes of a request: one NEAR transaction and what stands around it.
    package static let byteLimit = 4 << 20
    /// The difference of clocks that a service forgives, in seconds.
    package static let leeway: Int64 = 600

    /// The service's address.
    package let service: String
    /// The time of the request, in seconds since 1970.
    package let time: Int64
    /// 16 random bytes.
    package let nonce: [UInt8]
    /// The ID token.
    package let token: String
    /// The public half of the login's key.
    package let key: [UInt8]
    /// The call.
    package let call: ShareServiceCall

    /// Makes a request.
    package init(_ call: ShareServiceCall, to service: String, token: LoginToken, time: Int64) {
        self.call = call
        self.service = service
        self.time = time
        self.token = token.idToken
        key = token.key.publicBytes
        nonce = (0..<2).flatMap { _ in withUnsafeBytes(of: UInt64.random(in: 0...UInt64.max)) { Array($0) } }
    }

    /// The body.
    package var body: [UInt8] {
        JSONValue.object([
            "version": 1, "service": .string(service), "time": .integer(Int128(time)),
            "nonce": .string(Base64.encode(nonce)), "token": .string(token), "key": .string(Base64.encode(key)),
            "call": .string(call.name), "parameters": call.parameters,
        ]).bytes
    }

    /// Reads a body.
    ///
    /// - Parameters:
    ///   - signature: The header field's value.
    ///   - ours: A function that returns the commitment of these bytes, if the service has made it: its points aren't
    ///     checked again.
    /// - Throws: `ShareServiceError.request`; `.proof` where the signature isn't that of the key in the body.
    package init(
        _ body: [UInt8], signature: String?, ours: ([UInt8]) -> SigningCommitment? = { _ in nil }
    ) throws(ShareServiceError) {
        guard body.count <= Self.byteLimit else { throw .request }
        let json: JSONValue
        do throws(JSONParsingError) {
            json = try JSONValue.parse(body)
        } catch {
            throw .request
        }
        guard json["version"] == 1, let service = json["service"]?.stringValue, let token = json["token"]?.stringValue,
            let time = json["time"]?.integerValue(as: Int64.self), (0...100_000_000_000).contains(time),
            let nonce = json["nonce"]?.stringValue.flatMap({ Base64.decode($0) }), nonce.count == 16,
            let key = json["key"]?.stringValue.flatMap({ Base64.decode($0) }),
            let parameters = json["parameters"], parameters.objectValue != nil,
            let call = ShareServiceCall(name: json["call"]?.stringValue, parameters, ours: ours)
        else { throw .request }
        guard let signature = signature.flatMap({ Base64.decodeForAddress($0) }) else { throw .proof }
        do throws(KeyError) {
            let signature = try Signature(keyType: .ed25519, bytes: signature)
            let publicKey = try PublicKey(keyType: .ed25519, bytes: key)
            let isSigned = publicKey.verify(signature, message: Self.signed(body))
            guard isSigned else { throw KeyError.signingFailed(.ed25519) }
        } catch {
            throw .proof
        }
        self.service = service
        self.time = time
        self.nonce = nonce
        self.token = token
        self.key = key
        self.call = call
    }

    /// Returns what the key signs: a prefix, and the body.
    package static func signed(_ body: [UInt8]) -> [UInt8] {
        Array("near-connect share service 1\n".utf8) + body
    }
}

// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARSharedKeys

/// Signatures of tokens, by vectors of the standards and by keys that no honest issuer has.
@Suite struct TokenKeyTests {
    /// RFC 7515, A.2 and A.3: the payload of both.
    private static let payload =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    private static let modulus =
        "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SF"
        + "d2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo"
        + "7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkM"
        + "Ls91kzk2PAcDTW9gb54h4FRWyuXpoQ"
    private static let rsaSignature =
        "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdb"
        + "F9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383"
        + "LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWy"
        + "wlVmtVrBp0igcN_IoypGlUPQGe77Rw"
    private static let rsa: JSONValue = ["kty": "RSA", "n": .string(modulus), "e": "AQAB"]
    private static let p256: JSONValue = [
        "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
        "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
    ]
    private static let p256Signature =
        "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"

    private static func vectors() throws -> [(TokenKey, String)] {
        [
            (try #require(TokenKey(rsa)), "eyJhbGciOiJSUzI1NiJ9.\(payload).\(rsaSignature)"),
            (try #require(TokenKey(p256)), "eyJhbGciOiJFUzI1NiJ9.\(payload).\(p256Signature)"),
        ]
    }

    @Test func theStandardsVectorsVerify() throws {
        for (key, text) in try Self.vectors() {
            #expect(key.verify(try CompactToken(text)), "\(key.algorithm)")
        }
    }

    @Test func everyChangedByteOfASignatureIsFound() throws {
        for (key, text) in try Self.vectors() {
            let parts = text.split(separator: ".")
            let signature = try #require(Base64.decodeForAddress(parts[2]))
            for index in signature.indices {
                var changed = signature
                changed[index] ^= 1
                let token = try CompactToken("\(parts[0]).\(parts[1]).\(Base64.encodeForAddress(changed))")
                #expect(!key.verify(token), "\(key.algorithm) \(index)")
            }
            // A longer, a shorter and an empty one.
            for other in [signature + [0], Array(signature.dropLast()), [0] + signature, []] {
                let token = try CompactToken("\(parts[0]).\(parts[1]).\(Base64.encodeForAddress(other))")
                #expect(!key.verify(token))
            }
        }
    }

    @Test func aKeyVerifiesNoOtherWayOfSigning() throws {
        let vectors = try Self.vectors()
        #expect(!vectors[0].0.verify(try CompactToken(vectors[1].1)))
        #expect(!vectors[1].0.verify(try CompactToken(vectors[0].1)))
    }

    @Test func keysThatNoHonestIssuerHasAreLeftOut() {
        func with(_ base: JSONValue, _ changes: JSONValue.Members) -> JSONValue {
            .object((base.objectValue ?? [:]).merging(changes) { _, new in new })
        }
        let short = Base64.encodeForAddress([UInt8](repeating: 0xC1, count: 128))
        let padded = Base64.encodeForAddress([0] + [UInt8](repeating: 0xC1, count: 255))
        let wrong: [JSONValue] = [
            with(Self.rsa, ["n": .string(short)]), with(Self.rsa, ["n": .string(padded)]),
            with(Self.rsa, ["e": "AQ"]), with(Self.rsa, ["e": "Ag"]), with(Self.rsa, ["e": "AQAAAAAAAAAB"]),
            with(Self.rsa, ["use": "enc"]), with(Self.rsa, ["alg": "RS512"]), with(Self.rsa, ["alg": "HS256"]),
            with(Self.rsa, ["kty": "oct", "k": "AQAB"]), with(Self.rsa, ["kid": 5]),
            with(Self.p256, ["crv": "P-384"]), with(Self.p256, ["x": "AQAB"]), with(Self.p256, ["alg": "RS256"]),
            ["kty": "OKP", "crv": "Ed25519", "x": "AQAB"], ["kty": "OKP", "crv": "X25519", "x": "AQAB"], [:], 5,
        ]
        for json in wrong { #expect(TokenKey(json) == nil, "\(json)") }
    }

    @Test func aPointThatIsNotOnTheCurveVerifiesNothing() throws {
        var members = try #require(Self.p256.objectValue)
        members["y"] = members["x"]
        let key = try #require(TokenKey(.object(members)))
        #expect(!key.verify(try CompactToken("eyJhbGciOiJFUzI1NiJ9.\(Self.payload).\(Self.p256Signature)")))
    }
}

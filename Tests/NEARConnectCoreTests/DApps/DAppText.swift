// SPDX-License-Identifier: MIT

import NEARPrimitives
import Testing

@testable import NEARConnectCore

/// Requests of pages as texts, for tests.
enum DAppText {
    static let key = "ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp"
    static let nonce = #"{"$bytes":"\#(Base64.encode([UInt8](repeating: 7, count: 32)))"}"#

    static func request(_ method: String, _ params: String = "{}") throws(DAppError) -> DAppRequest {
        try DAppRequest(Array(#"{"method":"\#(method)","params":\#(params)}"#.utf8))
    }

    /// Decodes one action through a whole request.
    static func action(_ json: String) throws -> Action {
        let request = try request(
            "signAndSendTransaction", #"{"receiverId":"shop.near","actions":[\#(json)]}"#)
        return try #require(request.intents.first?.actions.first)
    }

    /// Returns the code of the error that `body` ends with; `nil` if there is none.
    static func code(_ body: () throws -> Void) -> DAppError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? DAppError)?.code
        }
    }
}

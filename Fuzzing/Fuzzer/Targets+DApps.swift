// SPDX-License-Identifier: MIT

import NEARConnectCore
import NEARPrimitives

extension Targets {
    /// Reads a page's request: what is decoded has one form on the chain.
    ///
    /// Everything else is an error with a code.
    static func dAppRequest(_ bytes: [UInt8]) {
        do throws(DAppError) {
            let request = try DAppRequest(bytes)
            precondition(DAppMethod.allCases.contains(request.method), "a method that there isn't")
            for action in request.intents.flatMap(\.actions) {
                precondition((try? Action(borsh: action.borshBytes)) == action, "an action does not come back")
            }
            if case .signEncodedTransaction(let transaction) = request.operation {
                precondition((try? Transaction(borsh: transaction.borshBytes)) == transaction, "two encodings")
            }
            if let message = request.message {
                precondition(message.payload.nonce.count == NEP413Payload.nonceByteCount, "a nonce of another length")
            }
        } catch {
            precondition([.invalidParams, .unsupported, .limitExceeded].contains(error.code), "\(error)")
            precondition((try? JSONValue.parse(error.json.bytes)) == error.json, "an error that is no JSON")
        }
    }

    /// Reads a host and an origin; the form that they are written in reads the same.
    static func site(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        if let host = SiteHost(text) {
            precondition(SiteHost(host.text.text) == host, "a host does not come back")
            precondition(!host.isTrustedLoopback || host.reach == .loopback, "a trusted host elsewhere")
            let parts = host.parts { _ in text }
            precondition(parts.free + parts.registered == host.text.text, "a host of other parts")
        }
        if let origin = SiteOrigin(ofPage: text) {
            precondition(SiteOrigin(origin.text.text) == origin, "an origin does not come back")
            precondition(
                !origin.mayHaveWallet || DAppFrame(origin: origin.text.text) != nil, "a wallet without a frame")
        }
    }
}

// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// One call that was made from the page, for the next time.
struct PastCall: Sendable, Equatable {
    let network: String
    let contract: AccountId
    let method: String
    let arguments: String
}

/// The content of `calls.json` in a profile's state folder: the calls that were made, the newest first.
enum CallHistoryFile: DocumentFormat {
    static let name = "calls"
    static let schema: Int128 = 1
    static let empty: [PastCall] = []
    static let limit = 100
    /// The longest arguments that are kept, in bytes.
    static let argumentLimit = 4_096
    static var full: String { localized("the calls need too much room") }

    static func problem(_ reason: String, movedTo place: String) -> String {
        localized("Earlier calls can’t be read (%1$s). They are kept at %2$s.", reason, place)
    }

    static func content(_ fields: JSONFields) throws -> [PastCall] {
        try bounded(try fields.array("calls"), limit).map { element in
            let call = try JSONFields(element, "call")
            return PastCall(
                network: try call.string("network"), contract: try AccountId(call.string("contract")),
                method: try call.string("method"), arguments: try call.string("arguments"))
        }
    }

    static func fields(_ calls: [PastCall]) -> JSONValue.Members {
        let values = calls.map { call -> JSONValue in
            [
                "network": .string(call.network), "contract": .string(call.contract.text),
                "method": .string(call.method), "arguments": .string(call.arguments),
            ]
        }
        return ["calls": .array(values)]
    }
}

extension [PastCall] {
    /// Returns the list with a call at its beginning, without earlier ones of the same method.
    func adding(_ call: PastCall) -> [PastCall] {
        guard call.arguments.utf8.count <= CallHistoryFile.argumentLimit else { return self }
        let others = filter { !$0.isOfMethod(call.method, call.contract, on: call.network) }
        return Array(([call] + others).prefix(CallHistoryFile.limit))
    }

    /// Returns the arguments with which a method was called last; `nil` if it wasn't.
    func arguments(of method: String, of contract: AccountId, on network: String) -> String? {
        first { $0.isOfMethod(method, contract, on: network) }?.arguments
    }

    /// Returns the contracts on a network, the last one first.
    func contracts(on network: String) -> [String] {
        var found: [String] = []
        for call in self where call.network.hasSameBytes(as: network) && !found.contains(call.contract.text) {
            found.append(call.contract.text)
        }
        return found
    }
}

extension PastCall {
    fileprivate func isOfMethod(_ method: String, _ contract: AccountId, on network: String) -> Bool {
        self.method.hasSameBytes(as: method) && self.contract == contract && self.network.hasSameBytes(as: network)
    }
}

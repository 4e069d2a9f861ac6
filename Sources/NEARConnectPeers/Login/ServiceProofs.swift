// SPDX-License-Identifier: MIT

internal import NEARPrimitives
internal import NEARSharedKeys

/// The numbers of requests that came, so that none is taken twice.
struct ServiceProofs: Sendable {
    private static let limit = 200_000
    private var seen: [[UInt8]: Int64] = [:]
    /// Those of requests that change something, which a restart doesn't forget.
    private var kept: [[UInt8]: Int64] = [:]

    init() {}

    /// Takes a request's number, once and within the time that clocks may differ by.
    ///
    /// - Parameter isKept: True for a request that changes something.
    mutating func take(_ nonce: [UInt8], time: Int64, now: Int64, isKept: Bool) throws(ShareServiceError) {
        guard Self.isTimely(time, now) else { throw .proof }
        if seen.count >= Self.limit {
            seen = seen.filter { Self.isTimely($0.value, now) }
            guard seen.count < Self.limit else { throw .busy }
        }
        guard seen.updateValue(time, forKey: nonce) == nil else { throw .proof }
        guard isKept else { return }
        kept = kept.filter { Self.isTimely($0.value, now) }
        kept[nonce] = time
    }

    private static func isTimely(_ time: Int64, _ now: Int64) -> Bool {
        abs(now - time) <= ShareServiceRequest.leeway
    }

    // MARK: The database

    /// The numbers of requests that changed something.
    var json: JSONValue {
        .array(kept.map { ["nonce": .string(Base64.encode($0.key)), "time": .integer(Int128($0.value))] })
    }

    /// Reads them.
    ///
    /// - Throws: `ShareServiceError.request`, which a damaged database makes.
    init(_ json: JSONValue) throws {
        guard let proofs = json.arrayValue else { throw ShareServiceError.request }
        for json in proofs {
            guard let nonce = json["nonce"]?.stringValue.flatMap({ Base64.decode($0) }),
                let time = json["time"]?.integerValue(as: Int64.self)
            else { throw ShareServiceError.request }
            kept[nonce] = time
        }
        seen = kept
    }
}

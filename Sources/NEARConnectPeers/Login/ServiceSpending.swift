// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARPrimitives
internal import NEARSharedKeys

/// The amounts that were spent with each share on one day.
struct ServiceSpending: Sendable {
    private var day = 0
    private var spent: [LoginShareName: UInt128] = [:]

    init() {}

    /// Counts an amount, if the day's limit allows it.
    mutating func count(
        _ amount: UInt128, of name: LoginShareName, limit: UInt128, now: Date
    ) throws(ShareServiceError) {
        let today = Int(now.timeIntervalSince1970 / 86_400)
        if today != day { (day, spent) = (today, [:]) }
        let (sum, isTooMuch) = (spent[name] ?? 0).addingReportingOverflow(amount)
        guard !isTooMuch, sum <= limit else { throw .limit }
        spent[name] = sum
    }

    // MARK: The database

    /// The amounts, in yoctoNEAR, and the day.
    var json: JSONValue {
        [
            "day": .integer(Int128(day)),
            "spent": .array(
                spent.map { ["name": .string($0.key.hash.description), "amount": .string("\($0.value)")] }),
        ]
    }

    /// Reads them.
    ///
    /// - Throws: What their parts throw, which a damaged database makes.
    init(_ json: JSONValue) throws {
        guard let day = json["day"]?.integerValue(as: Int.self), let spent = json["spent"]?.arrayValue else {
            throw ShareServiceError.request
        }
        self.day = day
        for json in spent {
            guard let name = json["name"]?.stringValue, let amount = json["amount"]?.stringValue.flatMap(UInt128.init)
            else { throw ShareServiceError.request }
            self.spent[LoginShareName(hash: try CryptoHash(name))] = amount
        }
    }
}

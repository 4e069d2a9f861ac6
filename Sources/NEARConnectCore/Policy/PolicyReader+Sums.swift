// SPDX-License-Identifier: MIT

internal import SafeText

extension PolicyReader {
    /// The most sums of a rule.
    static let sumLimit = 8
    /// The units of a sum's time, in seconds.
    private static let units = ["s": 1, "min": 60, "h": 3_600, "d": 86_400, "day": 86_400, "days": 86_400]

    /// Reads the sums of a rule.
    func sums(_ json: LocatedJSON) throws(PolicyError) -> [ApprovalSum] {
        var sums: [ApprovalSum] = []
        for element in try elements(json, limit: Self.sumLimit) {
            let fields = try object(element, called: "sum", known: ["per", "deposit", "gas"])
            let window = try window(fields.required("per"))
            let deposit = try fields["deposit"].map { json throws(PolicyError) in try self.deposit(json) }
            let gas = try fields["gas"].map { json throws(PolicyError) in try self.gas(json) }
            let sum: ApprovalSum
            do throws(NEARError) {
                sum = try ApprovalSum(window: window, deposit: deposit, gas: gas)
            } catch {
                throw self.error(
                    at: element.offset, "\(error)",
                    localized("write, for example, {\"per\": \"1 h\", \"deposit\": \"5 NEAR\"}"))
            }
            guard !sums.contains(where: { $0.window == sum.window }) else {
                throw error(
                    at: element.offset, localized("two sums are over the same time"),
                    localized("write one with both limits"))
            }
            sums.append(sum)
        }
        return sums
    }

    /// Reads the time of a sum: a whole number and a unit.
    private func window(_ json: LocatedJSON) throws(PolicyError) -> Duration {
        let text = try string(json, limit: Self.nameLimit)
        let digits = text.unicodeScalars.prefix { ("0"..."9").contains($0) }
        let unit = String(text.unicodeScalars.dropFirst(digits.count)).drop { $0 == " " }
        guard let seconds = Self.units[String(unit)], let number = Int32(String(digits)) else {
            throw error(
                at: json.offset, localized("“%1$s” is no time", shown(text)),
                localized("write, for example, \"10 min\", \"1 h\" or \"7 days\""))
        }
        return .seconds(Int64(number) * Int64(seconds))
    }
}

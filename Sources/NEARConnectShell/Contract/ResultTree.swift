// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARPrimitives
internal import SafeText

/// A contract's answer as rows of a name and a value.
enum ResultTree {
    /// The most rows; an answer may have millions of values.
    private static let limit = 2_000
    /// The most characters of one value.
    private static let valueLimit = 2_000

    /// Returns the rows of an answer.
    ///
    /// - Parameters:
    ///   - bytes: What the method returned.
    ///   - logs: The lines that contracts logged.
    static func rows(of bytes: [UInt8], logs: [String]) -> [TreeRow] {
        var left = limit
        var rows: [TreeRow] = []
        let name = localized("Result")
        if bytes.isEmpty {
            rows.append(TreeRow([name, localized("nothing")]))
        } else {
            do throws(JSONParsingError) {
                rows.append(row(name, try JSONValue.parse(bytes), left: &left))
            } catch {
                rows.append(TreeRow([name, text(of: bytes)]))
            }
        }
        if !logs.isEmpty {
            let lines = logs.prefix(200).enumerated().map { TreeRow(["\($0 + 1)", cut($1)]) }
            rows.append(TreeRow([localized("Logs"), lines.count(of: logs.count)], lines))
        }
        return rows
    }

    /// Returns the rows of a call: what it returned, unless it failed, what contracts logged, and the gas by purpose.
    static func rows(of outcome: FinalExecutionOutcome) -> [TreeRow] {
        let rows = rows(of: outcome.successValue ?? [], logs: outcome.logs)
        return (outcome.isSuccess ? rows : Array(rows.dropFirst())) + [gasProfile(of: outcome)].compactMap(\.self)
    }

    /// Returns the gas that a transaction burnt by purpose, the largest first; none where the node doesn't tell.
    private static func gasProfile(of outcome: FinalExecutionOutcome) -> TreeRow? {
        var sums: [String: UInt64] = [:]
        for part in outcome.outcomes {
            for cost in part.outcome.metadata?.gasProfile ?? [] {
                let (sum, overflow) = sums[cost.cost, default: 0].addingReportingOverflow(cost.gasUsed.gas)
                sums[cost.cost] = overflow ? .max : sum
            }
        }
        guard !sums.isEmpty else { return nil }
        let rows = sums.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(100).map {
            TreeRow([DisplayText.name($0.key), NumberStyle.current.words(Gas(gas: $0.value))])
        }
        return TreeRow([localized("Gas by purpose"), NumberStyle.current.words(outcome.gasBurnt)], rows)
    }

    private static func row(_ name: String, _ value: JSONValue, left: inout Int) -> TreeRow {
        left -= 1
        switch value {
        case .object(let members):
            var children: [TreeRow] = []
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                guard left > 0 else { break }
                children.append(row(DisplayText.name(key.text), member, left: &left))
            }
            return TreeRow([name, children.count(of: members.count)], children)
        case .array(let elements):
            var children: [TreeRow] = []
            for (index, element) in elements.enumerated() {
                guard left > 0 else { break }
                children.append(row("\(index)", element, left: &left))
            }
            return TreeRow([name, children.count(of: elements.count)], children)
        case .string(let text): return TreeRow([name, cut("“\(text)”")])
        default: return TreeRow([name, cut(value.text)])
        }
    }

    private static func cut(_ text: String) -> String {
        let (shown, hidden) = DisplayText.beginning(of: text, limit: valueLimit)
        return hidden > 0 ? shown + localized("… and %1$s characters more", "\(hidden)") : shown
    }

    private static func text(of bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return cut(text) }
        let beginning = bytes.prefix(64).map { byte in
            let digits = String(byte, radix: 16)
            return digits.utf8.count == 1 ? "0\(digits)" : digits
        }
        return localized("%1$s bytes: %2$s", "\(bytes.count)", beginning.joined(separator: " "))
            + (bytes.count > 64 ? "…" : "")
    }
}

extension [TreeRow] {
    /// Says the number of things that there are, and of those that are shown.
    fileprivate func count(of all: Int) -> String {
        count == all
            ? localizedPlural("%1$s value", "%1$s values", count: all, "\(all)")
            : localized("%1$s of %2$s values", "\(count)", "\(all)")
    }
}

// SPDX-License-Identifier: MIT

internal import NEARPrimitives

/// The result of counting an approval.
package enum SumVerdict: Sendable, Hashable {
    /// All sums allow it, and it is counted.
    case counted
    /// A sum is exceeded.
    ///
    /// `used` is what counts already; `freeAt` the time from which the request fits, in milliseconds since 1970, `nil`
    /// if it is too large by itself.
    case exceeded(ApprovalSum, used: ApprovalCosts, freeAt: Int64?)
    /// Nobody knows what was approved before, since the archive was damaged; sums count again from `until` on.
    case uncertain(until: Int64)
}

/// An approval that counts.
struct CountedApproval: Sendable, Hashable {
    /// The time in milliseconds since 1970.
    let time: Int64
    let costs: ApprovalCosts
}

extension SumVerdict {
    /// Decides whether one more approval stays within sums.
    ///
    /// - Parameters:
    ///   - costs: The approval's costs.
    ///   - sums: The sums, none of which may be exceeded.
    ///   - approvals: The earlier ones, the oldest first; those outside of a sum's window don't count.
    ///   - now: The time in milliseconds since 1970.
    static func judge(
        _ costs: ApprovalCosts, sums: [ApprovalSum], after approvals: [CountedApproval], now: Int64
    ) -> SumVerdict {
        for sum in sums {
            let begin = now.subtractingReportingOverflow(sum.milliseconds)
            let counted = begin.overflow ? approvals : approvals.filter { $0.time > begin.partialValue }
            // From the newest back: all that is older than the first that doesn't fit has to leave the window, too.
            var total: ApprovalCosts? = costs
            var blocking = costs.fit(sum) ? nil : Int64.max
            for approval in counted.reversed() where blocking == nil {
                total = total.flatMap { sumOf($0, approval.costs) }
                if total?.fit(sum) != true { blocking = approval.time }
            }
            guard let blocking else { continue }
            let used = counted.reduce(ApprovalCosts?.some(ApprovalCosts())) { sum, next in
                sum.flatMap { sumOf($0, next.costs) }
            }
            let free = blocking.addingReportingOverflow(sum.milliseconds)
            return .exceeded(
                sum, used: used ?? ApprovalCosts(deposit: NEARToken(yoctoNEAR: .max), gas: Gas(gas: .max)),
                freeAt: free.overflow ? nil : free.partialValue)
        }
        return .counted
    }

    /// Returns both together; `nil` where that is more than can be written.
    private static func sumOf(_ left: ApprovalCosts, _ right: ApprovalCosts) -> ApprovalCosts? {
        do {
            return try left.adding(right)
        } catch {
            return nil
        }
    }
}

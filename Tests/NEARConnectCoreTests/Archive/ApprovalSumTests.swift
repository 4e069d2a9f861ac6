// SPDX-License-Identifier: MIT

import Foundation
import Logging
import NEARPrimitives
import TestSupport
import Testing

@testable import NEARConnectCore

/// Sums over time, which neither the clock nor the file makes a rule exceed.
@Suite final class ApprovalSumTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sums-\(UUID().uuidString)")
    private var archive: Archive { Archive(folder: folder) }

    deinit {
        do {
            try FileManager.default.removeItem(at: folder)
        } catch {
            // A test that wrote nothing made no folder.
        }
    }

    private static func near(_ yocto: UInt128, gas: UInt64 = 0) -> ApprovalCosts {
        ApprovalCosts(deposit: NEARToken(yoctoNEAR: yocto), gas: Gas(gas: gas))
    }

    private static func isExceeded(_ verdict: SumVerdict) -> Bool {
        if case .exceeded = verdict { true } else { false }
    }

    /// One yoctoNEAR, one unit of gas or one millisecond decides, also next to the largest numbers.
    @Test func eachLimitIsExact() throws {
        let limits: [(deposit: UInt128, gas: UInt64)] = [
            (10, 10), (1 << 64, 1 << 32), (.max, .max), (.max - 1, 2), (2, .max - 1),
        ]
        for (number, limit) in limits.enumerated() {
            let sum = try ApprovalSum(
                window: .seconds(60), deposit: NEARToken(yoctoNEAR: limit.deposit), gas: Gas(gas: limit.gas))
            let rule = "rule \(number)"
            // Times never go back, whatever the rule.
            let start = Int64(number) * 1_000_000
            func count(_ costs: ApprovalCosts, at time: Int64) throws -> SumVerdict {
                try archive.count(costs, of: rule, sums: [sum], at: start + time)
            }
            #expect(try count(Self.near(limit.deposit - 1, gas: limit.gas - 1), at: 1_000) == .counted)
            #expect(Self.isExceeded(try count(Self.near(2), at: 1_001)))
            #expect(Self.isExceeded(try count(Self.near(0, gas: 2), at: 1_001)))
            #expect(Self.isExceeded(try count(Self.near(.max, gas: .max), at: 1_001)), "a sum that can't be written")
            #expect(try count(Self.near(1, gas: 1), at: 1_001) == .counted)
            guard case .exceeded(_, let used, let freeAt) = try count(Self.near(1), at: 60_999) else {
                Issue.record("one more was counted")
                continue
            }
            #expect(used == Self.near(limit.deposit, gas: limit.gas))
            #expect(freeAt == start + 61_000)
            #expect(try count(Self.near(1), at: 61_000) == .counted, "the first one has left the window")
        }
        // Another rule has a sum of its own.
        let sum = try ApprovalSum(window: .seconds(60), deposit: NEARToken(yoctoNEAR: 1))
        #expect(try archive.count(Self.near(1), of: "another", sums: [sum], at: 9_000_000) == .counted)
    }

    /// Several sums, random times and costs: the verdict is that of adding everything up.
    @Test func theVerdictIsThatOfAddingUp() throws {
        var generator = SplitMix64(seed: 9)
        for _ in 0..<2_000 {
            let sums = try (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                try ApprovalSum(
                    window: .seconds(Int.random(in: 1...20, using: &generator)),
                    deposit: NEARToken(yoctoNEAR: UInt128.random(in: 0...60, using: &generator)),
                    gas: Bool.random(using: &generator) ? Gas(gas: UInt64.random(in: 0...60, using: &generator)) : nil)
            }
            let now: Int64 = 20_000
            let earlier = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                CountedApproval(
                    time: Int64.random(in: 0...now, using: &generator),
                    costs: Self.near(
                        UInt128.random(in: 0...15, using: &generator), gas: UInt64.random(in: 0...15, using: &generator)
                    ))
            }.sorted { $0.time < $1.time }
            let costs = Self.near(
                UInt128.random(in: 0...15, using: &generator), gas: UInt64.random(in: 0...15, using: &generator))
            func fits(_ sum: ApprovalSum, at time: Int64) -> Bool {
                let counted = earlier.filter { $0.time > time - sum.milliseconds }.map(\.costs) + [costs]
                let deposit = counted.reduce(UInt128(0)) { $0 + $1.deposit.yoctoNEAR }
                let gas = counted.reduce(UInt64(0)) { $0 + $1.gas.gas }
                return deposit <= sum.deposit?.yoctoNEAR ?? .max && gas <= sum.gas?.gas ?? .max
            }
            let verdict = SumVerdict.judge(costs, sums: sums, after: earlier, now: now)
            guard case .exceeded(let sum, _, let freeAt) = verdict else {
                #expect(verdict == .counted && sums.allSatisfy { fits($0, at: now) })
                continue
            }
            #expect(sums.first { !fits($0, at: now) } == sum)
            guard let freeAt else {
                #expect(!fits(sum, at: now + 1_000_000))
                continue
            }
            #expect(fits(sum, at: freeAt) && !fits(sum, at: freeAt - 1), "it fits from \(freeAt) on, and not before")
        }
    }

    @Test func aClockThatIsSetBackFreesNothing() throws {
        let sum = try ApprovalSum(window: .seconds(60), deposit: NEARToken(yoctoNEAR: 2))
        #expect(try archive.count(Self.near(1), of: "r", sums: [sum], at: 1_000_000) == .counted)
        #expect(try archive.count(Self.near(1), of: "r", sums: [sum], at: 500) == .counted)
        for time: Int64 in [0, 500, 999_999, 1_000_000, 1_059_999] {
            #expect(Self.isExceeded(try archive.count(Self.near(1), of: "r", sums: [sum], at: time)), "\(time)")
        }
        #expect(try archive.count(Self.near(1), of: "r", sums: [sum], at: 1_060_000) == .counted)
    }

    /// Approvals before a damage aren't known, so nothing is approved until they can't count any more.
    @Test(arguments: [false, true]) func aDamagedArchiveApprovesNothingForAWindow(isRemoved: Bool) throws {
        let sum = try ApprovalSum(window: .seconds(60), deposit: NEARToken(yoctoNEAR: 5))
        let start: Int64 = 2_000_000_000_000
        let archive = Archive(folder: folder) { Date(timeIntervalSince1970: Double(start) / 1000) }
        #expect(try archive.count(Self.near(5), of: "r", sums: [sum], at: start - 10) == .counted)
        try Data("no database, but long enough to be read as one".utf8).write(to: archive.url)
        // Whoever looks first moves it; that the user removes it afterwards doesn't free the sum.
        _ = try archive.entries(HistoryQuery())
        if isRemoved {
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.contains("corrupt")
            {
                try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
            }
        }
        for time in [start - 1, start, start + 59_999] {
            let verdict = try archive.count(Self.near(1), of: "r", sums: [sum], at: time)
            #expect(verdict == .uncertain(until: start + 60_000), "\(time - start)")
        }
        #expect(try archive.count(Self.near(1), of: "r", sums: [sum], at: start + 60_000) == .counted)
    }

    /// A profile that stores nothing counts for as long as its manager lives.
    @Test func aProfileThatStoresNothingCountsInMemory() async throws {
        let journal = TransactionJournal(file: nil, logger: Logger(label: "test"))
        let sum = try ApprovalSum(window: .seconds(60), deposit: NEARToken(yoctoNEAR: 1))
        func count(at time: Double) async throws -> SumVerdict {
            try await journal.count(
                Self.near(1), of: "r", sums: [sum], at: Date(timeIntervalSince1970: 1_000 + time))
        }
        #expect(try await count(at: 0) == .counted)
        #expect(Self.isExceeded(try await count(at: -500)))
        #expect(Self.isExceeded(try await count(at: 59)))
        #expect(try await count(at: 60) == .counted)
    }

    @Test func aSumIsOverATimeAndLimitsSomething() {
        for window: Duration in [.zero, .seconds(-1), .milliseconds(999), .seconds(366 * 86_400 + 1)] {
            #expect(throws: NEARError.self) { try ApprovalSum(window: window, deposit: .zero) }
        }
        #expect(throws: NEARError.self) { try ApprovalSum(window: .seconds(1)) }
    }

    // MARK: The policy

    @MainActor
    private static func request(_ yocto: UInt128, gas: UInt64 = 0) throws -> ApprovalRequest {
        let call = FunctionCallAction(
            methodName: "buy", args: [], gas: Gas(gas: gas), deposit: NEARToken(yoctoNEAR: yocto))
        return ApprovalRequest(
            network: "devnet", chain: .other(genesisHash: .sha256([])), asker: .commandLine(verb: "call"),
            subject: .transactions(
                [TransactionRequest(receiverId: try AccountId("shop.near"), actions: [.functionCall(call)])],
                signerId: try AccountId("alice.near")))
    }

    @MainActor
    @Test func aPolicyCountsWhatItApprovesAndNamesTheSumThatItExceeds() async throws {
        var rule = ApprovalPolicy.Rule(networks: ["devnet"], maximumDeposit: NEARToken(yoctoNEAR: 10))
        rule.sums = [try ApprovalSum(window: .seconds(3600), deposit: NEARToken(yoctoNEAR: 12), gas: .tera(30))]
        let nodes = NetworkNodes(.testnet, clock: ContinuousClock())
        let journal = RequestJournal(
            file: JournalFile(folder: folder), nodes: nodes, logger: Logger(label: "test"))
        func answer(_ yocto: UInt128, gas: UInt64 = 0) async throws -> ApprovalAnswer? {
            await ApprovalPolicy.allow(rule).answer(try Self.request(yocto, gas: gas), counting: journal)
        }
        #expect(try await answer(10, gas: Gas.tera(20).gas) == .approved(account: nil))
        guard case .refused(let reason) = try await answer(3) else {
            Issue.record("it was approved")
            return
        }
        #expect(
            reason.contains("12 yoctoNEAR") && reason.contains("10 yoctoNEAR") && reason.contains("1 h"), "\(reason)")
        #expect(try await answer(11) != .approved(account: nil), "the request alone is too large, and isn't counted")
        #expect(try await answer(1, gas: Gas.tera(10).gas + 1) != .approved(account: nil))
        #expect(try await answer(2, gas: Gas.tera(10).gas) == .approved(account: nil))
        #expect(try await answer(0) == .approved(account: nil), "nothing is given away")
        #expect(try await answer(1) != .approved(account: nil))
        // Where nothing can be counted, nothing is approved.
        try FileManager.default.removeItem(at: archive.url)
        try FileManager.default.createDirectory(at: archive.url, withIntermediateDirectories: false)
        #expect(try await answer(1) != .approved(account: nil))
    }

    @MainActor
    @Test func theGasOfARequestIsALimit() throws {
        var rule = ApprovalPolicy.Rule(networks: ["devnet"], maximumDeposit: .zero)
        rule.maximumGas = .tera(30)
        #expect(rule.answer(try Self.request(0, gas: Gas.tera(30).gas)) == .approved(account: nil))
        #expect(rule.answer(try Self.request(0, gas: Gas.tera(30).gas + 1)) != .approved(account: nil))
    }
}

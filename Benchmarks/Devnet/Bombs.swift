// SPDX-License-Identifier: MIT

import Foundation
import NEARDevnet
import NEARPrimitives

/// The time that the worst contracts take for their gas.
///
/// Others wait for as long as a contract runs, so gas has to stand for time: the slowest of the table may take ten
/// times as long for a teragas as the one in the middle.
extension Main {
    /// The gas that each contract burns in one call.
    private static let bombGas = Gas.tera(30)
    private static let bombRuns = 3

    static func bombs() async throws {
        var configuration = DevnetConfiguration()
        let receivers = try Bomb.table.indices.map { try AccountId("bomb\($0).near") }
        configuration.accounts = [.init(try AccountId("account.near"))] + receivers.map { .init($0) }
        let devnet = try await Devnet.start(configuration)
        let port = try port(of: devnet)
        var rates: [(name: String, rate: Double)] = []
        var nonce: UInt64 = 0
        for (bomb, receiver) in zip(Bomb.table, receivers) {
            try await devnet.deploy(code: module(bomb.text), to: receiver)
            var times: [Double] = []
            for _ in 0...bombRuns {
                nonce += 1
                times.append(try await time(devnet.accounts[0], receiver, nonce: nonce, port: port))
            }
            // The first call compiles.
            let best = times.dropFirst().sorted()[bombRuns / 2]
            rates.append((bomb.name, best / (Double(bombGas.gas) / 1e12)))
        }
        await devnet.stop()
        let sorted = rates.sorted { $0.rate < $1.rate }
        let median = sorted[sorted.count / 2].rate
        for entry in rates {
            print(
                #"{"metric":"devnet-bomb-\#(entry.name)","unit":"ms/Tgas","value":\#(rounded(entry.rate)),"of_median":\#(rounded(entry.rate / median))}"#
            )
        }
        Figure(
            metric: "devnet-bombs", unit: "worst/median", value: (sorted.last?.rate ?? 0) / median, bar: 10,
            isBest: .low
        ).print()
    }

    static func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }

    /// Returns the milliseconds of a call that burns all its gas.
    private static func time(
        _ account: DevnetAccount, _ receiver: AccountId, nonce: UInt64, port: UInt16
    ) async throws -> Double {
        try await BareClient.onThread {
            let client = try BareClient(port: port)
            let hash = try latestBlockHash(client)
            let body = TransactionV0(
                signerId: account.id, publicKey: account.publicKey, nonce: nonce, receiverId: receiver, blockHash: hash,
                actions: [
                    .functionCall(FunctionCallAction(methodName: "main", args: [], gas: bombGas, deposit: .zero))
                ])
            let signed = try SignedTransaction.sign(.v0(body), with: account.secretKey)
            let params = #"{"signed_tx_base64":"\#(signed.base64)","wait_until":"FINAL"}"#
            let request = #"{"jsonrpc":"2.0","id":1,"method":"send_tx","params":\#(params)}"#
            let begin = ContinuousClock.now
            let answer = try client.post(request)
            let time = begin.duration(to: .now) / .milliseconds(1)
            guard answer.contains("Exceeded the prepaid gas") else { throw BenchError("\(receiver): \(answer)") }
            return time
        }
    }

    /// Returns the binary of a module, by wabt.
    static func module(_ text: String) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bomb-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            do {
                try FileManager.default.removeItem(at: folder)
            } catch {
                // What is left in the system's folder for such things hurts nobody.
            }
        }
        let (source, binary) = (folder.appending(path: "module.wat"), folder.appending(path: "module.wasm"))
        try Data(text.utf8).write(to: source)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["wat2wasm", source.path, "-o", binary.path]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BenchError("wat2wasm failed; install wabt") }
        return Array(try Data(contentsOf: binary))
    }
}

// SPDX-License-Identifier: MIT

import Foundation
import GLibRuntime
import Logging
import NEARConnectCore
import NEARPrimitives
import NEARRPC

extension Targets {
    /// The codes of errors that a call may end with.
    private static let controlCodes: Set = [-32601, -32602, -32800, -32010, -32011, -32012, -32013]
    /// The most calls of one input.
    private static let callLimit = 16

    /// Sends calls to a control channel behind which two requests wait: a list of objects with `method` and `params`.
    ///
    /// Each call ends with a value or with an error that the documentation names, and each request is answered once.
    static func controlCalls(_ bytes: [UInt8]) {
        guard let calls = (try? JSONValue.parse(bytes))?.arrayValue, calls.count <= callLimit else { return }
        do {
            // libFuzzer calls from the thread that called it, which is the main one.
            try MainActor.assumeIsolated { try MainLoop.run { try await ControlTrial().run(calls) } }
        } catch {
            fatalError("\(error)")
        }
    }

    /// A control channel over nothing: a key, a chain that only counts, permissions in memory.
    @MainActor
    private final class ControlTrial {
        private static let site = "http://localhost:1"
        private static let silent = Logger(label: "fuzz", factory: { _ in SwiftLogNoOpLogHandler() })
        private static let nodes = Result { () throws -> NetworkNodes in
            guard let url = URL(string: "http://127.0.0.1:1") else { throw NEARError.userCancelled }
            return NetworkNodes(
                .custom(try CustomNetwork(id: "devnet", rpcURLs: [url])), transport: SilentTransport(),
                clock: ContinuousClock(), logger: silent)
        }

        private let approver: DrivingApprover
        private let channel: ControlChannel

        init() throws {
            let nodes = try Self.nodes.get()
            let records = RequestJournal(file: nil, nodes: nodes, logger: Self.silent)
            approver = DrivingApprover(policy: .ask, records: records, hasController: true, patience: .seconds(600))
            let key = try SecretKey(keyType: .ed25519, seed: [UInt8](repeating: 7, count: 32))
            let entry = Keystore.Entry(network: "devnet", accountId: try AccountId("a.near"), secretKey: key)
            let signer = KeystoreDAppSigner(
                keystore: Keystore([entry]), nodes: KeystoreNodes(nodes, known: [], clock: ContinuousClock()),
                policy: .ask, approver: approver, journal: nil, logger: Self.silent)
            let host = DAppRequestHandler(permissions: SitePermissions(), signer: signer, logger: Self.silent)
            channel = ControlChannel(
                ControlChannel.Parts(
                    approver: approver, host: host, signer: signer, journal: records, chain: CountedChain(),
                    facts: ["version": "0", "pid": 1, "automation": true], pages: { [] }))
        }

        func run(_ calls: [JSONValue]) async throws {
            guard let frame = DAppFrame(origin: Self.site, ancestors: []) else { return }
            let decisions = ["fun", "other"].map { network in
                let question = SiteQuestion(
                    asker: frame, subject: .switchNetwork(from: "devnet", to: ExactText(network), chain: nil))
                return Task { @MainActor [approver] in await approver.decide(question) }
            }
            while approver.requests.count < decisions.count { await Task.yield() }
            for call in calls { await perform(call) }
            approver.dismiss()
            for decision in decisions { _ = await decision.value }
            precondition(approver.requests.allSatisfy { $0.state != .open }, "a request is left open")
            for request in approver.requests {
                precondition((try? JSONValue.parse(request.json.bytes)) == request.json, "a request that is no JSON")
            }
        }

        private func perform(_ call: JSONValue) async {
            guard let method = call["method"]?.stringValue else { return }
            let answer = Task { @MainActor [channel] () async -> Result<JSONValue, LocalCallError> in
                do throws(LocalCallError) {
                    return .success(try await channel.answer(method, call["params"]))
                } catch {
                    return .failure(error)
                }
            }
            // What doesn't come at once won't come.
            if method == "requests.wait" { answer.cancel() }
            switch await answer.value {
            case .success(let value):
                precondition((try? JSONValue.parse(value.bytes)) == value, "an answer that is no JSON")
            case .failure(let error): precondition(controlCodes.contains(error.code), "\(error)")
            }
        }
    }

    /// A chain that has no blocks.
    private final class CountedChain: ControlledChain {
        private var height: UInt64 = 0
        private var snapshots: [UInt64] = []

        var json: JSONValue { ["rpcUrl": "http://127.0.0.1:1", "accounts": []] }

        func snapshot() async throws(LocalCallError) -> (id: Int, height: UInt64) {
            snapshots.append(height)
            return (snapshots.count, height)
        }

        func restore(_ id: Int) async throws(LocalCallError) -> UInt64 {
            guard snapshots.indices.contains(id - 1) else { throw .chain("there is no such snapshot") }
            height = snapshots[id - 1]
            return height
        }

        func fastForward(_ blocks: UInt64) async throws(LocalCallError) -> UInt64 {
            height += blocks
            return height
        }
    }

    /// A node that never says which chain it is on.
    private struct SilentTransport: RPCTransport {
        func send(_ request: RPCTransportRequest) async throws(RPCTransportError) -> RPCTransportResponse {
            throw RPCTransportError(kind: .other, mayHaveBeenSent: false, detail: "nobody is there")
        }
    }
}

// SPDX-License-Identifier: MIT

import NEARPrimitives
import NEARRPC
import Synchronization

/// A node whose answers are made from a fuzzer's bytes: likely ones for what was asked, errors, or any text.
final class ScriptedTransport: RPCTransport {
    private struct State {
        var bytes: ArraySlice<UInt8>
        var requestCount = 0
    }

    private let state: Mutex<State>

    init(_ bytes: some Sequence<UInt8>) {
        state = Mutex(State(bytes: ArraySlice(Array(bytes))))
    }

    /// The number of requests that came.
    var requestCount: Int { state.withLock { $0.requestCount } }

    func send(_ request: RPCTransportRequest) async throws(RPCTransportError) -> RPCTransportResponse {
        let asked = try? JSONValue.parse(request.body)
        let text = state.withLock { state -> String? in
            state.requestCount += 1
            guard let control = state.bytes.popFirst() else { return nil }
            return Self.answer(to: asked ?? .null, control, &state.bytes)
        }
        guard let text else {
            throw RPCTransportError(kind: .other, mayHaveBeenSent: false, detail: "the script is over")
        }
        return RPCTransportResponse(
            status: 200, body: Array(#"{"jsonrpc":"2.0","id":"near-connect",\#(text)}"#.utf8))
    }

    /// The answer that a first byte chooses; the bytes behind it are its numbers or its text.
    private static func answer(to asked: JSONValue, _ control: UInt8, _ bytes: inout ArraySlice<UInt8>) -> String {
        let hash = Seeds.hash
        switch control {
        case 0..<200: return #""result":"# + likely(asked, &bytes)
        case 200..<215: return error("UNKNOWN_BLOCK", "{}")
        case 215..<225: return error("UNKNOWN_TRANSACTION", #"{"requested_transaction_hash":"\#(hash)"}"#)
        case 225..<235:
            let info = #"{"requested_account_id":"a.near","block_height":\#(number(&bytes)),"block_hash":"\#(hash)"}"#
            return error("UNKNOWN_ACCOUNT", info)
        default:
            let line = bytes.prefix { $0 != 0x0A }
            bytes = bytes.dropFirst(line.count + 1)
            return String(decoding: line, as: UTF8.self)
        }
    }

    private static func error(_ name: String, _ info: String) -> String {
        #""error":{"name":"HANDLER_ERROR","cause":{"name":"\#(name)","info":\#(info)},"code":-32000,"message":"x"}"#
    }

    private static func likely(_ asked: JSONValue, _ bytes: inout ArraySlice<UInt8>) -> String {
        let (hash, key) = (Seeds.hash, Seeds.key)
        let parameters = asked["params"]
        switch asked["method"]?.stringValue ?? "" {
        case "block":
            return String(
                decoding: Seeds.filled(Seeds.block.replacing(#""height":1"#, with: #""height":\#(number(&bytes))"#)),
                as: UTF8.self)
        case "EXPERIMENTAL_changes":
            let cause = #"{"type":"transaction_processing","tx_hash":"\#(hash)"}"#
            let change = #"{"account_id":"a.near","public_key":"\#(key)","access_key":{"nonce":\#(number(&bytes))}}"#
            let block = parameters?["block_id"]?.stringValue ?? hash
            let update = #"{"cause":\#(cause),"type":"access_key_update","change":\#(change)}"#
            return #"{"block_hash":"\#(block)","changes":[\#(update)]}"#
        case "query":
            var height = number(&bytes)
            if case .integer(let wanted)? = parameters?["block_id"], height % 8 != 0 {
                height = UInt64(clamping: wanted)
            }
            let access = #"{"nonce":\#(number(&bytes)),"permission":"FullAccess"}"#
            let keys = #"[{"public_key":"\#(key)","access_key":\#(access)}]"#
            return #"{"block_height":\#(height),"block_hash":"\#(hash)","keys":\#(keys)}"#
        default: return String(decoding: Seeds.filled(Seeds.outcome), as: UTF8.self)
        }
    }

    /// A number of two bytes; or one of eight, where the first says so.
    private static func number(_ bytes: inout ArraySlice<UInt8>) -> UInt64 {
        let count = bytes.first == 0xFF ? 9 : 2
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count).reduce(0) { ($0 << 8) | UInt64($1) }
    }
}

// SPDX-License-Identifier: MIT

extension Seeds {
    /// The first byte says how large the pieces are in which the lines come, as `Targets.localLines` reads it.
    static func localLines() -> [[UInt8]] {
        let lines = [
            #"{"jsonrpc":"2.0","id":1,"method":"sign","params":{"a":1}}"#,
            #"{"jsonrpc":"2.0","method":"$/cancel","params":{"id":"x"}}"#,
            #"{"jsonrpc":"2.0","id":null,"result":[]}"#,
            #"{"jsonrpc":"2.0","id":"x","error":{"code":-32601,"message":"m","data":null}}"#,
        ]
        let inputs = lines + [lines.joined(separator: "\n")]
        return ([0, 7, 255] as [UInt8]).flatMap { size in inputs.map { [size] + Array($0.utf8) + [0x0A] } }
    }
}

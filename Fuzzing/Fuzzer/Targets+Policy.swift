// SPDX-License-Identifier: MIT

import NEARConnectCore

extension Targets {
    /// Reads a policy file; a fault has its place within the text.
    static func policy(_ bytes: [UInt8]) {
        do throws(PolicyError) {
            _ = try ApprovalPolicy(parsing: bytes, file: "policy.json")
        } catch {
            guard let place = error.place else { return }
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            precondition(lines.indices.contains(place.line - 1), "a fault in no line")
            precondition((1...lines[place.line - 1].count + 1).contains(place.column), "a fault in no column")
        }
    }
}

// SPDX-License-Identifier: MIT

@testable import NEARConnectPeers

extension ShareServiceFault {
    /// The faults that tell something apart in a call's answer.
    ///
    /// The answer to `replace` is empty, so nobody else's and no old one is another.
    static func kinds(of call: String) -> [Kind] {
        let all: [Kind] = [.status(500), .lost, .late(300), .twice]
        return call == "replace" ? all : all + [.foreign, .old]
    }
}

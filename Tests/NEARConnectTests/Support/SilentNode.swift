// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import XCTest

/// A server that takes connections and never answers.
final class SilentNode {
    let url: URL
    private let listener: Int32

    init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                XCTAssertEqual(bind(descriptor, $0, length), 0)
                XCTAssertEqual(listen(descriptor, 64), 0)
                XCTAssertEqual(getsockname(descriptor, $0, &length), 0)
            }
        }
        url = try XCTUnwrap(URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"))
    }

    deinit { close(listener) }
}

// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import NEARConnectCore

/// The texts by which users name a connector.
@Suite struct ConnectorSourceTextTests {
    private let hash = ContentHash(.sha384, of: []).integrity

    @Test func whatPeopleWriteIsRead() throws {
        let url = try #require(URL(string: "https://cdn.example/near-connect.js"))
        #expect(try ConnectorSource("embedded") == .embedded)
        #expect(try ConnectorSource("https://cdn.example/near-connect.js#\(hash)") == .url(url, integrity: hash))
        #expect(try ConnectorSource("./build/index.js") == .file(URL(fileURLWithPath: "./build/index.js")))
        let file = ConnectorSource.file(URL(fileURLWithPath: "/opt/my connector/index.js"))
        #expect(try ConnectorSource("file:///opt/my%20connector/index.js") == file)
        #expect(try ConnectorSource("FILE://localhost/opt/my%20connector/index.js") == file)
        #expect(try ConnectorSource("https://cdn.example/near-connect.js", allowsInsecure: true) == .insecureURL(url))
    }

    @Test(arguments: [
        "", "https://cdn.example/x.js", "http://cdn.example/x.js#sha384-AAAA", "https://cdn.example/x.js#sha384-AAAA",
        "https://cdn.example/x.js#", "https://cdn.example/x.js#md5-AAAA", "ftp://cdn.example/x.js", "data://x",
        "https://user@cdn.example/x.js", "file://server/share/x.js", "file://", "file:///x.js#sha384-AAAA",
    ])
    func whatCannotBeTrustedIsRefused(text: String) {
        let error = #expect(throws: NEARError.self) { try ConnectorSource(text) }
        #expect(error?.code == "invalid-argument")
        #expect(error?.errorDescription?.hasPrefix("connector: ") == true)
    }

    @Test func anAddressWithAWrongHashIsNotTakenForOneWithout() throws {
        #expect(throws: NEARError.self) {
            try ConnectorSource("https://x.example/x.js#sha384-AA", allowsInsecure: true)
        }
        #expect(throws: NEARError.self) { try ConnectorSource("http://x.example/x.js", allowsInsecure: true) }
        let here = try #require(URL(string: "http://localhost:8080/x.js"))
        #expect(try ConnectorSource("http://localhost:8080/x.js", allowsInsecure: true) == .insecureURL(here))
        #expect(throws: NEARError.self) { try ConnectorSource("http://localhost:8080/x.js") }
        #expect(throws: NEARError.self) { try ConnectorSource("http://localhost/x.js#sha384-AA", allowsInsecure: true) }
    }
}

// SPDX-License-Identifier: MIT

import CCurl
import FoundationEssentials
import NEARPrimitives
import Testing

@testable import NEARRPC

@Suite("Proxies", .timeLimit(.minutes(5))) struct ProxyTests {
    @Test func aCallGoesThroughTheProxyOfTheEnvironment() async throws {
        try await FakeNode.run(answering: { _, _ in .result(["gas_price": "3"]) }) { proxy in
            let transport = CurlTransport(environment: ["http_proxy": proxy.endpoint.url.absoluteString])
            let unreachable = RPCEndpoint(url: try #require(URL(string: "http://node.invalid/")))
            let client = try NEARRPCClient(
                configuration: RPCClientConfiguration(endpoints: [unreachable]), transport: transport)
            #expect(try await client.gasPrice().yoctoNEAR == 3)
            #expect(proxy.calls.first?.headers["host"] == "node.invalid")
        }
    }

    @Test func aHostThatIsExceptedIsAskedDirectly() async throws {
        try await FakeNode.run(answering: { _, _ in .result(["gas_price": "3"]) }) { node in
            let transport = CurlTransport(environment: ["http_proxy": "http://127.0.0.1:1", "no_proxy": "127.0.0.1"])
            let client = try NEARRPCClient(
                configuration: RPCClientConfiguration(endpoints: [node.endpoint]), transport: transport)
            #expect(try await client.gasPrice().yoctoNEAR == 3)
        }
    }

    /// A proxy hears nothing of what is said to a node of this computer.
    @Test(arguments: ["127.0.0.1", "localhost"]) func thisComputerIsAskedDirectly(host: String) async throws {
        try await FakeNode.run(answering: { _, _ in .result(["gas_price": "3"]) }) { node in
            try await FakeNode.run(answering: { _, _ in .result(["gas_price": "4"]) }) { proxy in
                let address = proxy.endpoint.url.absoluteString
                let transport = CurlTransport(environment: ["http_proxy": address, "all_proxy": address])
                let port = try #require(node.endpoint.url.port)
                let endpoint = RPCEndpoint(url: try #require(URL(string: "http://\(host):\(port)/")))
                let client = try NEARRPCClient(
                    configuration: RPCClientConfiguration(endpoints: [endpoint]), transport: transport)
                #expect(try await client.gasPrice().yoctoNEAR == 3)
                #expect(proxy.calls.isEmpty)
            }
        }
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.9.8.7", true), ("::1", true), ("::ffff:127.0.0.1", true), ("87.0.0.1", false),
        ("128.0.0.1", false), ("::2", false), ("::127.0.0.1", false), ("1::1", false), ("10.127.0.1", false),
        ("", false),
    ]) func aConnectionIsKnownByItsAddress(address: String, isLoopback: Bool) {
        #expect((near_curl_is_loopback(address) != 0) == isLoopback)
    }

    @Test(arguments: [
        (["http_proxy": "a", "https_proxy": "b"], "a", "b"), (["HTTPS_PROXY": "b"], "", "b"),
        (["HTTP_PROXY": "x"], "", ""), (["all_proxy": "c"], "c", "c"),
        (["ALL_PROXY": "c", "https_proxy": "b"], "c", "b"),
        (["https_proxy": "", "HTTPS_PROXY": "b"], "", "b"), ([:], "", ""),
    ]) func theVariablesAreReadAsCurlReadsThem(environment: [String: String], http: String, https: String) {
        let proxies = ProxyEnvironment(environment)
        #expect(proxies.proxy(forScheme: "http") == http)
        #expect(proxies.proxy(forScheme: "HTTPS") == https)
    }

    @Test(arguments: [("x-key", "a\r\nX-Other: b"), ("x-key", "a\u{0}b"), ("x key", "a"), ("", "a"), ("x:", "a")])
    func aHeaderFieldThatIsNoneIsRefused(name: String, value: String) async throws {
        let endpoint = try makeClosedEndpoint()
        let request = RPCTransportRequest(
            url: endpoint.url, headers: [name: value], body: [], isRepeatable: true, timeout: .seconds(1),
            maximumResponseBytes: 10)
        let error = await #expect(throws: RPCTransportError.self) { try await CurlTransport().send(request) }
        #expect(error?.kind == .other)
    }
}

// SPDX-License-Identifier: MIT

import MainLoopTesting
import WebKitGTK
import XCTest

@testable import NEARConnect
@testable import NEARConnectCore

/// Pages of the internet that try to reach this computer and its network, in all ways that a page has.
///
/// A proxy counts what arrives, whatever the address is.
final class LocalNetworkTests: MainLoopTestCase {
    /// The ways of a page to have something loaded, each a function of the address.
    private static let ways =
        """
        fetch: fetch(address, { mode: 'no-cors', method: 'POST', body: 'x' }).catch(() => {})
        request: const all = new XMLHttpRequest(); all.open('POST', address); all.send('x')
        image: new Image().src = address
        script: document.body.append(Object.assign(document.createElement('script'), { src: address }))
        style: document.body.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address }))
        preload: document.body.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', href: address }))
        font: new FontFace('f' + Math.random(), `url(${address})`).load().catch(() => {})
        events: new EventSource(address)
        beacon: navigator.sendBeacon(address, 'x')
        ping: const a = Object.assign(document.createElement('a'), { href: '#', ping: address }); document.body.append(a); a.click()
        worker: new Worker(URL.createObjectURL(new Blob([`fetch('${address}', { mode: 'no-cors' }).catch(() => {})`])))
        import: new Worker(URL.createObjectURL(new Blob([`try { importScripts('${address}') } catch {}`])))
        frame: document.body.append(Object.assign(document.createElement('iframe'), { src: address }))
        inner: const f = document.createElement('iframe'); f.srcdoc = `<iframe src='${address}'></iframe>`; document.body.append(f)
        object: document.body.append(Object.assign(document.createElement('object'), { data: address }))
        embed: document.body.append(Object.assign(document.createElement('embed'), { src: address, type: 'text/html' }))
        form: const f = document.createElement('iframe'); f.name = 'n' + Math.random(); const s = Object.assign(document.createElement('form'), { action: address, method: 'post', target: f.name }); document.body.append(f, s); s.submit()
        socket: new WebSocket(address.replace('http', 'ws'))
        """.split(separator: "\n").compactMap { $0.wholeMatch(of: /(\w+): (.+)/)?.output }
        .map { (name: String($0.1), script: String($0.2)) }
    /// Spellings of addresses of this computer and of networks around it.
    private static let hosts = [
        "127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.1", "017700000001", "[::1]", "[::ffff:127.0.0.1]",
        "localhost.", "a.localhost", "0.0.0.0", "10.0.0.1", "192.168.1.1", "172.16.0.1", "169.254.169.254",
        "100.64.0.1", "[fd00::1]", "printer", "nas.local",
    ]

    /// The page's own host, in the internet.
    private static let shop = "shop.example"

    @MainActor
    private static func proxy() throws -> LoopbackProxy {
        try LoopbackProxy { request in
            switch request.path {
            case "/framed":
                LoopbackSite.Reply("<script>fetch('http://127.0.0.1:20001/', { mode: 'no-cors' })</script>")
            case "/to": LoopbackSite.Reply(status: 302, headers: [("Location", request.query)])
            default: LoopbackSite.Reply("<!doctype html><title>page</title><body></body>")
            }
        }
    }

    /// Tries each way with each address, and returns the ports that were asked.
    ///
    /// Each way is tried once more where it does arrive, and that is waited for.
    @MainActor
    private static func attack(
        from page: DAppPage, _ proxy: LoopbackProxy, with address: (_ host: String, _ port: Int) -> String
    ) async throws -> Set<Int> {
        for (number, way) in ways.enumerated() {
            let base = 20_000 + 100 * number
            let targets = hosts.enumerated().map { place, host in address(host, base + place) }
            _ = try await page.view.call(
                """
                const attempt = new Function("address", way);
                for (const address of targets.split(" ")) attempt(address);
                // What comes last has to arrive.
                attempt(last);
                return "";
                """,
                arguments: [
                    "way": way.script, "targets": targets.joined(separator: " "),
                    "last": "http://\(shop):\(base + 99)/",
                ])
            await waitUntil("the last \(way.name)") { proxy.requests.contains { $0.port == base + 99 } }
        }
        return Set(proxy.requests.map(\.port)).filter { $0 >= 20_000 && $0 % 100 < 99 }
    }

    private static func names(_ ports: Set<Int>) -> [String] {
        ports.sorted().map { "\(ways[($0 - 20_000) / 100].name) of \(hosts[$0 % 100])" }
    }

    func testAPageOfTheInternetReachesNothingOfThisComputerAndItsNetwork() throws {
        try run(timeout: 120) {
            let scene = try await DAppScene([:])
            let proxy = try Self.proxy()
            proxy.use(in: scene.pages.context)
            let page = try await scene.pages.show("http://\(Self.shop)/")
            let reached = try await Self.attack(from: page, proxy) { "http://\($0):\($1)/" }
            XCTAssertEqual(Self.names(reached), [])
            // A server of the internet sends there whoever asks it.
            let led = try await Self.attack(from: page, proxy) { "http://\(Self.shop)/to?http://\($0):\($1)/" }
            XCTAssertEqual(Self.names(led).filter { !$0.hasPrefix("socket") }, [])
            proxy.stop()
            await scene.stop()
        }
    }

    /// Libsoup follows a redirect in a WebSocket's handshake, in which WebKit has no part.
    ///
    /// The threat model says so. Once this fails, the library does better, and the row of the page above can say more.
    func testARedirectOfAWebSocketIsFollowedByTheLibrary() throws {
        try run {
            let scene = try await DAppScene([:])
            let proxy = try Self.proxy()
            proxy.use(in: scene.pages.context)
            let page = try await scene.pages.show("http://\(Self.shop)/")
            _ = try await page.view.call(
                "new WebSocket(address); return ''",
                arguments: ["address": "ws://\(Self.shop)/to?http://127.0.0.1:20000/"])
            await waitUntil("the redirect") { proxy.requests.contains { $0.port == 20_000 } }
            proxy.stop()
            await scene.stop()
        }
    }

    /// A frame of the internet in a page of this computer counts as that page, which the threat model says.
    func testAFrameOfTheInternetReachesWhatThePageAroundItReaches() throws {
        try run {
            let scene = try await DAppScene([:])
            let proxy = try Self.proxy()
            proxy.use(in: scene.pages.context)
            let page = try await scene.pages.show("http://localhost:3030/")
            _ = try await page.view.call(
                "document.body.append(Object.assign(document.createElement('iframe'), { src: address })); return ''",
                arguments: ["address": "http://\(Self.shop)/framed"])
            await waitUntil("its request") { proxy.requests.contains { $0.port == 20_001 } }
            proxy.stop()
            await scene.stop()
        }
    }

    /// The control: what a page of this computer asks for does arrive, in each way.
    func testAPageOfThisComputerReachesAllOfIt() throws {
        try run(timeout: 120) {
            let scene = try await DAppScene([:])
            let proxy = try Self.proxy()
            proxy.use(in: scene.pages.context)
            let page = try await scene.pages.show("http://localhost:3030/")
            _ = try await Self.attack(from: page, proxy) { "http://\($0):\($1)/" }
            // WebKit itself refuses 0.0.0.0.
            let places = Self.hosts.indices.filter { Self.hosts[$0] != "0.0.0.0" }
            let all = Set(Self.ways.indices.flatMap { way in places.map { 20_000 + 100 * way + $0 } })
            await waitUntil("\(Self.names(all.subtracting(proxy.requests.map(\.port))))") {
                all.isSubset(of: proxy.requests.map(\.port))
            }
            proxy.stop()
            await scene.stop()
        }
    }

    func testNoWindowOfAPageOfTheInternetGoesThere() throws {
        try run(timeout: 120) {
            let scene = try await DAppScene([:])
            let proxy = try Self.proxy()
            proxy.use(in: scene.pages.context)
            let home = "http://\(Self.shop)/"
            for (number, way) in Self.windows.enumerated() {
                let page = try await scene.pages.show(home)
                for (place, host) in ["127.0.0.1", "localhost", "10.0.0.1"].enumerated() {
                    let port = 20_000 + 100 * number + place
                    for target in ["http://\(host):\(port)/", "http://\(Self.shop)/to?http://\(host):\(port + 50)/"] {
                        _ = try await page.view.call(
                            "new Function('address', way)(address); return ''",
                            arguments: ["way": way, "address": target])
                    }
                }
                for other in scene.pages.pages { await waitUntil("the end of \(way)") { !other.view.isLoading } }
                // The same way leads to another page of the internet.
                _ = try await page.view.call(
                    "new Function('address', way)(address); return ''",
                    arguments: ["way": way, "address": "http://other.example:\(20_099 + 100 * number)/"])
                await waitUntil("the way \(way)") { proxy.requests.contains { $0.port == 20_099 + 100 * number } }
                for other in scene.pages.pages { scene.pages.close(other) }
            }
            let reached = Set(proxy.requests.map(\.port)).filter { $0 >= 20_000 && $0 % 100 < 99 }.sorted()
            XCTAssertEqual(reached.map { "\(Self.windows[($0 - 20_000) / 100]) \($0)" }, [])
            proxy.stop()
            await scene.stop()
        }
    }

    /// The ways of a page to have a whole window load something.
    private static let windows =
        """
        window.open(address)
        const w = window.open('about:blank'); if (w) w.location.href = address
        const w = window.open(); if (w) w.location.replace(address)
        const w = window.open('', 'again'); if (w) w.eval(`location.href = '${address}'`)
        const w = window.open(''); if (w) { w.document.write(`<iframe src='${address}'></iframe>`); w.document.close() }
        const w = window.open(''); if (w) w.fetch(address, { mode: 'no-cors' }).catch(() => {})
        const w = window.open(''); if (w) w.eval(`fetch('${address}', { mode: 'no-cors' }).catch(() => {})`)
        const f = Object.assign(document.createElement('form'), { action: address, method: 'post', target: '_blank' }); document.body.append(f); f.submit()
        document.body.append(Object.assign(document.createElement('a'), { href: address, target: '_blank', rel: 'noopener' })); document.body.lastChild.click()
        location.href = address
        const f = Object.assign(document.createElement('form'), { action: address, method: 'post' }); document.body.append(f); f.submit()
        document.head.append(Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: `0; url=${address}` }))
        """.split(separator: "\n").map(String.init)
}

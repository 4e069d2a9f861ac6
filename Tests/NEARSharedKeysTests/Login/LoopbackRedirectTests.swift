// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import NEARSharedKeys

/// The port to which a login's answer comes: it takes one answer with our state and nothing else (promise 9).
@Suite struct LoopbackRedirectTests {
    private static let state = "our-state"

    private static func waiting(
        _ redirect: LoopbackRedirect, patience: Duration = .seconds(60)
    ) -> Task<Result<RedirectAnswer, LoginError>, Never> {
        Task {
            do throws(LoginError) {
                return .success(try await redirect.answer(to: state, within: patience))
            } catch {
                return .failure(error)
            }
        }
    }

    @Test func theAnswerWithOurStateIsTakenOnce() async throws {
        let redirect = try LoopbackRedirect(path: "/callback")
        let waiting = Self.waiting(redirect)
        let answer = await RawConnection.ask(
            redirect.port, RawConnection.get("/callback?code=a%20b&state=our-state", port: redirect.port))
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.contains("You can close this page"))
        #expect(try await waiting.value.get().fields == ["code": "a b", "state": "our-state"])
        #expect(RawConnection(port: redirect.port) == nil, "nobody listens any more")
        await #expect(throws: LoginError.timedOut) { try await redirect.answer(to: Self.state, within: .seconds(60)) }
    }

    @Test func whatIsNotTheAnswerChangesNothing() async throws {
        let redirect = try LoopbackRedirect(path: "/callback")
        let (port, waiting) = (redirect.port, Self.waiting(redirect))
        let right = "/callback?code=evil&state=our-state"
        let requests = [
            RawConnection.get("/callback?code=evil&state=other", port: port),
            RawConnection.get("/callback?code=evil", port: port),
            RawConnection.get("/callback?code=evil&state=our-state&state=other", port: port),
            RawConnection.get("/callback?code=evil&state=our-statement", port: port),
            RawConnection.get("/callback?code=%zz&state=our-state", port: port),
            RawConnection.get("/callback", port: port), RawConnection.get("/favicon.ico", port: port),
            RawConnection.get("/callback/?code=evil&state=our-state", port: port),
            // A name that DNS leads here, a page of another port, and none.
            RawConnection.get(right, port: port, host: "evil.example:\(port)"),
            RawConnection.get(right, port: port, host: "localhost:\(port)"),
            RawConnection.get(right, port: port, host: "127.0.0.1:1"),
            RawConnection.get(right, port: port, host: "127.0.0.1:\(port) evil.example"),
            "GET \(right) HTTP/1.1\r\n\r\n",
            "GET \(right) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nHost: evil.example\r\n\r\n",
            "POST \(right) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: 0\r\n\r\n",
            "HEAD \(right) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n",
            "GET \(right)\r\nHost: 127.0.0.1:\(port)\r\n\r\n", "\r\n\r\n", "\u{0}\u{1}\u{2}\r\n\r\n",
        ]
        for request in requests {
            let answer = await RawConnection.ask(port, request)
            #expect(answer.hasPrefix("HTTP/1.1 4"), "\(request.prefix(80)): \(answer.prefix(80))")
            #expect(!answer.lowercased().contains("access-control"))
        }
        // Its connection ends while it still speaks.
        _ = await RawConnection.ask(port, "GET /\(String(repeating: "a", count: 40_000))")
        _ = await RawConnection.ask(port, RawConnection.get("/callback?code=right&state=our-state", port: port))
        #expect(try await waiting.value.get().fields["code"] == "right")
    }

    @Test func connectionsThatSayNothingKeepNoAnswerOut() async throws {
        let redirect = try LoopbackRedirect(path: "/")
        let waiting = Self.waiting(redirect)
        let silent = (0..<100).compactMap { _ in RawConnection(port: redirect.port) }
        #expect(silent.count == 100)
        let slow = try #require(RawConnection(port: redirect.port))
        slow.send("GET /?code=right&sta")
        slow.send("te=our-state HTTP/1.1\r\nHost: 127.0.0.1:\(redirect.port)\r\n")
        slow.send("\r\n")
        #expect(try await waiting.value.get().fields["code"] == "right")
    }

    @Test func aPatienceThatEndsClosesThePort() async throws {
        let redirect = try LoopbackRedirect(path: "/")
        let result = await Self.waiting(redirect, patience: .milliseconds(50)).value
        #expect(result == .failure(.timedOut))
        #expect(RawConnection(port: redirect.port) == nil)
    }

    @Test func cancelClosesThePortAtOnce() async throws {
        let redirect = try LoopbackRedirect(path: "/")
        let waiting = Self.waiting(redirect)
        waiting.cancel()
        #expect(await waiting.value == .failure(.cancelled))
        #expect(RawConnection(port: redirect.port) == nil)
    }

    @Test func twoLoginsHaveTwoPorts() throws {
        let (one, other) = (try LoopbackRedirect(path: "/"), try LoopbackRedirect(path: "/"))
        #expect(one.port != other.port)
        #expect(one.address == "http://127.0.0.1:\(one.port)/")
    }
}

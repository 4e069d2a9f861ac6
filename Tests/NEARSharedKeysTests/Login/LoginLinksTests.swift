// SPDX-License-Identifier: MIT

import FoundationEssentials
import NEARConnectCore
import NEARPrimitives
import NEARRPC
import Synchronization
import Testing

@testable import NEARConnectPeers
@testable import NEARSharedKeys

/// Logins whose answer comes back by a link of the program's own scheme.
@Suite struct LoginLinksTests {
    /// Visits the provider as a browser does, and returns the link that it is sent to.
    private static func link(of address: String, at scene: LoginScene) async throws -> String {
        let url = try #require(URL(string: address))
        let port = UInt16(try #require(url.port))
        let query = try #require(address.split(separator: "?", maxSplits: 1).last)
        let answer = await RawConnection.ask(
            port,
            RawConnection.get("\(url.path())?\(query)", port: port).replacing(
                "\r\n\r\n", with: "\r\nConnection: close\r\n\r\n"))
        let line = answer.split(separator: "\r\n").first { $0.lowercased().hasPrefix("location:") }
        return String(try #require(line).dropFirst("location:".count)).trimmingPrefix(" ").description
    }

    private static func links() throws -> LoginLinks { LoginLinks(try ReturnScheme("org.example.app")) }

    private static func client(
        at scene: LoginScene, by links: LoginLinks,
        _ body: @escaping @Sendable (_ link: String) async -> Void
    ) -> OpenIDClient {
        OpenIDClient(scene.configuration(), links: links) { address throws(LoginError) in
            do {
                await body(try await Self.link(of: address, at: scene))
            } catch {
                throw .noBrowser(reason: "\(error)")
            }
        }
    }

    /// As a browser and a desktop write them.
    @Test(
        arguments: ["org.example.app:/login", "ORG.example.APP:/login", "org.example.app:///login"], ["", "#", "#_=_"])
    func theAnswerComesByALink(_ beginning: String, _ fragment: String) async throws {
        let (scene, links) = (try await LoginScene.start(), try Self.links())
        #expect(links.address == "org.example.app:/login")
        let login = Self.client(at: scene, by: links) { link in
            #expect(link.hasPrefix(links.address + "?"))
            #expect(links.take(link.replacing(links.address, with: beginning) + fragment))
        }
        #expect(try await login.signIn().claims.subject == ExactText("person-1"))
        await scene.stop()
    }

    @Test func whateverElseComesChangesNothingAndNothingIsTakenTwice() async throws {
        let (scene, links) = (try await LoginScene.start(), try Self.links())
        let last = Mutex("")
        let login = Self.client(at: scene, by: links) { link in
            last.withLock { $0 = link }
            let state = link.split(separator: "state=").last.map(String.init) ?? ""
            let forged = [
                "", links.address, "\(links.address)?", "\(links.address)?code=1&state=other",
                "\(links.address)?code=1", "\(links.address)?code=1&code=2&state=\(state)",
                link.replacing("org.example.app", with: "org.example.other"),
                link.replacing("/login", with: "/logout"), link.replacing("?", with: "#"),
                link + "&pad=" + String(repeating: "a", count: LoginLinks.sizeLimit),
            ]
            for other in forged { #expect(!links.take(other), "\(other.prefix(100))") }
            #expect(links.take(link))
            #expect(!links.take(link), "it is used up")
        }
        _ = try await login.signIn()
        #expect(!links.take(last.withLock { $0 }), "nobody waits any more")
        await scene.stop()
    }

    @Test func aLoginThatIsCancelledOrTooLateTakesNothing() async throws {
        let (scene, links) = (try await LoginScene.start(), try Self.links())
        let last = Mutex("")
        let arrived = AsyncStream<Void>.makeStream()
        links.expect("late")
        await #expect(throws: LoginError.timedOut) { _ = try await links.answer(to: "late", within: .zero) }
        #expect(!links.take("\(links.address)?code=1&state=late"))
        let login = Self.client(at: scene, by: links) { link in
            last.withLock { $0 = link }
            arrived.continuation.yield()
        }
        let task = Task { try await login.signIn() }
        for await _ in arrived.stream { break }
        task.cancel()
        await #expect(throws: LoginError.cancelled) { _ = try await task.value }
        #expect(!links.take(last.withLock { $0 }))
        await scene.stop()
    }

    /// Each of two logins at once gets its own answer, in whichever order they come.
    @Test func twoLoginsAtOnceGetTheirOwnAnswers() async throws {
        let (scene, links) = (try await LoginScene.start(), try Self.links())
        let came = Mutex<[String]>([])
        let all = AsyncStream<Void>.makeStream()
        let login = Self.client(at: scene, by: links) { link in
            let count = came.withLock { links in
                links.append(link)
                return links.count
            }
            if count == 2 { all.continuation.yield() }
        }
        async let one = login.signIn()
        async let other = login.signIn()
        for await _ in all.stream { break }
        for link in came.withLock({ $0.reversed() }) { #expect(links.take(link)) }
        let (first, second) = try await (one, other)
        #expect(first.idToken != second.idToken)
        await scene.stop()
    }
}

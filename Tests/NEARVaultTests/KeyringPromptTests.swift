// SPDX-License-Identifier: MIT

import GLibRuntime
import XCTest

@testable import NEARVault

/// The ends of a question that the keyring puts to the user.
final class KeyringPromptTests: KeyringTestCase {
    /// Shows a question, has `answer` end it, and compares how it ended.
    private func expect(
        _ expected: String, within patience: Duration = .seconds(30),
        answer: @escaping @MainActor (PromptPeer) async throws -> Void
    ) throws {
        try run { bus in
            let peer = try await PromptPeer(on: bus)
            let connection = try await SessionBus.connect(environment: bus.environment)
            let name = peer.name
            let task = Task {
                await KeyringPrompt.run(path: PromptPeer.path, owner: name, bus: connection, within: patience)
            }
            peer.task = task
            try await bus.waitUntil("the question") { peer.isShown }
            try await answer(peer)
            let end = "\(await task.value)"
            XCTAssertEqual(end, expected)
            let isClosed = ["deadline", "cancelled"].contains(expected)
            if isClosed { try await bus.waitUntil("the question to be closed") { peer.isDismissed } }
            XCTAssertEqual(peer.isDismissed, isClosed)
        }
    }

    func testAnAnswerCompletesIt() throws {
        try expect("completed") { try $0.complete(isDismissed: false) }
    }

    func testAUserWhoClosesItRefuses() throws {
        try expect("dismissed") { try $0.complete(isDismissed: true) }
    }

    func testAnotherProgramsAnswerDoesNotCount() throws {
        try expect("deadline", within: .seconds(1)) { try await $0.completeByAnotherProgram() }
    }

    func testNoAnswerEndsAtTheDeadlineAndTheQuestionIsClosed() throws {
        try expect("deadline", within: .seconds(1)) { _ in }
    }

    func testACancelledTaskClosesTheQuestion() throws {
        try expect("cancelled") { $0.task?.cancel() }
    }

    func testAProgramThatEndsIsGone() throws {
        try expect("gone") { $0.leave() }
    }

    func testAQuestionThatIsNotThereFails() throws {
        try run { bus in
            let peer = try await PromptPeer(on: bus)
            let connection = try await SessionBus.connect(environment: bus.environment)
            let end = await KeyringPrompt.run(
                path: "/another", owner: peer.name, bus: connection, within: .seconds(10))
            guard case .failed = end else { return XCTFail("\(end)") }
        }
    }
}

/// A program with one question, by the rules of `org.freedesktop.Secret.Prompt`.
@MainActor
private final class PromptPeer {
    static let path = "/question"
    private static let interface = "org.freedesktop.Secret.Prompt"

    private(set) var isShown = false
    private(set) var isDismissed = false
    var task: Task<KeyringPrompt.Answer, Never>?
    let name: String
    private let environment: [String: String]
    private var bus: SessionBus?
    private var object: ExportedObject?

    init(on test: TestBus) async throws {
        environment = test.environment
        let bus = try await SessionBus.connect(environment: environment)
        self.bus = bus
        name = bus.uniqueName
        object = try ExportedObject(
            at: Self.path, on: bus,
            introspection: """
                <node>
                  <interface name="\(Self.interface)">
                    <method name="Prompt"><arg type="s" direction="in"/></method><method name="Dismiss"/>
                  </interface>
                </node>
                """
        ) { [weak self] call in
            if call.method == "Prompt" { self?.isShown = true } else { self?.isDismissed = true }
            call.reply()
        }
    }

    func complete(isDismissed: Bool) throws {
        try bus?.emit("Completed", of: Self.interface, at: Self.path, [.boolean(isDismissed), .string("")])
    }

    func completeByAnotherProgram() async throws {
        let other = try await SessionBus.connect(environment: environment)
        try other.emit("Completed", of: Self.interface, at: Self.path, [.boolean(false), .string("")])
    }

    /// Leaves the bus, as a program does that ends.
    func leave() {
        object = nil
        bus = nil
    }
}

// SPDX-License-Identifier: MIT

import GLibRuntime
import MainLoopTesting
import XCTest

/// Main-actor code goes on while a handler, called by main-actor code itself, waits in a dialog's loop.
final class NestedLoopTests: MainLoopTestCase {
    private enum Scope {
        @TaskLocal static var name = "none"
    }

    @MainActor
    private final class Counter {
        private(set) var sum = 0

        func add(_ number: Int) { sum += number }
    }

    /// Takes what a request takes: a hop to another thread and back, a timer, a continuation that a callback resumes.
    @MainActor
    private static func request() async -> String {
        await MainLoop.turn()
        let name = await MainLoop.resumingOnMainThread { await Task.detached { "answered" }.value }
        await Task.yield()
        return name
    }

    func testATaskThatOpensADialogKeepsNobodyWaiting() throws {
        try run {
            let dialog = ModalDialog()
            var answer: String?
            try await Scope.$name.withValue("handler") {
                let other = Task { @MainActor in
                    answer = await Self.request()
                    dialog.answer()
                }
                XCTAssertTrue(dialog.runLoop(), "no answer while the dialog stood")
                XCTAssertEqual(answer, "answered")
                // The task that opened the dialog is still the current one.
                XCTAssertEqual(Scope.name, "handler")
                XCTAssertFalse(Task.isCancelled)
                MainActor.assertIsolated()
                await other.value
                try Task.checkCancellation()
            }
            XCTAssertEqual(Scope.name, "none")
        }
    }

    func testACallbackThatResumesATaskWithADialogKeepsNobodyWaiting() throws {
        try run {
            let dialog = ModalDialog()
            var resume: CheckedContinuation<Void, Never>?
            let handler = Task { @MainActor in
                await MainLoop.resumingOnMainThread { await withCheckedContinuation { resume = $0 } }
                _ = Task { @MainActor in
                    _ = await Self.request()
                    dialog.answer()
                }
                return dialog.runLoop()
            }
            await waitUntil { resume != nil }
            MainLoop.runInline { resume?.resume() }
            let wasAnswered = await handler.value
            XCTAssertTrue(wasAnswered, "no answer while the dialog stood")
        }
    }

    func testJobsKeepTheirOrderAcrossNestedLoops() throws {
        try run {
            let (count, depth) = (300, 20)
            let dialogs = (0..<depth).map { _ in ModalDialog() }
            var order: [Int] = []
            let tasks = (0..<count).map { number in
                Task { @MainActor in
                    order.append(number)
                    if number < depth {
                        XCTAssertTrue(dialogs[number].runLoop(), "loop \(number) waited in vain")
                    } else if number == count - 1 {
                        // A dialog ends when those above it have ended.
                        for dialog in dialogs.reversed() { dialog.answer() }
                    }
                }
            }
            for task in tasks { await task.value }
            XCTAssertEqual(order, Array(0..<count))
        }
    }

    func testJobsOfOtherThreadsWakeALoopThatWaits() throws {
        try run {
            let counter = Counter()
            await withTaskGroup(of: Void.self) { group in
                for thread in 1...8 {
                    group.addTask {
                        for _ in 0..<500 { await counter.add(thread) }
                    }
                }
            }
            XCTAssertEqual(counter.sum, 500 * 36)
        }
    }
}

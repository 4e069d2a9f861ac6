// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import Testing

@testable import FileLocking

/// The lock on files that processes share: who waits gets a turn, whatever the others do.
@Suite final class AdvisoryLockTests {
    private let url = FileManager.default.temporaryDirectory.appendingPathComponent("lock-\(UUID().uuidString)")

    deinit {
        for path in [url.path, "\(url.path).wait"] {
            do {
                try FileManager.default.removeItem(atPath: path)
            } catch {
                // Nobody had to wait.
            }
        }
    }

    /// The turns of several holders, of which each takes the lock again as soon as it has given it back.
    private final class Turns: Sendable {
        let counts = Mutex<[Int]>([0, 0, 0, 0])
        let errors = Mutex<[String]>([])

        /// Works for as long as a write to the disk takes, so that the lock is hardly ever free.
        func work(_ holder: Int) {
            counts.withLock { $0[holder] += 1 }
            let end = ContinuousClock.now + .milliseconds(2)
            while ContinuousClock.now < end {}
        }

        func note(_ error: any Error) { errors.withLock { $0.append("\(error)") } }
    }

    /// Holders without a pause: all get turns, though each would always come first after its own turn.
    @Test(arguments: [AdvisoryLock.Mode.exclusive, .shared])
    func whoWaitsGetsATurnBetweenHoldersThatNeverPause(_ others: AdvisoryLock.Mode) async throws {
        let (url, turns) = (url, Turns())
        let lock = AdvisoryLock(path: url.path)
        await withTaskGroup(of: Void.self) { group in
            for holder in 0..<4 {
                let mode = holder == 0 ? .exclusive : others
                group.addTask {
                    await withCheckedContinuation { continuation in
                        Thread.detachNewThread {
                            // Until everybody has had some turns, the one that waits most included.
                            while turns.counts.withLock({ $0.min() ?? 0 }) < 20, turns.errors.withLock({ $0.isEmpty }) {
                                do {
                                    let held = try lock.take(mode, patience: .seconds(20))
                                    defer { held.release() }
                                    turns.work(holder)
                                } catch {
                                    turns.note(error)
                                }
                            }
                            continuation.resume()
                        }
                    }
                }
            }
        }
        #expect(turns.errors.withLock { $0 } == [])
        // Seen: at most 45 turns of one; without giving way the writer had none in 20 s beside 7,000 of each reader.
        #expect(turns.counts.withLock { $0.allSatisfy { (20...200).contains($0) } }, "\(turns.counts.withLock { $0 })")
    }

    /// A process that is being started has copies of all descriptors until it executes its program.
    @Test func aLockThatIsGivenBackIsFreeAlthoughAStartingProcessHasACopy() throws {
        let lock = AdvisoryLock(path: url.path)
        let held = try lock.take(.exclusive, patience: .zero)
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { CInt($0) }
        var (mine, other) = (stat(), stat())
        #expect(stat(url.path, &mine) == 0)
        let locked = try #require(
            descriptors.first { fstat($0, &other) == 0 && (other.st_dev, other.st_ino) == (mine.st_dev, mine.st_ino) })
        let copy = dup(locked)
        defer { close(copy) }
        #expect(throws: AdvisoryLockError.held) { try lock.take(.exclusive, patience: .zero) }
        held.release()
        try lock.take(.exclusive, patience: .zero).release()
    }

    @Test func withoutOthersNobodyGivesWayAndNoSecondFileIsMade() throws {
        let lock = AdvisoryLock(path: url.path)
        for _ in 0..<100 { try lock.take(.exclusive, patience: .seconds(2)).release() }
        let turns = LockTurns(path: url.path)
        #expect(turns.isRepeated && !turns.isAwaited)
        #expect(!FileManager.default.fileExists(atPath: "\(url.path).wait"))
        var mark = turns.wait()
        #expect(turns.isAwaited)
        _ = mark
        mark = nil
        #expect(!turns.isAwaited)
    }

    @Test func waitingHasALimit() throws {
        let lock = AdvisoryLock(path: url.path)
        let held = try lock.take(.exclusive, patience: .zero)
        #expect(throws: AdvisoryLockError.held) { try lock.take(.exclusive, patience: .milliseconds(20)) }
        #expect(throws: AdvisoryLockError.held) { try lock.take(.shared, patience: .zero) }
        held.release()
        let readers = [try lock.take(.shared, patience: .zero), try lock.take(.shared, patience: .zero)]
        #expect(throws: AdvisoryLockError.held) { try lock.take(.exclusive, patience: .zero) }
        for reader in readers { reader.release() }
        try lock.take(.exclusive, patience: .zero).release()
    }

    @Test func aLinkInPlaceOfTheFileIsRefused() throws {
        try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: "/dev/null")
        #expect(throws: AdvisoryLockError.system(call: "open", errno: ELOOP)) {
            try AdvisoryLock(path: url.path).take(.exclusive, patience: .zero)
        }
    }
}

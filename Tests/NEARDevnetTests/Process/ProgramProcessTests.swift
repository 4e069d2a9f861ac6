// SPDX-License-Identifier: MIT

import Glibc
import ProcessSetup
import Testing

/// The end of a prepared process in which a fatal signal comes, each in a process of its own.
@Suite struct ProgramProcessTests {
    @Test(arguments: [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP])
    func everyFatalSignalEndsInASentence(_ number: Int32) async throws {
        let result = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent]) {
            [number = number as Int32] in
            ProgramProcess.prepare()
            // Whoever has started this process may have blocked some of them.
            var set = sigset_t()
            sigemptyset(&set)
            sigaddset(&set, number)
            pthread_sigmask(SIG_UNBLOCK, &set, nil)
            raise(number)
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains(") has ended the program; what near-connect keeps on disk is whole, start it again.\n"))
    }

    @Test func aSwiftTrapIsAFault() async throws {
        let result = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent]) {
            ProgramProcess.prepare()
            preconditionFailure("nothing is as it was")
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("nothing is as it was"))
        #expect(text.contains("a fault (SIG"))
        // Where it was: a file by its name, and the place in it, which a debugger finds the line by.
        let place = try #require(text.firstMatch(of: #/ at ([^ ]+)\+0x([0-9a-f]+)\) has ended/#))
        #expect(place.1.hasPrefix("libswiftCore") || place.1.hasPrefix("near-connect"), "\(text)")
        #expect(try #require(Int(place.2, radix: 16)) > 0)
    }

    /// A stack that is used up leaves no room for a handler but on the other one.
    @Test func aStackOverflowRunsTheHandlerOnTheOtherStack() async throws {
        await #expect(processExitsWith: .exitCode(70)) {
            ProgramProcess.prepare()
            let size = 64 * 1_024
            var other = stack_t()
            other.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
            other.ss_size = size
            sigaltstack(&other, nil)
            _ = descend(1)
        }
    }

    /// A standard error that is full, and that nobody reads, keeps no process.
    @Test func aFullPipeKeepsNoProcess() async throws {
        await #expect(processExitsWith: .exitCode(70)) {
            ProgramProcess.prepare()
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
            let block = [UInt8](repeating: 0, count: 4_096)
            while write(ends[1], block, block.count) > 0 {}
            while write(ends[1], block, 1) > 0 {}
            _ = fcntl(ends[1], F_SETFL, 0)
            dup2(ends[1], STDERR_FILENO)
            raise(SIGSEGV)
        }
    }

    @Test func whatIsIgnoredStaysIgnored() async throws {
        await #expect(processExitsWith: .exitCode(3)) {
            ProgramProcess.prepare()
            signal(SIGQUIT, SIG_IGN)
            ProgramProcess.prepare()
            raise(SIGQUIT)
            exit(3)
        }
    }

    @Test func theMemoriesOfContractsAreSet() {
        #expect(getenv("JSC_maxNumWasmFastMemories").map { String(cString: $0) } == "12")
    }
}

/// Goes down the stack until there is none left.
@inline(never) private func descend(_ depth: Int) -> Int {
    withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 16) { bytes in
        bytes.initializeMemory(as: UInt8.self, repeating: UInt8(truncatingIfNeeded: depth))
        return descend(depth + 1) + Int(bytes[depth % 1_024])
    }
}

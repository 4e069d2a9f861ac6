// SPDX-License-Identifier: MIT

internal import CProcessSetup

/// The process of a program, prepared before the first web view or contract.
///
/// A program calls ``prepare()`` in the first line of its `main`. The libraries never do: signal handlers and
/// environment variables belong to whoever owns the process. Nor should a program that loads this package as a plug-in.
public enum ProgramProcess {
    /// The exit code of a process that a fault has ended, as sysexits.h's `EX_SOFTWARE`.
    public static let faultExitCode: Int32 = NEAR_CONNECT_FAULT_EXIT_CODE

    /// Prepares this process for JavaScriptCore beside Swift's runtime.
    ///
    /// Calling it again does nothing.
    ///
    /// Call it before threads are started: `setenv` beside another thread's `getenv` is a race.
    ///
    /// - A fault (SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP; a Swift trap is one) ends the process at once,
    ///   with one sentence on standard error and ``faultExitCode``. Swift's own handler, which prints a backtrace, may
    ///   never end where JavaScriptCore runs. For a backtrace, run the program in a debugger: it sees the signal first.
    /// - SIGQUIT (Ctrl-\\) ends it as the system does by default, with a core file where those are kept.
    /// - `JSC_maxNumWasmFastMemories` is set to 12 where the user hasn't set it: a contract's memory that isn't one of
    ///   these is copied whole each time it grows.
    ///
    /// JavaScriptCore's own handlers stay where it has started before; then only a part of this holds.
    public static func prepare() {
        near_connect_process_prepare()
    }
}

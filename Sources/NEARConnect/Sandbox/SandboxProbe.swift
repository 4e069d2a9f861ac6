// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnectCore
internal import SafeText
internal import WebKitGTK

/// Finds out whether WebKit's sandbox works here, by running bubblewrap once as WebKit does.
///
/// WebKit itself ends the program if bubblewrap can't be started, and in some containers silently leaves the sandbox
/// out.
package struct SandboxProbe {
    let facts: SandboxFacts
    /// Runs bubblewrap.
    let runTrial: @MainActor () -> ProgramRun.Result
    /// The memory of a trial that worked.
    ///
    /// Failures are tried again, since the user may have repaired the cause.
    let memory: SandboxMemory?

    /// The namespaces and file systems that WebKit's launcher asks for.
    private static let trial = [
        SandboxFacts.bubblewrapPath, "--die-with-parent", "--unshare-pid", "--unshare-uts", "--unshare-net",
        "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--", "/bin/true",
    ]

    /// The probe of this machine.
    package static var here: SandboxProbe {
        SandboxProbe(facts: .here(), runTrial: { ProgramRun.run(trial) }, memory: .standard)
    }

    /// A probe of this machine that remembers nothing.
    package static func trying(in environment: [String: String]) -> SandboxProbe {
        SandboxProbe(facts: .here(environment: environment), runTrial: { ProgramRun.run(trial) }, memory: nil)
    }

    /// Returns the state of the sandbox, after a trial if none is remembered.
    @MainActor
    package func decide() -> SandboxState {
        if facts.isDisabledByEnvironment { return .unavailable(.environment) }
        if facts.isInFlatpak { return .flatpak }
        guard facts.hasBubblewrap else { return .unavailable(.bubblewrapMissing) }
        guard facts.hasProxy else { return .unavailable(.proxyMissing) }
        if let memory, memory.holds(facts.identity) { return .on }
        let result = runTrial()
        guard result.exitCode == 0 else { return .unavailable(Self.explain(result, facts)) }
        memory?.keep(facts.identity)
        return .on
    }

    /// Returns the problem that made bubblewrap fail.
    static func explain(_ result: ProgramRun.Result, _ facts: SandboxFacts) -> SandboxProblem {
        let said = result.errors.split(separator: "\n").first.map(String.init) ?? localized("it gave no reason")
        if facts.appArmorRestriction == 1 { return .appArmor(said) }
        if facts.unprivilegedClone == 0 {
            return .userNamespaces(said, setting: "kernel.unprivileged_userns_clone=1")
        }
        if facts.maximumUserNamespaces == 0 { return .userNamespaces(said, setting: "user.max_user_namespaces=15000") }
        if facts.isInContainer { return .container(said) }
        return .other(said)
    }
}

/// Remembers for one boot that the sandbox works.
///
/// The file is in the user's runtime folder, which is in memory and ends with the session.
struct SandboxMemory {
    let file: URL

    /// The file `$XDG_RUNTIME_DIR/near-connect/sandbox`; `nil` without such a folder, so that each start tries.
    static var standard: SandboxMemory? {
        let folder = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? ""
        guard folder.hasPrefix("/") else { return nil }
        return SandboxMemory(file: URL(fileURLWithPath: folder).appendingPathComponent("near-connect/sandbox"))
    }

    /// Returns true if the sandbox has worked for this very `identity`.
    func holds(_ identity: String) -> Bool {
        FileManager.default.contents(atPath: file.path) == Data(identity.utf8)
    }

    /// Remembers that the sandbox has worked for `identity`.
    ///
    /// If that fails, the next start tries again, which costs milliseconds.
    func keep(_ identity: String) {
        do {
            try AtomicFile(url: file).replace(with: Data(identity.utf8))
        } catch {
            return
        }
    }
}

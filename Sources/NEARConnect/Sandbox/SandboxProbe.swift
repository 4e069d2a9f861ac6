// SPDX-License-Identifier: MIT

internal import Foundation
internal import NEARConnectCore
internal import WebKitGTK

/// Finds out whether WebKit's sandbox can run here, by running bubblewrap once in the way that WebKit does.
///
/// WebKit itself ends the program when bubblewrap can't be started, and in some containers leaves the sandbox out without a word.
package struct SandboxProbe {
    let facts: SandboxFacts
    /// Runs bubblewrap.
    let runTrial: @MainActor () -> ProgramRun.Result
    /// Where a trial that worked is remembered; failures are tried again, since somebody may have mended what was wrong.
    let memory: SandboxMemory?

    /// The namespaces and file systems that WebKit's launcher asks for.
    private static let trial = [
        SandboxFacts.bubblewrapPath, "--die-with-parent", "--unshare-pid", "--unshare-uts", "--unshare-net",
        "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--", "/bin/true",
    ]

    /// The probe of this machine.
    static var here: SandboxProbe {
        SandboxProbe(facts: .here(), runTrial: { ProgramRun.run(trial) }, memory: .standard)
    }

    /// A probe of this machine that remembers nothing.
    package static func trying(in environment: [String: String]) -> SandboxProbe {
        SandboxProbe(facts: .here(environment: environment), runTrial: { ProgramRun.run(trial) }, memory: nil)
    }

    /// What can be had.
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

    /// Says in words why bubblewrap failed.
    static func explain(_ result: ProgramRun.Result, _ facts: SandboxFacts) -> SandboxProblem {
        let said = result.errors.split(separator: "\n").first.map(String.init) ?? "it gave no reason"
        if facts.appArmorRestriction == 1 { return .appArmor(said) }
        if facts.unprivilegedClone == 0 {
            return .userNamespaces(said, setting: "kernel.unprivileged_userns_clone=1")
        }
        if facts.maximumUserNamespaces == 0 { return .userNamespaces(said, setting: "user.max_user_namespaces=15000") }
        if facts.isInContainer { return .container(said) }
        return .other(said)
    }
}

/// Remembers for one boot that the sandbox works, in the person's runtime folder: it is in memory, and gone with the session.
struct SandboxMemory {
    let file: URL

    /// `$XDG_RUNTIME_DIR/near-connect/sandbox`; `nil` where there is no such folder, and then each start tries.
    static var standard: SandboxMemory? {
        let folder = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"] ?? ""
        guard folder.hasPrefix("/") else { return nil }
        return SandboxMemory(file: URL(fileURLWithPath: folder).appendingPathComponent("near-connect/sandbox"))
    }

    /// Whether it has worked for this very `identity`.
    func holds(_ identity: String) -> Bool {
        FileManager.default.contents(atPath: file.path) == Data(identity.utf8)
    }

    /// Remembers it. Where that fails the next start tries again, which costs milliseconds.
    func keep(_ identity: String) {
        do {
            try AtomicFile(url: file).replace(with: Data(identity.utf8))
        } catch {
            return
        }
    }
}

// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import Glibc
internal import NEARConnectCore

/// The facts about this machine that sandboxes depend on, as far as they can be read without trying one.
struct SandboxFacts: Equatable {
    /// The path where WebKitGTK looks for bubblewrap; distributions build this path in.
    static let bubblewrapPath = "/usr/bin/bwrap"
    static let proxyPath = "/usr/bin/xdg-dbus-proxy"

    /// The variable by which a user switches the sandbox off, whatever a program says.
    ///
    /// WebKit obeys it.
    static let environmentSwitch = "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"

    var isInFlatpak = false
    var isInContainer = false
    var isDisabledByEnvironment = false
    var hasBubblewrap = true
    var hasProxy = true
    /// `user.max_user_namespaces`; 0 forbids them.
    var maximumUserNamespaces: Int?
    /// `kernel.unprivileged_userns_clone`, a switch of Debian's kernels; 0 forbids them.
    var unprivilegedClone: Int?
    /// `kernel.apparmor_restrict_unprivileged_userns`; 1 allows them to programs with a profile only.
    var appArmorRestriction: Int?
    /// The values that a trial's result depends on: it holds until one of them changes.
    var identity = ""

    /// Reads this machine.
    static func here(environment: [String: String] = ProcessInfo.processInfo.environment) -> SandboxFacts {
        var facts = SandboxFacts()
        let exists = FileManager.default.fileExists(atPath:)
        facts.isInFlatpak = exists("/.flatpak-info")
        facts.isInContainer = exists("/.dockerenv") || exists("/run/.containerenv") || environment["container"] != nil
        facts.isDisabledByEnvironment = environment[environmentSwitch].map { !$0.isEmpty && $0 != "0" } ?? false
        facts.hasBubblewrap = access(bubblewrapPath, X_OK) == 0
        facts.hasProxy = access(proxyPath, X_OK) == 0
        facts.maximumUserNamespaces = number("/proc/sys/user/max_user_namespaces")
        facts.unprivilegedClone = number("/proc/sys/kernel/unprivileged_userns_clone")
        facts.appArmorRestriction = number("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
        let switches = [facts.maximumUserNamespaces, facts.unprivilegedClone, facts.appArmorRestriction]
        facts.identity =
            ([text("/proc/sys/kernel/random/boot_id"), text("/proc/sys/kernel/osrelease"), program(bubblewrapPath)]
            + switches.map { $0.map(String.init) ?? "-" } + ["\(getuid())"]).joined(separator: " ")
        return facts
    }

    private static func text(_ path: String) -> String {
        KernelFile.text(path) ?? ""
    }

    private static func number(_ path: String) -> Int? {
        Int(text(path))
    }

    /// Returns a text that names a program's file, and changes with an update.
    private static func program(_ path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { return "-" }
        return "\(status.st_ino):\(status.st_size):\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
    }
}

// SPDX-License-Identifier: MIT

extension SandboxProblem {
    static let bubblewrapMissing = SandboxProblem(
        kind: .bubblewrapMissing, reason: "bubblewrap is not installed.",
        advice: "Install it (Debian and Ubuntu: apt-get install bubblewrap xdg-dbus-proxy).")

    static let proxyMissing = SandboxProblem(
        kind: .proxyMissing, reason: "xdg-dbus-proxy is not installed.",
        advice: "Install it (Debian and Ubuntu: apt-get install xdg-dbus-proxy).")

    static let environment = SandboxProblem(
        kind: .environment, reason: "\(SandboxFacts.environmentSwitch) is set.",
        advice: "Unset it, unless you know why it is there.")

    static func appArmor(_ said: String) -> SandboxProblem {
        SandboxProblem(
            kind: .appArmor, reason: "AppArmor doesn\u{2019}t let bubblewrap make a user namespace (\(said)).",
            advice: """
                Give bubblewrap a profile, as root: write the line below to /etc/apparmor.d/bwrap, then run \
                \u{201C}systemctl reload apparmor\u{201D}.
                abi <abi/4.0>, include <tunables/global> \
                profile bwrap \(SandboxFacts.bubblewrapPath) flags=(unconfined) { userns, }
                """)
    }

    static func userNamespaces(_ said: String, setting: String) -> SandboxProblem {
        SandboxProblem(
            kind: .userNamespaces, reason: "The kernel is told to make no user namespaces (\(said)).",
            advice: "Allow them, as root: sysctl -w \(setting), and write it to a file in /etc/sysctl.d to keep it.")
    }

    static func container(_ said: String) -> SandboxProblem {
        SandboxProblem(
            kind: .container, reason: "This container may not make namespaces of its own (\(said)).",
            advice: """
                Let it (docker or podman run: --security-opt seccomp=unconfined --security-opt systempaths=unconfined, with \
                --security-opt apparmor=unconfined where AppArmor is on), or go on without: the container is then what holds pages in.
                """)
    }

    static func other(_ said: String) -> SandboxProblem {
        SandboxProblem(
            kind: .other, reason: "bubblewrap can\u{2019}t run here (\(said)).",
            advice:
                "Run \u{201C}bwrap --ro-bind / / --proc /proc --dev /dev --unshare-all true\u{201D} and mend what it says."
        )
    }
}

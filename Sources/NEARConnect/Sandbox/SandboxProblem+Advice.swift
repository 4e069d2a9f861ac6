// SPDX-License-Identifier: MIT

internal import SafeText

extension SandboxProblem {
    static let bubblewrapMissing = SandboxProblem(
        kind: .bubblewrapMissing, reason: localized("bubblewrap is not installed."),
        advice: localized("Install it. On Debian and Ubuntu, run “apt-get install bubblewrap xdg-dbus-proxy”."))

    static let proxyMissing = SandboxProblem(
        kind: .proxyMissing, reason: localized("xdg-dbus-proxy is not installed."),
        advice: localized("Install it. On Debian and Ubuntu, run “apt-get install xdg-dbus-proxy”."))

    static let environment = SandboxProblem(
        kind: .environment, reason: localized("%1$s is set.", SandboxFacts.environmentSwitch),
        advice: localized("Unset it, unless you know why it is there."))

    static func appArmor(_ said: String) -> SandboxProblem {
        SandboxProblem(
            kind: .appArmor, reason: localized("AppArmor doesn’t let bubblewrap make a user namespace (%1$s).", said),
            advice: [
                localized(
                    "Give bubblewrap a profile, as root: write the line below to /etc/apparmor.d/bwrap, then run “systemctl reload apparmor”."
                ),
                "abi <abi/4.0>, include <tunables/global> "
                    + "profile bwrap \(SandboxFacts.bubblewrapPath) flags=(unconfined) { userns, }",
            ].joined(separator: "\n"))
    }

    static func userNamespaces(_ said: String, setting: String) -> SandboxProblem {
        SandboxProblem(
            kind: .userNamespaces, reason: localized("The kernel is told to make no user namespaces (%1$s).", said),
            advice: localized(
                "Allow them, as root: run “sysctl -w %1$s”, and write it to a file in /etc/sysctl.d to keep it.",
                setting))
    }

    static func container(_ said: String) -> SandboxProblem {
        SandboxProblem(
            kind: .container, reason: localized("This container may not make namespaces of its own (%1$s).", said),
            advice: localized(
                "Let it (docker or podman run: --security-opt seccomp=unconfined --security-opt systempaths=unconfined, with --security-opt apparmor=unconfined where AppArmor is on), or go on without: the container is then what holds pages in."
            ))
    }

    static func other(_ said: String) -> SandboxProblem {
        SandboxProblem(
            kind: .other, reason: localized("bubblewrap can’t run here (%1$s).", said),
            advice: localized(
                "Run “bwrap --ro-bind / / --proc /proc --dev /dev --unshare-all true” and mend what it says."))
    }
}

// SPDX-License-Identifier: MIT

internal import GLibRuntime

extension DoctorCheck {
    /// Whether links can leave the program: `xdg-open`, a browser, and programs for the schemes that wallets use.
    static let links = DoctorCheck(name: "links") { context in
        var findings: [DoctorFinding] = []
        findings.append(
            context.find("xdg-open") != nil
                ? .ok("links.xdg-open", "installed")
                : .fail(
                    "links.xdg-open", "not installed",
                    "Install it (Debian and Ubuntu: apt-get install xdg-utils); without it no link leaves the program.")
        )
        if let browser = LinkHandler.name(for: "https") {
            findings.append(.ok("links.browser", browser))
        } else {
            findings.append(
                .warn(
                    "links.browser", "no program opens https links",
                    "Install a browser, or set one with \u{201C}xdg-settings set default-web-browser\u{201D}."))
        }
        let programs = walletSchemes.map { scheme in
            "\(scheme): \(LinkHandler.name(for: scheme) ?? "none")"
        }
        findings.append(.ok("links.wallets", programs.joined(separator: ", ")))
        return findings
    }

    /// Schemes of wallets that are programs of their own, and of Telegram, in which some live.
    private static let walletSchemes = ["tg", "hotwallet", "meteorwallet", "wc"]
}

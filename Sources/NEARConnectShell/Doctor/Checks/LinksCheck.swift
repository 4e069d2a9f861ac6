// SPDX-License-Identifier: MIT

internal import GLibRuntime
internal import SafeText

extension DoctorCheck {
    /// Checks that links can leave the program.
    ///
    /// That takes `xdg-open`, a browser, and programs for the schemes that wallets use.
    static let links = DoctorCheck(name: "links") { context in
        var findings: [DoctorFinding] = []
        findings.append(
            context.find("xdg-open") != nil
                ? .ok("links.xdg-open", localized("installed"))
                : .fail(
                    "links.xdg-open", localized("not installed"),
                    advice: localized(
                        "Install xdg-open (Debian and Ubuntu: apt-get install xdg-utils); without it no link can be opened."
                    )
                ).mended(by: .install("xdg-utils", in: context)))
        if let browser = LinkHandler.name(for: "https") {
            findings.append(.ok("links.browser", browser))
        } else {
            findings.append(
                .warn(
                    "links.browser", localized("no program opens https links"),
                    advice: localized(
                        "Install a browser, or choose one with “xdg-settings set default-web-browser”.")))
        }
        let programs = walletSchemes.map { scheme in
            "\(scheme): \(LinkHandler.name(for: scheme) ?? localized("none"))"
        }
        findings.append(.ok("links.wallets", programs.joined(separator: ", ")))
        return findings
    }

    /// Schemes of wallets that are programs of their own, and of Telegram, in which some wallets live.
    private static let walletSchemes = ["tg", "hotwallet", "meteorwallet", "wc"]
}

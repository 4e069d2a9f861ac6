// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import SafeText
internal import WebKitGTK

extension DrivenBrowser {
    /// Says what is wrong with a page: above it, and to whoever listens.
    func note(_ problem: DrivenPageProblem, of page: DAppPage) {
        windows.first { $0.page === page }?.show(problem)
        onProblem(problem)
    }

    /// Returns the problem of a page that didn't load.
    func problem(of failure: LoadFailure) -> DrivenPageProblem {
        if let port = closedPort(of: failure.uri) {
            return DrivenPageProblem(
                .failed, at: failure.uri,
                localized(
                    "%1$s isn’t shown: pages of a driven browser reach only the ports that are opened to them. Name this one by --allow-port %2$s.",
                    failure.uri, "\(port)"))
        }
        let reason = PageProblem(failure)
        return DrivenPageProblem(
            .failed, at: failure.uri, localized("%1$s isn’t shown. %2$s", failure.uri, reason.text))
    }

    /// Returns the problem of an address that WebKit opens for nobody.
    func problem(ofUnopened address: WebAddress) -> DrivenPageProblem {
        DrivenPageProblem(
            .failed, at: address.text,
            localized("%1$s isn’t shown. %2$s", address.text, PageProblem(unopened: address).text))
    }

    private func closedPort(of uri: String) -> UInt16? {
        guard settings.isAutomated, let address = WebAddress(uri), case .web(let isSecure) = address.kind,
            SiteHost(of: address)?.reach == .loopback
        else { return nil }
        let port = address.port ?? (isSecure ? 443 : 80)
        return settings.openPorts.contains(port) ? nil : port
    }
}

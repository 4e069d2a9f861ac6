// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Foundation
package import NEARConnectCore
internal import SafeText

/// The options that choose the connector of the bridge page.
package struct ConnectorOptions: ParsableArguments {
    @Option(
        help: help(
            "The connector: “embedded”, https://…#sha384-… with its file’s hash, or a file by its path or its file: address.",
            valueName: "embedded|URL#hash|FILE"))
    package var connector = "embedded"

    @Flag(
        help: help(
            "Take a connector from an address without a hash, whatever is there; also from an http address of this computer."
        ))
    package var insecureConnector = false

    /// Returns the chosen connector.
    ///
    /// Says on standard error if a server decides what it is.
    ///
    /// - Throws: `ValidationError`.
    package func source() throws -> ConnectorSource {
        do {
            let source = try ConnectorSource(connector, allowsInsecure: insecureConnector)
            if case .insecureURL(let url) = source {
                StandardError.say(localized("%1$s decides what connector runs here", url.host() ?? ""))
            }
            return source
        } catch {
            throw ValidationError(ErrorReport(error).sentence)
        }
    }

    package init() {}
}

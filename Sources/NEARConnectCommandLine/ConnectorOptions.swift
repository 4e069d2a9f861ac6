// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import Foundation
package import NEARConnectCore

/// Which connector the bridge page runs.
package struct ConnectorOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The connector: embedded, https://…#sha384-… with the hash of what is there, or a file by its path or its file: address.",
            valueName: "embedded|URL#hash|FILE"))
    package var connector = "embedded"

    @Flag(
        help:
            "Take a connector from an address without a hash, whatever is there; also from an http address of this computer."
    )
    package var insecureConnector = false

    package func source() throws -> ConnectorSource {
        do {
            let source = try ConnectorSource(connector, allowsInsecure: insecureConnector)
            if case .insecureURL(let url) = source {
                StandardError.say("\(url.host() ?? "") decides what connector runs here")
            }
            return source
        } catch {
            throw ValidationError(error.errorDescription ?? "\(error)")
        }
    }

    package init() {}
}

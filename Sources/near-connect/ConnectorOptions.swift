// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import NEARConnect

/// Which connector the bridge page runs.
struct ConnectorOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The connector: embedded, https://…#sha384-… with the hash of what is there, or a file by its path or its file: address.",
            valueName: "embedded|URL#hash|FILE"))
    var connector = "embedded"

    @Flag(
        help:
            "Take a connector from an address without a hash, whatever is there; also from an http address of this computer."
    )
    var insecureConnector = false

    func source() throws -> ConnectorSource {
        do {
            let source = try ConnectorSource(connector, allowsInsecure: insecureConnector)
            if case .insecureURL(let url) = source {
                let warning = "near-connect: \(url.host() ?? "") decides what connector runs here\n"
                FileHandle.standardError.write(Data(warning.utf8))
            }
            return source
        } catch {
            throw ValidationError(error.errorDescription ?? "\(error)")
        }
    }
}

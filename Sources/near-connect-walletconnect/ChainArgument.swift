// SPDX-License-Identifier: MIT

import ArgumentParser
import SafeText
import WalletConnectSign

/// A chain on the command line.
enum ChainArgument {
    /// Reads a chain's CAIP-2 id.
    ///
    /// - Throws: `ValidationError`.
    static func read(_ text: String) throws -> ChainID {
        guard let chain = ChainID(text) else {
            throw ValidationError(
                localized(
                    "%1$s is no chain. Write its CAIP-2 id, for example --chain near:testnet.",
                    DisplayText.quotation(text, limit: 60)))
        }
        return chain
    }
}

// SPDX-License-Identifier: MIT

import Foundation
import NEARPrimitives

/// Wallets that tests write themselves.
enum WalletCode {
    /// A manifest with one wallet whose code stands in it.
    ///
    /// - Parameters:
    ///   - methods: The members of the object that the code gives to `window.selector.ready`.
    ///   - changes: Fields of the entry in place of the usual ones.
    static func manifest(
        id: String, _ methods: String, changes: JSONValue.Members = [:]
    ) -> String {
        manifest(id: id, code: "window.selector.ready({\(methods)});", changes: changes)
    }

    /// A manifest with one wallet whose code is all of `code`.
    static func manifest(id: String, code: String, changes: JSONValue.Members = [:]) -> String {
        // Everything but letters and digits is escaped: the code stands in an address.
        let escaped = code.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        var entry: JSONValue.Members = [
            "id": .string(id), "name": .string(id), "version": "1.0.0", "type": "sandbox",
            "executor": .string("data:text/javascript,\(escaped)"),
            "features": ["testnet": true, "customNetworks": true], "permissions": ["storage": true],
        ]
        entry.merge(changes) { $1 }
        return JSONValue.object(["version": "1", "wallets": [.object(entry)]]).text
    }
}

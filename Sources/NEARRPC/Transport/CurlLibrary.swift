// SPDX-License-Identifier: MIT

internal import CCurl

/// libcurl, which is loaded with the first request to a node.
package enum CurlLibrary {
    /// Has another thread load it, for a program that is about to ask a node.
    ///
    /// Its libraries read variables of the environment: whoever sets some does that before.
    package static func loadAhead() { near_curl_load_ahead() }

    /// Loads it and prepares it, which takes some 20 ms, for a program that has nothing else to do now.
    package static func prepare() { _ = isUsable }

    /// True if it is loaded and prepared, which is tried once.
    static let isUsable = near_curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

    /// The reason why it can't be loaded; `nil` if it is.
    static var problem: String? { near_curl_load().map { String(cString: $0) } }
}

// SPDX-License-Identifier: MIT

internal import CCurl

/// libcurl, which is loaded when the first client of nodes is made.
package enum CurlLibrary {
    /// Has another thread load it, for a program that is about to make a client.
    ///
    /// Its libraries read variables of the environment: whoever sets some does that before.
    package static func loadAhead() { near_curl_load_ahead() }

    /// The reason why it can't be loaded; `nil` if it is.
    static var problem: String? { near_curl_load().map { String(cString: $0) } }
}

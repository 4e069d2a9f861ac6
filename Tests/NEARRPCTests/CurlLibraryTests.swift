// SPDX-License-Identifier: MIT

import CCurl
import Testing

@testable import NEARRPC

/// libcurl, which is loaded when it is needed.
@Suite struct CurlLibraryTests {
    /// Whoever comes second waits for the first, and each function is there when it may be called.
    @Test func itIsLoadedOnceByWhoeverComes() async {
        CurlLibrary.loadAhead()
        await withTaskGroup(of: String?.self) { group in
            for _ in 0..<8 { group.addTask { CurlLibrary.problem } }
            for await problem in group { #expect(problem == nil) }
        }
        let handle = near_curl_easy_init()
        #expect(handle != nil)
        near_curl_easy_cleanup(handle)
    }
}

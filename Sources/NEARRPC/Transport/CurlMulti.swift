// SPDX-License-Identifier: MIT

import CCurl

/// libcurl's multi handle: the transfers under way and the connections that are kept.
///
/// `@unchecked Sendable` because the compiler can't see what libcurl promises: of a multi handle's functions only
/// `curl_multi_wakeup` may be called from any thread, and here only `wakeUp()` is. `CurlEngine` calls the others on its
/// own thread alone. The handle lives as long as this object, and the engine keeps the object alive.
final class CurlMulti: @unchecked Sendable {
    private let multi: UnsafeMutableRawPointer?

    init() {
        multi = CurlLibrary.isUsable ? near_curl_multi_init() : nil
        if let multi {
            // Three times what wallets, or the page, may have under way: the program's own calls don't wait for theirs.
            near_curl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, 96)
            near_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 8)
        }
    }

    deinit {
        if let multi { near_curl_multi_cleanup(multi) }
    }

    /// Ends a `wait()`, from any thread.
    ///
    /// One that comes before the `wait()` isn't lost.
    func wakeUp() {
        if let multi { near_curl_multi_wakeup(multi) }
    }

    func add(_ transfer: CurlTransfer) -> Bool {
        guard let multi else { return false }
        return near_curl_multi_add_handle(multi, transfer.handle) == CURLM_OK
    }

    func remove(_ transfer: CurlTransfer) {
        if let multi { near_curl_multi_remove_handle(multi, transfer.handle) }
    }

    /// Does what can be done without waiting, and returns the transfers that have ended.
    func perform() -> [(handle: UnsafeMutableRawPointer, code: CURLcode)] {
        guard let multi else { return [] }
        var running: Int32 = 0
        near_curl_multi_perform(multi, &running)
        var ended: [(UnsafeMutableRawPointer, CURLcode)] = []
        var left: Int32 = 0
        while let message = near_curl_multi_info_read(multi, &left) {
            if message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle {
                ended.append((handle, message.pointee.data.result))
            }
        }
        return ended
    }

    /// Waits for the network, for one of libcurl's own timers, or for `wakeUp()`.
    func wait() {
        if let multi { near_curl_multi_poll(multi, 60_000) }
    }
}

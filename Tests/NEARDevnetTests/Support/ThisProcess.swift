// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// Bytes of memory that this process has.
func residentByteCount() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return (Int(text.split(separator: " ")[1]) ?? 0) * Int(getpagesize())
}

/// The thread that this is called on.
func currentThread() -> UInt { UInt(pthread_self()) }

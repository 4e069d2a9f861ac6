// SPDX-License-Identifier: MIT

internal import Glibc

/// A system call that failed on a file.
package struct SystemCallError: Error, CustomStringConvertible {
    /// The call, for example `open`.
    let call: String
    /// The file or folder that the call was for.
    let path: String
    /// The system's error number.
    package let errno: CInt

    package init(call: String, path: String, errno: CInt) {
        (self.call, self.path, self.errno) = (call, path, errno)
    }

    package var description: String { "\(call) \(path): \(String(cString: strerror(errno)))" }
}

// SPDX-License-Identifier: MIT

internal import Glibc
internal import NEARPrimitives

extension PeerIdentity {
    /// Names a process by its executable, which is a claim; ``unknown`` where it can't be read.
    package init(ofProcess pid: Int32) {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/\(pid)/exe", &buffer, buffer.count)
        // A path that fills all of it may be cut off.
        guard count > 0, count < buffer.count, let path = String(validating: buffer[..<count], as: UTF8.self),
            !path.unicodeScalars.contains(where: { $0.value < 0x20 })
        else {
            self = .unknown
            return
        }
        self = .executable(ExactText(path))
    }
}

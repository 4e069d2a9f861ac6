// SPDX-License-Identifier: MIT

internal import Glibc

/// One small file that nobody but its owner may read or write, replaced as a whole.
///
/// Whatever another program put in its place isn't read: no link is followed, no pipe is waited for, and neither
/// another user's file nor one that lets others in is taken. After a crash at any moment there is the old content or
/// the new one.
struct PrivateFile: Sendable {
    let path: String
    /// The largest content that is read, in bytes.
    let limit: Int

    private var folder: String { String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)) }
    private var name: Substring { path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...] }

    /// Returns the content, or `nil` if there is no such file.
    func read() throws(VaultError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: return nil
            case ELOOP: throw .unreadable(path: path, .link)
            default: throw failure()
            }
        }
        defer { close(descriptor) }
        try check(descriptor)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw failure() }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= limit else { throw .unreadable(path: path, .tooLarge(limit: limit)) }
        }
    }

    private func check(_ descriptor: CInt) throws(VaultError) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw failure() }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .unreadable(path: path, .notRegular) }
        guard facts.st_uid == geteuid() else { throw .otherOwner(path: path, user: facts.st_uid) }
        guard facts.st_mode & 0o077 == 0 else { throw .openToOthers(path: path, mode: facts.st_mode & 0o777) }
        guard facts.st_size <= limit else { throw .unreadable(path: path, .tooLarge(limit: limit)) }
    }

    /// Makes sure that no other user can put files into the folder.
    func checkFolder() throws(VaultError) {
        var facts = stat()
        guard stat(folder, &facts) == 0 else { throw .file(path: folder, errno: errno) }
        guard facts.st_uid == geteuid() else { throw .otherOwner(path: folder, user: facts.st_uid) }
        guard facts.st_mode & 0o022 == 0 else { throw .openToOthers(path: folder, mode: facts.st_mode & 0o777) }
    }

    /// Replaces the content, durably.
    ///
    /// The content goes to a temporary file of mode 0600 in the same folder. That file is synced and renamed over the
    /// old one; then the folder is synced. Call it under a lock that every writer holds.
    func replace(with bytes: [UInt8]) throws(VaultError) {
        // Under the lock no other writer has a temporary file: this one was left by a process that ended.
        let temporary = "\(folder)/.\(name).tmp"
        guard unlink(temporary) == 0 || errno == ENOENT else { throw failure() }
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure() }
        do throws(VaultError) {
            defer { close(descriptor) }
            try write(bytes, to: descriptor)
            guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw failure() }
        } catch {
            // The disk may be full: don't leave a partial file on it.
            unlink(temporary)
            throw error
        }
        try syncFolder()
    }

    private func write(_ bytes: [UInt8], to descriptor: CInt) throws(VaultError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw failure() }
            rest = rest.dropFirst(count)
        }
    }

    private func syncFolder() throws(VaultError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure() }
    }

    /// Moves the file to the first free name that consists of its own, `ending` and a number, durably.
    ///
    /// - Returns: The new path; `nil` if there is no such file.
    func move(toFree ending: String) throws(VaultError) -> String? {
        for number in 1...99 {
            let new = "\(path).\(ending)-\(number)"
            // A link, unlike a new name, never takes another file's place.
            if link(path, new) == 0 {
                guard unlink(path) == 0 else { throw failure() }
                try syncFolder()
                return new
            }
            if errno == ENOENT { return nil }
            guard errno == EEXIST else { throw failure() }
        }
        throw .file(path: path, errno: EEXIST)
    }

    /// Creates the folder, mode 0700, and the folders above it, if they don't exist.
    func createFolder() throws(VaultError) {
        var end = folder.startIndex
        while end < folder.endIndex {
            let next = folder.index(after: end)
            end = folder[next...].firstIndex(of: "/") ?? folder.endIndex
            guard mkdir(String(folder[..<end]), 0o700) == 0 || errno == EEXIST else {
                throw .file(path: String(folder[..<end]), errno: errno)
            }
        }
        try checkFolder()
    }

    private func failure() -> VaultError { .file(path: path, errno: errno) }
}

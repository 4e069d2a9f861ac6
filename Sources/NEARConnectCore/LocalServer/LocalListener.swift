// SPDX-License-Identifier: MIT

internal import FileLocking
internal import FoundationEssentials
internal import Glibc
internal import SafeText

/// A UNIX socket that listens: mode 0600, in a folder of mode 0700.
///
/// Its name is made and removed under a lock beside it, so that of two servers one has the path, and neither removes
/// the other's.
final class LocalListener: Sendable {
    let socket: SocketDescriptor
    let path: LocalSocketPath
    /// The name's place on disk, by which it is known to be this listener's still.
    private let place: FilePlace

    private struct FilePlace: Equatable {
        let device: dev_t
        let inode: ino_t

        init?(_ path: LocalSocketPath) {
            var facts = stat()
            guard lstat(path.text, &facts) == 0 else { return nil }
            (device, inode) = (facts.st_dev, facts.st_ino)
        }
    }

    /// Creates the folder where there is none, takes the place of a dead process's socket, and listens.
    ///
    /// It waits for the lock: not for the main thread.
    init(path: LocalSocketPath) throws(LocalServerError) {
        self.path = path
        try Self.prepareFolder(of: path)
        let result = try Self.locked(path) { () -> Result<(SocketDescriptor, FilePlace), LocalServerError> in
            Result { () throws(LocalServerError) in
                try Self.makeRoom(at: path)
                return try Self.listen(at: path)
            }
        }
        (socket, place) = try result.get()
    }

    /// Removes the name, if it is this listener's still.
    ///
    /// Where the lock can't be had the name stays; who starts next replaces it.
    func removeName() {
        do throws(LocalServerError) {
            try Self.locked(path) {
                if FilePlace(path) == place { unlink(path.text) }
            }
        } catch {
            // A name without a listener is what a killed process leaves, too.
        }
    }

    private static func locked<Value>(_ path: LocalSocketPath, _ body: () -> Value) throws(LocalServerError) -> Value {
        let url = URL(fileURLWithPath: path.text + ".lock")
        do {
            return try FileLock(url: url).hold(.exclusive, body)
        } catch {
            throw .folder(reason: FileErrorText.sentence(for: error, at: url.path))
        }
    }

    private static func prepareFolder(of path: LocalSocketPath) throws(LocalServerError) {
        do {
            try AtomicFile(url: URL(fileURLWithPath: path.text)).createFolder()
        } catch {
            throw .folder(reason: FileErrorText.sentence(for: error, at: path.folder))
        }
        var facts = stat()
        guard lstat(path.folder, &facts) == 0 else { throw failure("lstat", path.folder) }
        guard facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid(), facts.st_mode & 0o077 == 0 else {
            throw .folderNotPrivate(path: path.folder)
        }
    }

    /// Removes a socket that nobody listens on; anything else that has the name stays.
    private static func makeRoom(at path: LocalSocketPath) throws(LocalServerError) {
        var facts = stat()
        guard lstat(path.text, &facts) == 0 else {
            if errno == ENOENT { return }
            throw failure("lstat", path.text)
        }
        guard facts.st_mode & S_IFMT == S_IFSOCK else { throw .occupied(path: path.text) }
        let visitor = try make(for: path)
        guard visitor.stopBlocking() else { throw failure("fcntl", path.text) }
        let connected = path.withAddress { connect(visitor.number, $0, $1) }
        switch connected == 0 ? 0 : errno {
        case 0: throw .inUse(path: path.text, pid: visitor.peer?.pid)
        // It listens, and many wait.
        case EAGAIN: throw .inUse(path: path.text, pid: nil)
        case EPROTOTYPE: throw .occupied(path: path.text)
        case ECONNREFUSED:
            let removed = unlink(path.text)
            guard removed == 0 || errno == ENOENT else { throw failure("unlink", path.text) }
        default: throw failure("connect", path.text)
        }
    }

    private static func listen(at path: LocalSocketPath) throws(LocalServerError) -> (SocketDescriptor, FilePlace) {
        let socket = try make(for: path)
        // Linux gives the name the mode that the socket has before.
        guard fchmod(socket.number, 0o600) == 0 else { throw failure("fchmod", path.text) }
        guard socket.stopBlocking() else { throw failure("fcntl", path.text) }
        guard path.withAddress({ bind(socket.number, $0, $1) }) == 0 else { throw failure("bind", path.text) }
        guard Glibc.listen(socket.number, SOMAXCONN) == 0, let place = FilePlace(path) else {
            let error = failure("listen", path.text)
            unlink(path.text)
            throw error
        }
        return (socket, place)
    }

    private static func make(for path: LocalSocketPath) throws(LocalServerError) -> SocketDescriptor {
        do throws(SystemCallError) {
            return try SocketDescriptor.make(for: path)
        } catch {
            throw .system(error)
        }
    }

    private static func failure(_ call: String, _ path: String) -> LocalServerError {
        .system(SystemCallError(call: call, path: path, errno: errno))
    }
}

// SPDX-License-Identifier: MIT

internal import Glibc
package import NIOCore
package import NIOPosix

extension ServerBootstrap {
    /// Has programs that this process starts inherit neither the port nor its connections.
    ///
    /// WebKit starts its processes with all descriptors that are open: a port would stay open after its server's end,
    /// and whoever asked it would wait.
    ///
    /// - Parameter configure: Configures each connection.
    package func keepingSockets(
        _ configure: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) -> ServerBootstrap {
        serverChannelInitializer { channel in channel.eventLoop.makeCompletedFuture { try channel.keepSocket() } }
            .childChannelInitializer { channel in
                do {
                    try channel.keepSocket()
                } catch {
                    return channel.eventLoop.makeFailedFuture(error)
                }
                return configure(channel)
            }
    }
}

extension Channel {
    /// Marks the socket as one that no started program gets; on the event loop.
    fileprivate func keepSocket() throws {
        try pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { number in
            guard fcntl(number, F_SETFD, FD_CLOEXEC) == 0 else {
                throw IOError(errnoCode: errno, reason: "fcntl")
            }
        }
    }
}

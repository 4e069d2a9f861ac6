// SPDX-License-Identifier: MIT

internal import GLibRuntime

/// Removes a folder when this process ends, however it ends.
///
/// A shell waits for the end of its input, which the kernel closes with this process.
@MainActor
package final class FolderKeeper {
    private let shell: LineProgram

    /// Begins to wait; the folder needn't be there yet.
    ///
    /// - Parameter paths: The full paths of the folder and of files beside it.
    /// - Throws: ``GLibError`` if no shell can be started.
    package init(removing paths: [String]) throws {
        shell = try LineProgram(["/bin/sh", "-c", Self.script, "near-connect-keeper"] + paths)
    }

    /// Ctrl-C in the terminal reaches the shell, too, which is to outlive this process.
    ///
    /// WebKit's processes end a moment after this one, and write until then.
    private static let script = """
        trap '' INT TERM HUP
        cat >/dev/null
        for turn in 1 2 3 4 5 6 7 8 9 10; do
            rm -rf -- "$@"
            sleep 0.2
            [ -e "$1" ] || exit 0
        done
        """

    /// Removes the folder now, and waits until that is done.
    package func remove() async { _ = await shell.end() }
}

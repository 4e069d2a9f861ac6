// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import NEARConnectCore

extension DAppRequestHandler {
    /// Watches the files that commands and other windows change, too, as long as the result is kept.
    func watchFiles() -> [FileWatch] {
        [permissions.file, networks.file].compactMap(\.self).map { file in
            FileWatch(file.path) { [weak self] in self?.lookForChanges() }
        }
    }
}

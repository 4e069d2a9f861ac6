// SPDX-License-Identifier: MIT

import Foundation

/// Programs that stand in for the desktop's browser.
enum BrowserScript {
    /// Writes one that opens the login's page, whose provider approves by itself.
    static func approving(in folder: URL) throws -> URL {
        let file = folder.appendingPathComponent("browser")
        let script = """
            #!/bin/sh
            exec python3 -c 'import sys, urllib.request; urllib.request.urlopen(sys.argv[1]).read()' "$1"
            """
        try Data(script.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        return file
    }
}

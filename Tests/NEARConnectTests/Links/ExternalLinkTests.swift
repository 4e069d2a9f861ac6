// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import NEARConnect
@testable import NEARConnectCore

/// The links that may leave, the ways they take, and the environment of the opener.
@MainActor
struct ExternalLinkTests {
    @Test(arguments: [
        "-flag", "--help", "", " ", "no-scheme", "x y:z", "x:a b", "x:a\nb", "x:a\u{0}b", "1x:y", ":x",
        "file:///etc/passwd", "FILE:/etc",
        "javascript:alert(1)", "data:,x", "blob:https://a/b", "about:blank", "near-connect://rpc/mainnet",
        "/etc/passwd", "admin:///etc/shadow", "trash:///", "jar:file:///x", "smb://x", "apt:x", "x:y",
    ])
    func whatIsNoLinkIsRefusedBeforeAnythingRuns(uri: String) {
        #expect(throws: ExternalLinkError.self) { try ExternalLink(uri) }
    }

    @Test func noRandomLinkIsChanged() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<5_000 {
            let uri = RandomLink.next(&generator)
            #expect(try Array(ExternalLink(uri).uri.utf8) == Array(uri.utf8))
        }
    }

    @Test func aBundlesEnvironmentDoesNotFollow() {
        let bundle = [
            "APPDIR": "/tmp/.mount_x", "APPIMAGE": "/x.AppImage", "LD_LIBRARY_PATH": "/tmp/.mount_x/usr/lib",
            "LD_PRELOAD": "x.so",
            "GTK_PATH": "x", "GTK_MODULES": "x", "GIO_MODULE_DIR": "x", "GDK_PIXBUF_MODULE_FILE": "x",
            "WEBKIT_EXEC_PATH": "x",
            "PYTHONHOME": "x", "GST_PLUGIN_PATH": "x", "XDG_ACTIVATION_TOKEN": "ours", "SNAP_NAME": "y",
            "OWNER_KEY": "secret",
        ]
        let session = [
            "HOME": "/home/p", "DISPLAY": ":0", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/bus",
            "XDG_CURRENT_DESKTOP": "KDE",
            "KDE_SESSION_VERSION": "6", "LC_ALL": "C.UTF-8",
        ]
        let lists = [
            "PATH": "/tmp/.mount_x/usr/bin:/usr/bin:/bin", "XDG_DATA_DIRS": "/tmp/.mount_x/usr/share:/usr/share",
            "XDG_CONFIG_DIRS": "/tmp/.mount_x/etc/xdg",
        ]
        let scrubbed = LinkEnvironment.scrubbed(bundle.merging(session) { $1 }.merging(lists) { $1 })
        #expect(scrubbed == session.merging(["PATH": "/usr/bin:/bin", "XDG_DATA_DIRS": "/usr/share"]) { $1 })
    }

    @Test func thePortalIsTheWayOutOfASandboxAndOnlyThere() {
        #expect(LinkOpener.way(in: [:], flatpakInfo: "/nonexistent") == .xdgOpen)
        #expect(LinkOpener.way(in: [:], flatpakInfo: "/proc/self/exe") == .portal)
        #expect(LinkOpener.way(in: ["SNAP": "/snap/x/1"], flatpakInfo: "/nonexistent") == .xdgOpen)
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
        #expect(LinkOpener.way(in: ["SNAP": folder], flatpakInfo: "/nonexistent") == .portal)
    }
}

// SPDX-License-Identifier: MIT

/// Schemes that desktops and wallets claim, by what becomes of their links: one table for each place that decides.
package enum SchemeTable {
    /// Schemes of wallets, and of programs by which people reach them.
    package static let links = [
        "hotwallet", "near-mobile-wallet", "meteorwallet", "meteor", "intear", "near-test-wallet", "phone-wallet",
        "near",
        "near-x", "near+x.y-z", "tg", "wc", "mailto", "nightly", "okx", "ledgerlive", "com.newwallet", "mynearwallet",
    ]

    /// Schemes whose links nobody hands on, by the class of what claims them.
    package static let refused =
        // The page, the browser, and this program.
        [
            "javascript", "data", "blob", "about", "vbscript", "view-source", "filesystem", "webkit", "resource",
            "chrome",
        ]
        + ["near-connect", "near-connect-return", "near-connect-wallet", "web+wallets", "https+wallet.x"]
        // Files, and what is inside them.
        + ["file", "localfile", "trash", "recent", "applications", "computer", "burn", "archive", "tar", "zip", "jar"]
        + ["krarc", "gzip", "xz", "desktop", "programs", "baloosearch", "tags", "nfs", "smb", "afp", "dav", "davs+sd"]
        // Devices and other machines.
        + [
            "afc", "mtp", "gphoto2", "camera", "cdda", "audiocd", "obexftp", "bluetooth", "network", "dns-sd", "ftp",
            "ftps",
        ]
        + ["sftp", "fish", "ssh", "telnet", "rdp", "vnc", "spice", "com.realvnc.vncviewer.connect", "google-drive"]
        // Packages, and programs that install them.
        + ["apt", "apt+http", "aptrepo", "appstream", "snap", "flatpak", "flatpak+https", "steam", "steamlink"]
        + ["com.epicgames.launcher", "zypper", "dnf", "gem", "nix", "itms-services", "gnome-extensions", "kns"]
        // Administration, settings, terminals, editors, other programs' workings.
        + [
            "admin", "help", "ghelp", "info", "man", "settings", "systemsettings", "ms-msdt", "ms-settings",
            "search-ms",
        ]
        + [
            "com.cloudflare.warp", "polkit", "systemd", "vscode", "emacs", "org-protocol", "git", "svn+ssh", "tel",
            "callto",
        ]
        // Names that only look like a wallet's.
        + [
            "wallet", "kwallet", "wallets", "hotwallet2", "wallet-x", "nearby", "nearx", "xnear-", "tg2", "mailto-x",
            "",
        ]
}

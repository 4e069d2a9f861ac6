// SPDX-License-Identifier: MIT

/// Hosts that serve many owners, whose names say nothing about who made a page.
///
/// The public suffix list knows only some of them.
enum SharedHosts {
    /// Hosts below which each name is somebody else's.
    private static let parents: Set<String> = [
        // NEAR and other chains.
        "near.page", "testnet.page", "near.social", "near.org", "bos.gg", "eth.limo", "eth.link",
        // IPFS and Arweave.
        "ipfs.io", "dweb.link", "cf-ipfs.com", "nftstorage.link", "w3s.link", "inbrowser.link", "4everland.io",
        "4everland.app", "fleek.co", "fleek.app", "on-fleek.app", "fleek.cool", "arweave.net", "ar.io",
        "mypinata.cloud",
        // Pages and programs.
        "github.io", "githubpreview.dev", "github.dev", "gitlab.io", "codeberg.page", "vercel.app", "now.sh",
        "netlify.app", "netlify.com", "pages.dev", "workers.dev", "r2.dev", "cloudfront.net", "web.app",
        "firebaseapp.com", "appspot.com", "run.app", "googleusercontent.com", "amazonaws.com", "amplifyapp.com",
        "awsapprunner.com", "azurewebsites.net", "azurestaticapps.net", "windows.net", "herokuapp.com", "onrender.com",
        "fly.dev", "railway.app", "surge.sh", "deno.dev", "glitch.me", "replit.app", "replit.dev", "repl.co",
        "csb.app", "codesandbox.io", "stackblitz.io", "webcontainer.io", "lovable.app", "bolt.host", "blogspot.com",
        "wordpress.com", "wixsite.com", "webflow.io", "framer.app", "framer.website", "notion.site", "translate.goog",
        // Tunnels.
        "ngrok.io", "ngrok.app", "ngrok.dev", "ngrok-free.app", "ngrok-free.dev", "trycloudflare.com", "loca.lt",
        "serveo.net", "lhr.life", "ts.net", "devtunnels.ms",
    ]

    /// Hosts where each path is somebody else's.
    private static let gateways: Set<String> = [
        "near.social", "near.org", "dev.near.org", "beta.near.org", "bos.gg", "ipfs.io", "gateway.ipfs.io", "dweb.link",
        "cloudflare-ipfs.com", "cf-ipfs.com", "gateway.pinata.cloud", "nftstorage.link", "w3s.link", "4everland.io",
        "ipfs.near.social", "ipfs.fleek.co", "arweave.net", "ar.io", "htmlpreview.github.io", "raw.githack.com",
        "rawcdn.githack.com", "sites.google.com", "script.google.com", "storage.googleapis.com", "s3.amazonaws.com",
        "cdn.jsdelivr.net", "unpkg.com", "web.archive.org", "translate.google.com", "codepen.io", "jsfiddle.net",
    ]

    /// Returns true if `host` stands below, or is, a host that gives names to many owners.
    static func isShared(_ host: String) -> Bool {
        var rest = host[...]
        while true {
            if parents.contains(String(rest)) { return true }
            guard let dot = rest.utf8.firstIndex(of: UInt8(ascii: ".")) else { return false }
            rest = rest[rest.utf8.index(after: dot)...]
        }
    }

    /// Returns true if each path of `host` may be somebody else's.
    static func isGateway(_ host: String) -> Bool {
        gateways.contains(host.hasPrefix("www.") ? String(host.dropFirst(4)) : host)
            // Gateways by convention: no owner's name is in them.
            || host.hasPrefix("ipfs.") || host.hasPrefix("gateway.ipfs.")
    }
}

// SPDX-License-Identifier: MIT

package import ArgumentParser
internal import FoundationEssentials
package import NEARConnectCore
package import NEARPrimitives
internal import SafeText

/// Options of `near-connect browse`.
package struct BrowseOptions: ParsableArguments {
    /// The display that the window is on.
    package enum Display: String, ExpressibleByArgument, Sendable {
        /// A virtual display of its own.
        case own
        /// The display that the environment names, and no other.
        case given
    }

    /// The name and the help of the command, as both programs show them.
    package static let command = CommandConfiguration(
        commandName: "browse",
        abstract: localized("Open a dApp with a wallet of its own: for tests, by hand or by a WebDriver."),
        discussion: paragraphs(
            localized(
                "One window, whose pages find a wallet installed. It has no account of yours and keeps nothing: chain, keys and policy are what these options name. Requests are approved by the policy, or over the control channel; without both you are asked in a dialog."
            ),
            localized(
                "With --automation a WebDriver starts this command and drives the pages. Whoever reaches a WebDriver’s port starts programs as you, so pages reach no port of this computer but the dApp’s own and those that you name. docs/dapp-testing.md has examples for Selenium."
            )))

    @Argument(help: help("The address of the dApp, such as http://localhost:5173."))
    package var url: String?

    @Flag(help: help("Let the WebDriver that starts this command drive the pages."))
    package var automation = false

    @Flag(help: help("Start a chain inside this process, with the accounts alice.test.near and bob.test.near."))
    package var devnet = false

    @Option(help: help("The id of the chain, together with --rpc-url; or mainnet or testnet."))
    package var network: String?

    @Option(help: NetworkChoice.urlHelp)
    package var rpcURL: [String] = []

    @Option(help: NetworkChoice.fileHelp, completion: .file(extensions: ["json"]))
    package var networks: String?

    @Option(help: help("The folder with near-cli’s credential files whose keys the wallet signs with."))
    package var credentials: String?

    @Option(help: help("The account that is offered to pages first."))
    package var account: String?

    @Option(
        help: help(
            "Tell pages that the chain is testnet, or mainnet: many dApps know no other.", valueName: "network"))
    package var pageNetwork: String?

    @Option(
        help: help(
            "Approve by the rules of this file; or allow (everything, for pages of this computer, on a chain without value) or deny.",
            valueName: "file"), completion: .file(extensions: ["json"]))
    package var policy: String?

    @Option(
        help: help(
            "Show the wallet as these too, separated by commas: hot, nightly, sender. For dApps with a fixed list.",
            valueName: "list"))
    package var appearAs: String?

    @Option(
        help: help("Let pages reach this port of this computer, with --automation. Repeat it for more.", valueName: "n")
    )
    package var allowPort: [UInt16] = []

    @Option(
        help: help(
            "Carry pages’ own JSON-RPC calls to addresses that begin with this one to the chain, with --automation. Repeat it for more.",
            valueName: "address"))
    package var mapRPC: [String] = []

    @Option(
        help: help("Take commands of a test at this UNIX socket: docs/dapp-testing.md.", valueName: "socket"),
        completion: .file())
    package var control: String?

    @Option(help: help("own for a virtual display, given for the one that DISPLAY names; by default what is there."))
    package var display: Display?

    @Option(
        help: help("Refuse what the control channel hasn’t answered after so many seconds.", valueName: "seconds"))
    package var answerWithin = 30

    @Flag(name: .shortAndLong, help: help("Log to standard error what happens inside."))
    package var verbose = false

    /// The profile that a command line from elsewhere may name; none is taken.
    @Option(help: .hidden)
    package var profile: String?

    package init() {}

    package func validate() throws {
        guard profile == nil else {
            throw ValidationError(
                localized("This browser has no profile and no account of yours. Leave --profile out."))
        }
        try validateChain()
        guard (1...3600).contains(answerWithin) else {
            throw ValidationError(localized("--answer-within takes a number of seconds from 1 to 3600."))
        }
        if let control, !control.hasPrefix("/") {
            throw ValidationError(localized("--control takes a path that begins with “/”."))
        }
        _ = try address()
        _ = try personas()
        _ = try mappedPrefixes()
        if automation { return try validateAutomation() }
        guard mapRPC.isEmpty else {
            throw ValidationError(localized("--map-rpc is for --automation only."))
        }
        guard allowPort.isEmpty else {
            throw ValidationError(localized("--allow-port is for --automation only."))
        }
        guard url != nil else {
            throw ValidationError(localized("Name the dApp’s address, such as http://localhost:5173."))
        }
    }

    private func validateChain() throws {
        guard devnet else {
            guard network != nil else {
                throw ValidationError(
                    localized("Name the chain: --devnet, or --network together with --rpc-url or --networks."))
            }
            return try validatePageNetwork()
        }
        guard network == nil, rpcURL.isEmpty, networks == nil, credentials == nil else {
            throw ValidationError(
                localized(
                    "--devnet has its own chain and keys: leave out --network, --rpc-url, --networks and --credentials."
                ))
        }
        try validatePageNetwork()
    }

    private func validatePageNetwork() throws {
        guard let pageNetwork else { return }
        guard ["mainnet", "testnet"].contains(pageNetwork) else {
            throw ValidationError(localized("--page-network takes testnet or mainnet."))
        }
        guard devnet || !rpcURL.isEmpty || networks != nil else {
            throw ValidationError(localized("--page-network is for a chain of your own, with --devnet or --rpc-url."))
        }
    }

    private func validateAutomation() throws {
        guard control != nil || (policy != nil && policy != "ask") else {
            throw ValidationError(
                localized(
                    "Nobody would answer what pages ask for: name a --policy (a file, allow or deny), or a --control socket."
                ))
        }
        if let credentials {
            let (own, named) = (CredentialFolder.standard().path, credentials)
            guard Self.place(of: own) != Self.place(of: named) else {
                throw ValidationError(
                    localized(
                        "%1$s has your own keys, and a driven browser gets none of them. Copy the test account’s file into a folder of its own.",
                        DisplayText.line(named)))
            }
        }
    }

    private static func place(of path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
    }

    // MARK: Values

    /// Returns the address of the dApp; `nil` if none was named.
    package func address() throws -> WebAddress? {
        guard let url else { return nil }
        guard let address = WebAddress(url), case .web = address.kind else {
            throw ValidationError(
                localized(
                    "%1$s is no address of a page. Write it in full, such as http://localhost:5173.",
                    DisplayText.quotation(url, limit: 80)))
        }
        return address
    }

    /// Returns the wallets as which the wallet is shown.
    package func personas() throws -> Set<SitePersona> {
        guard let appearAs else { return [] }
        return Set(
            try appearAs.split(separator: ",").map { word in
                guard let persona = SitePersona(rawValue: String(word)) else {
                    throw ValidationError(
                        localized(
                            "--appear-as doesn’t know %1$s; it takes %2$s.",
                            DisplayText.quotation(String(word), limit: 40),
                            SitePersona.allCases.map(\.rawValue).joined(separator: ", ")))
                }
                return persona
            })
    }

    /// Returns the addresses whose calls are carried to the chain.
    package func mappedPrefixes() throws -> [MappedPrefix] {
        guard mapRPC.count <= MappedPrefix.limit else {
            throw ValidationError(localized("--map-rpc may be named %1$s times.", "\(MappedPrefix.limit)"))
        }
        return try mapRPC.map { text in
            guard let prefix = MappedPrefix(text) else {
                throw ValidationError(
                    localized(
                        "--map-rpc takes an address such as https://rpc.testnet.near.org, without a query, and not %1$s.",
                        DisplayText.quotation(text, limit: 80)))
            }
            return prefix
        }
    }

    /// Returns the policy.
    ///
    /// - Throws: `PolicyError` for a file that can't be used.
    package func drivingPolicy() throws(PolicyError) -> DrivingPolicy {
        switch policy {
        case nil, "ask": return .ask
        case "allow": return .allow
        case "deny": return .deny
        case let file?:
            guard case .rules(let rules) = try ApprovalPolicy(contentsOf: file) else { return .deny }
            return .rules(rules)
        }
    }

    /// Returns the ports of this computer that pages reach, in a driven browser.
    ///
    /// - Parameter nodes: The addresses of the chain's nodes.
    package func openPorts(nodes: [String]) throws -> Set<UInt16> {
        var addresses = nodes
        if let url { addresses.append(url) }
        let own = addresses.compactMap { text -> UInt16? in
            guard let address = WebAddress(text), case .web(let isSecure) = address.kind else { return nil }
            return address.port ?? (isSecure ? 443 : 80)
        }
        return Set(own).union(allowPort)
    }

    /// Returns why a driven browser may not work on a chain; `nil` if it may.
    ///
    /// - Parameters:
    ///   - chain: The chain, by its genesis; `nil` if no node says it.
    ///   - policy: The policy.
    package func refusal(of chain: ChainIdentity?, under policy: DrivingPolicy) -> String? {
        if case .allow = policy, chain?.publicName != nil {
            return localized("“--policy allow” is for a chain without value. Write a policy file for a public one.")
        }
        guard automation else { return nil }
        guard let chain else {
            return localized("No node says which chain it is. Start the node, or check --rpc-url.")
        }
        guard chain != .mainnet || policy.allowsMainnet else {
            return localized(
                "The nodes serve mainnet: a driven browser signs for real money only if a rule of its policy file says \"chain\": \"mainnet\"."
            )
        }
        return nil
    }
}

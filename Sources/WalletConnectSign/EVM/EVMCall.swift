// SPDX-License-Identifier: MIT

public import NEARPrimitives

/// A request of an Ethereum-like chain (`eip155`) as wallets take it: a method and its parameters.
///
/// Source: EIP-1474 (JSON-RPC and its quantities), EIP-3326, EIP-3085.
public struct EVMCall: Sendable, Hashable {
    /// The method.
    public let method: String
    /// The parameters.
    public let params: JSONValue

    /// A transaction that the wallet signs and sends: `eth_sendTransaction`, whose result is its hash.
    ///
    /// - Parameter transaction: The transaction, always with a price of gas: some wallets show nothing without one.
    public static func send(_ transaction: EVMTransaction) -> EVMCall {
        EVMCall(method: "eth_sendTransaction", params: [transaction.json])
    }

    /// A wish that the wallet uses another chain from now on: `wallet_switchEthereumChain`.
    ///
    /// - Returns: `nil` for a chain that isn't one of `eip155` with a number.
    public static func switchChain(to chain: ChainID) -> EVMCall? {
        EVMChain.number(of: chain).map {
            EVMCall(method: "wallet_switchEthereumChain", params: [["chainId": .string(EVMQuantity.text($0))]])
        }
    }

    /// A wish that the wallet gets to know a chain: `wallet_addEthereumChain`.
    public static func addChain(_ chain: EVMChain) -> EVMCall {
        EVMCall(method: "wallet_addEthereumChain", params: [chain.json])
    }
}

/// A chain that a wallet may not know.
public struct EVMChain: Sendable, Hashable {
    /// The chain's number, for example 137.
    public let number: UInt64
    /// The chain's name for users.
    public let name: String
    /// The symbol of its own coin, which has 18 digits behind the point.
    public let symbol: String
    /// A node's address.
    public let node: String

    /// Describes a chain.
    ///
    /// - Returns: `nil` where number or texts are empty, or the node isn't reached by `https`.
    public init?(number: UInt64, name: String, symbol: String, node: String) {
        guard number > 0, !name.isEmpty, (2...6).contains(symbol.utf8.count), AppLink.picture(node) != nil else {
            return nil
        }
        (self.number, self.name, self.symbol, self.node) = (number, name, symbol, node)
    }

    /// The number of a chain's CAIP-2 id, which is decimal there and hexadecimal in wallets' methods.
    public static func number(of chain: ChainID) -> UInt64? {
        guard chain.namespace == "eip155", let number = UInt64(chain.reference), number > 0,
            "\(number)" == chain.reference
        else { return nil }
        return number
    }

    var json: JSONValue {
        [
            "chainId": .string(EVMQuantity.text(number)), "chainName": .string(name),
            "nativeCurrency": ["name": .string(symbol), "symbol": .string(symbol), "decimals": 18],
            "rpcUrls": [.string(node)],
        ]
    }
}

/// Numbers as Ethereum's JSON has them.
public enum EVMQuantity {
    /// `0x` and hexadecimal digits without zeros in front; zero is `0x0`.
    public static func text(_ number: some FixedWidthInteger & UnsignedInteger) -> String {
        "0x\(String(number, radix: 16))"
    }

    /// Reads such a number; `nil` for anything else, zeros in front and numbers beyond 128 bits among it.
    public static func read(_ text: String) -> UInt128? {
        let digits = text.dropFirst(2)
        guard text.hasPrefix("0x"), !digits.isEmpty, digits == "0" || digits.first != "0",
            digits.utf8.allSatisfy({ ChainID.isWordByte($0) })
        else { return nil }
        return UInt128(digits, radix: 16)
    }
}

// SPDX-License-Identifier: MIT

import Foundation
import NEARConnectCore
import NEARPrimitives

extension Targets {
    /// Reads a page's request: what is decoded has one form on the chain.
    ///
    /// Everything else is an error with a code.
    static func dAppRequest(_ bytes: [UInt8]) {
        do throws(DAppError) {
            let request = try DAppRequest(bytes)
            precondition(DAppMethod.allCases.contains(request.method), "a method that there isn't")
            for action in request.intents.flatMap(\.actions) {
                precondition((try? Action(borsh: action.borshBytes)) == action, "an action does not come back")
            }
            if case .signEncodedTransaction(let transaction) = request.operation {
                precondition((try? Transaction(borsh: transaction.borshBytes)) == transaction, "two encodings")
            }
            if let message = request.message {
                precondition(message.payload.nonce.count == NEP413Payload.nonceByteCount, "a nonce of another length")
            }
        } catch {
            precondition([.invalidParams, .unsupported, .limitExceeded].contains(error.code), "\(error)")
            precondition((try? JSONValue.parse(error.json.bytes)) == error.json, "an error that is no JSON")
        }
    }

    /// Reads a definition that a page provides: it is asked about only where its name and its chain are new.
    static func metadata(_ bytes: [UInt8]) {
        let request = Array(#"{"method":"metadata.provide","params":{"definition":"#.utf8) + bytes + Array("}}".utf8)
        let offer: DAppNetworkOffer
        do throws(DAppError) {
            guard case .provideMetadata(let read) = try DAppRequest(request).operation else { return }
            offer = read
        } catch {
            precondition([.invalidParams, .unsupported, .limitExceeded].contains(error.code), "\(error)")
            return
        }
        guard let site = SiteOrigin("https://app.example"), let local = SiteOrigin("http://localhost:1") else { return }
        for asker in [site, local] {
            guard case .ask = offer.verdict(known: [], askedBy: asker) else { continue }
            precondition(offer.chain.publicName == nil, "a public chain is added")
            precondition(!offer.rpcURLs.isEmpty, "a network without nodes is added")
            for url in offer.rpcURLs {
                guard let host = SiteOrigin(ofPage: url.absoluteString)?.host else {
                    fatalError("a node without a host")
                }
                precondition(asker == local || host.reach == .publicNetwork, "a page has this computer's network asked")
            }
            let networks = SiteNetworks()
            guard (try? networks.add(offer, by: asker)) != nil, let added = try? networks.all() else {
                fatalError("a network that was asked about can't be added")
            }
            precondition(
                added.map(\.id) == [offer.networkId] && added.first?.network != nil, "another network is added")
            let known = [DAppNetworkOffer.KnownNetwork(id: offer.networkId, chain: offer.chain, provider: asker)]
            precondition(
                offer.verdict(known: known, askedBy: asker == site ? local : site) == .known, "another's changes")
        }
        for sentence in offer.sentences {
            precondition(offer.words(for: sentence.method, of: sentence.contract) != nil, "a sentence is lost")
        }
    }

    /// Reads a host and an origin; the form that they are written in reads the same.
    static func site(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        if let host = SiteHost(text) {
            precondition(SiteHost(host.text.text) == host, "a host does not come back")
            precondition(!host.isTrustedLoopback || host.reach == .loopback, "a trusted host elsewhere")
            let parts = host.parts { _ in text }
            precondition(parts.free + parts.registered == host.text.text, "a host of other parts")
        }
        if let origin = SiteOrigin(ofPage: text) {
            precondition(SiteOrigin(origin.text.text) == origin, "an origin does not come back")
            precondition(
                !origin.mayHaveWallet || DAppFrame(origin: origin.text.text) != nil, "a wallet without a frame")
        }
    }
}

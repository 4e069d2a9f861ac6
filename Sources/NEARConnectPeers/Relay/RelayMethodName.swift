// SPDX-License-Identifier: MIT

/// The methods of a relay (WalletConnect's relay protocol, "irn", with the three calls that newer clients make).
enum RelayMethodName: String, CaseIterable, Sendable {
    case publish = "irn_publish"
    case batchPublish = "irn_batchPublish"
    case subscribe = "irn_subscribe"
    case subscribeBlocking = "irn_subscribeBlocking"
    case batchSubscribe = "irn_batchSubscribe"
    case batchSubscribeBlocking = "irn_batchSubscribeBlocking"
    case unsubscribe = "irn_unsubscribe"
    case batchUnsubscribe = "irn_batchUnsubscribe"
    case fetchMessages = "irn_fetchMessages"
    case batchFetchMessages = "irn_batchFetchMessages"
    case proposeSession = "wc_proposeSession"
    case approveSession = "wc_approveSession"
    case createTopic = "wc_createTopic"
}

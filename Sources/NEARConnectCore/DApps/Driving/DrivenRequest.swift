// SPDX-License-Identifier: MIT

package import NEARPrimitives

/// A request of a page in a driven browser, and what became of it.
package struct DrivenRequest: Sendable {
    /// The states of a request.
    package enum State: String, Sendable, CaseIterable {
        /// It waits for whoever controls the browser.
        case open
        /// It was approved; what came of it says the page, the journal and the chain.
        case approved
        /// It was refused.
        case refused
        /// Nobody answered in time, so it was refused.
        case expired
        /// Its page is gone, or its permission.
        case withdrawn
    }

    /// Those who answer requests.
    package enum Judge: String, Sendable, CaseIterable {
        /// The policy.
        case policy
        /// Whoever controls the browser.
        case controller = "control"
        /// The user, in a window.
        case user
        /// The browser itself: it is locked, its time is over, or the page is gone.
        case browser
    }

    /// The thing to decide.
    package enum Subject: Sendable {
        /// Tell a site accounts, or sign something.
        case approval(ApprovalRequest)
        /// Work on another network for a site, or add one.
        case site(SiteQuestion)
    }

    /// The request's number; the first has 1.
    package let id: Int
    /// The thing to decide.
    package let subject: Subject
    /// The state.
    package internal(set) var state = State.open
    /// The one who has answered; `nil` while it is open.
    package internal(set) var judge: Judge?
    /// The reason of a refusal.
    package internal(set) var reason: String?

    /// Whoever asks.
    var asker: Asker {
        switch subject {
        case .approval(let request): request.asker
        case .site(let question): .dApp(question.asker)
        }
    }

    /// The origin of the page that asks; `nil` for other askers.
    package var origin: ExactText? {
        if case .dApp(let frame) = asker { frame.origin } else { nil }
    }

    /// The accounts with which it can be answered; none where no account is chosen.
    var candidates: [AccountId] {
        if case .approval(let request) = subject { request.candidates } else { [] }
    }

    /// The kind of the request, as the control channel names it.
    package var kind: String {
        switch subject {
        case .approval(let request): Self.kind(of: request.subject)
        case .site(let question):
            switch question.subject {
            case .switchNetwork: "switchNetwork"
            case .addNetwork: "addNetwork"
            }
        }
    }

    private static func kind(of subject: ApprovalRequest.Subject) -> String {
        switch subject {
        case .signIn: "signIn"
        case .signInAndSignMessage: "signInAndSignMessage"
        case .signInWithFunctionCallKey: "signInWithKey"
        case .message: "signMessage"
        case .transactions: "transactions"
        case .delegateActions: "delegateActions"
        }
    }

    /// The kinds that there are.
    package static let kinds = [
        "signIn", "signInAndSignMessage", "signInWithKey", "signMessage", "transactions", "delegateActions",
        "switchNetwork", "addNetwork",
    ]
}

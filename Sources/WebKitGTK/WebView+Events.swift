// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

extension WebView {
    /// Connects the signals that every view needs, popups included, before anything is loaded.
    func connectEvents() -> [SignalConnection] {
        [
            connect("decide-policy") { [weak self] in self?.decidePolicy($0) },
            connect("create") { [weak self] in self?.createPopup($0) },
            connect("ready-to-show") { [weak self] _ in
                guard let self else { return }
                self.delegate?.webViewIsReadyToShow(self)
            },
            connect("close") { [weak self] _ in
                guard let self else { return }
                self.delegate?.webViewWantsToClose(self)
            },
            connect("load-changed") { [weak self] emission in
                guard let self else { return }
                if emission.enumeration(0) == Int(WEBKIT_LOAD_REDIRECTED.rawValue), let uri = self.uri {
                    self.requestedLoad?.redirect(to: uri)
                }
                if emission.enumeration(0) == Int(WEBKIT_LOAD_COMMITTED.rawValue) {
                    self.committedURI = self.uri
                    self.requestedLoad = nil
                    self.delegate?.webViewDidCommit(self)
                }
                self.delegate?.webViewDidUpdate(self)
                guard emission.enumeration(0) == Int(WEBKIT_LOAD_FINISHED.rawValue) else { return }
                self.delegate?.webViewDidFinishLoading(self)
            },
            connect("grab-focus") { [weak self] _ in
                guard let self else { return }
                self.delegate?.webViewWantsAttention(self)
            },
            connect("notify::uri") { [weak self] _ in self?.noteUpdate() },
            connect("notify::title") { [weak self] _ in self?.noteUpdate() },
            connect("notify::estimated-load-progress") { [weak self] _ in self?.noteUpdate() },
            connect("web-process-terminated") { [weak self] emission in
                guard let self else { return }
                self.delegate?.webView(self, processEnded: Self.end(of: emission.enumeration(0)))
            },
        ]
    }

    private func noteUpdate() {
        delegate?.webViewDidUpdate(self)
    }

    private static func end(of reason: Int) -> WebProcessEnd {
        switch reason {
        case Int(WEBKIT_WEB_PROCESS_EXCEEDED_MEMORY_LIMIT.rawValue): .exceededMemoryLimit
        case Int(WEBKIT_WEB_PROCESS_TERMINATED_BY_API.rawValue): .terminatedByAPI
        default: .crashed
        }
    }

    /// Answers WebKit's policy question.
    ///
    /// Without a delegate nothing may navigate.
    private func decidePolicy(_ emission: SignalEmission) {
        guard let pointer = emission.object(0) else { return }
        emission.answer(true)
        let question = HeldDecision(GObjectOwner(pointer, .none), kind: emission.enumeration(1))
        if heldDecisions == nil { decide(question) } else { heldDecisions?.append(question) }
    }

    /// Holds all navigations from now on; none is decided about before ``releaseNavigations()``.
    public func holdNavigations() {
        if heldDecisions == nil { heldDecisions = [] }
    }

    /// Asks the delegate about the navigations that were held, in their order, and holds no others.
    public func releaseNavigations() {
        for question in heldDecisions.take() ?? [] { decide(question) }
    }

    private func decide(_ question: HeldDecision) {
        let pointer = question.decision.pointer
        let decision = pointer.assumingMemoryBound(to: WebKitPolicyDecision.self)
        let request: NavigationRequest?
        switch question.kind {
        case Int(WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION.rawValue):
            request = Self.navigation(of: pointer, kind: .navigation)
        case Int(WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION.rawValue):
            request = Self.navigation(of: pointer, kind: .newWindow)
        default:
            request = Self.response(of: pointer)
        }
        if let request, delegate?.webView(self, allows: request) == true {
            webkit_policy_decision_use(decision)
        } else {
            webkit_policy_decision_ignore(decision)
        }
    }

    private static func navigation(
        of decision: UnsafeMutableRawPointer, kind: NavigationRequest.Kind
    ) -> NavigationRequest? {
        let navigation = decision.assumingMemoryBound(to: WebKitNavigationPolicyDecision.self)
        return webkit_navigation_policy_decision_get_navigation_action(navigation).flatMap {
            describe($0, kind: kind)
        }
    }

    private static func describe(_ action: OpaquePointer, kind: NavigationRequest.Kind) -> NavigationRequest? {
        guard let uri = webkit_uri_request_get_uri(webkit_navigation_action_get_request(action)) else { return nil }
        return NavigationRequest(
            kind: kind, uri: String(cString: uri),
            isUserGesture: webkit_navigation_action_is_user_gesture(action) != 0,
            isRedirect: webkit_navigation_action_is_redirect(action) != 0)
    }

    private static func response(of decision: UnsafeMutableRawPointer) -> NavigationRequest? {
        let response = decision.assumingMemoryBound(to: WebKitResponsePolicyDecision.self)
        let request = webkit_response_policy_decision_get_request(response)
        guard let uri = webkit_uri_request_get_uri(request) else { return nil }
        let isMainFrame = webkit_response_policy_decision_is_main_frame_main_resource(response) != 0
        let isFile =
            webkit_response_policy_decision_is_mime_type_supported(response) == 0
            || isAttachment(webkit_response_policy_decision_get_response(response))
        return NavigationRequest(kind: .response(isMainFrame: isMainFrame), uri: String(cString: uri), isFile: isFile)
    }

    /// Returns whether a server has said that its answer isn't to be shown as a page of its own.
    ///
    /// Showing it would run files that strangers have uploaded, in the server's name.
    private static func isAttachment(_ response: UnsafeMutablePointer<WebKitURIResponse>?) -> Bool {
        guard let headers = webkit_uri_response_get_http_headers(response) else { return false }
        var disposition: UnsafeMutablePointer<CChar>?
        guard soup_message_headers_get_content_disposition(headers, &disposition, nil) != 0, let disposition else {
            return false
        }
        defer { g_free(disposition) }
        // Whatever isn't "inline" is to be kept (RFC 6266, 4.2).
        return g_ascii_strcasecmp(disposition, "inline") != 0
    }

    private func createPopup(_ emission: SignalEmission) {
        guard let action = emission.boxed(0),
            let request = Self.describe(OpaquePointer(action), kind: .newWindow)
        else { return emission.answer(unretained: nil) }
        emission.answer(unretained: delegate?.webView(self, popupFor: request)?.pointer)
    }
}

/// A question of WebKit's about a navigation that waits for its answer.
@MainActor
struct HeldDecision {
    fileprivate let decision: GObjectOwner
    fileprivate let kind: Int

    fileprivate init(_ decision: GObjectOwner, kind: Int) {
        self.decision = decision
        self.kind = kind
    }
}

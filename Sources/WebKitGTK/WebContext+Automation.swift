// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// A program that a WebDriver drives, as the driver sees it.
@MainActor
public protocol AutomationTarget: AnyObject {
    /// Returns a new view, made with `isDriven`, that stands in a window; `nil` where there can't be one.
    func viewForAutomation() -> WebView?
    /// The session is over: its driver has ended it, or is gone.
    func automationDidEnd()
}

/// The sessions of a WebDriver with this program; dropping it ends none of them.
@MainActor
public final class Automation {
    private weak var target: (any AutomationTarget)?
    private let name: String
    private let version: (major: UInt64, minor: UInt64, patch: UInt64)
    private var started: SignalConnection?
    private var session: [SignalConnection] = []

    fileprivate init(
        _ context: WebContext, name: String, version: (UInt64, UInt64, UInt64), target: any AutomationTarget
    ) {
        self.name = name
        self.version = version
        self.target = target
        started = context.connect("automation-started") { [weak self] emission in
            guard let session = emission.object(0) else { return }
            self?.begin(session)
        }
        webkit_web_context_set_automation_allowed(context.cast(), 1)
    }

    private func begin(_ pointer: UnsafeMutableRawPointer) {
        let info = webkit_application_info_new()
        defer { webkit_application_info_unref(info) }
        webkit_application_info_set_name(info, name)
        webkit_application_info_set_version(
            info, guint64(version.major), guint64(version.minor), guint64(version.patch))
        webkit_automation_session_set_application_info(
            pointer.assumingMemoryBound(to: WebKitAutomationSession.self), info)
        session = [
            connectSignal("create-web-view", of: pointer) { [weak self] emission in
                emission.answer(unretained: self?.target?.viewForAutomation()?.pointer)
            },
            connectSignal("will-close", of: pointer) { [weak self] _ in
                guard let self else { return }
                self.session = []
                self.target?.automationDidEnd()
            },
        ]
    }
}

extension WebContext {
    /// Lets a WebDriver drive views of this context, at the address that `WEBKIT_INSPECTOR_SERVER` names.
    ///
    /// Call it before the first view; one context of a process may be driven. Whoever reaches that address drives the
    /// views, and runs what scripts it likes in their pages.
    ///
    /// - Parameters:
    ///   - name: The browser's name, which the driver's client asks for.
    ///   - version: The browser's version.
    ///   - target: Makes views and hears of the end; held weakly.
    public func allowAutomation(
        as name: String, version: (UInt64, UInt64, UInt64), _ target: any AutomationTarget
    ) -> Automation {
        Automation(self, name: name, version: version, target: target)
    }
}

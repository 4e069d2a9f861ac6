// SPDX-License-Identifier: MIT

public import GLibRuntime
internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore
internal import SafeText

/// Requests of other processes of the user's.
extension ConnectWindow {
    /// Answers requests of other processes: comes forward, and gives links to the manager.
    ///
    /// The program claims the instance and keeps it alive. A link that the manager doesn't know is offered to the
    /// program's other instances.
    ///
    /// - Parameters:
    ///   - instance: The program's name on the session bus.
    ///   - family: The beginning of the ids of the program's instances.
    public func answer(_ instance: SingleInstance, family: String) {
        instance.onRequest = { [weak self, weak instance] request in
            guard let self, !self.window.isDestroyed else {
                return request.answer(localized("The program is about to end. Try again in a moment."))
            }
            if let action = request.action {
                guard self.show(pageNamed: action) else {
                    return request.answer(localized("This window has no page “%1$s”.", DisplayText.name(action)))
                }
            }
            guard let uri = request.uris.first else {
                self.present(activationToken: request.activationToken)
                return request.answer(nil)
            }
            Task { [weak self, weak instance] in
                // A dApp's address is for the profile whose window was asked.
                if let instance, WebAddress(uri)?.isWeb != true, self?.manager.recognizesReturnLink(uri) == false,
                    !request.isForwarded,
                    await instance.forward([uri], toInstancesOf: family)
                {
                    return request.answer(nil)
                }
                request.answer(self?.take(uri, from: request))
            }
        }
    }

    /// Gives a link to the manager.
    ///
    /// - Returns: The reason why the link was refused; `nil` when it was taken.
    private func take(_ uri: String, from request: SingleInstance.Request) -> String? {
        if WebAddress(uri)?.isWeb == true { return open(uri, from: request) }
        // A forwarded link of another instance changes nothing here.
        if request.isForwarded, !manager.recognizesReturnLink(uri) {
            return ReturnLinkError.unknownNonce.errorDescription
        }
        present(activationToken: request.activationToken)
        do {
            try manager.handleReturnLink(uri)
            return nil
        } catch {
            return error.errorDescription ?? error.code
        }
    }

    /// Opens a dApp's address for another process of the user's.
    ///
    /// - Returns: The reason why it was refused; `nil` when it was taken.
    private func open(_ address: String, from request: SingleInstance.Request) -> String? {
        present(activationToken: request.activationToken)
        do throws(NEARError) {
            try openApp(address)
            return nil
        } catch {
            return error.errorDescription ?? error.code
        }
    }
}

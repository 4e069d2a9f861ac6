// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import GLibRuntime
internal import NEARConnectCore

/// The desktop portal's `OpenURI`: the way out of a sandbox in which the desktop's programs can't be seen.
@MainActor
struct LinkPortal {
    private static let name = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.OpenURI"
    /// The time that the user has for the portal's own question, which program to use.
    private static let longestChoice = Duration.seconds(600)

    let environment: [String: String]
    let patience: Duration

    /// Returns true if a program outside opens links of `scheme`; `nil` if the portal is too old to say.
    func supports(scheme: String) async -> Bool? {
        do {
            let bus = try await SessionBus.connect(environment: environment, within: patience)
            let reply = try await bus.call(
                "SchemeSupported", of: Self.interface, at: Self.path, on: Self.name,
                [.string(scheme), .options([:])], within: patience)
            guard case .boolean(let isSupported) = reply.first else { return nil }
            return isSupported
        } catch {
            return nil  // Portals before version 5 have no such method.
        }
    }

    /// Opens `link`.
    ///
    /// A user who chooses no program in the portal's own question has answered: that is no failure.
    ///
    /// - Throws: ``ExternalLinkError``.
    func open(_ link: ExternalLink) async throws(ExternalLinkError) {
        do {
            let bus = try await SessionBus.connect(environment: environment, within: patience)
            // The answer comes at a path that is made of our name and a token, and may come before the call returns.
            let token = "near_connect_\(UUID().uuidString.replacing("-", with: ""))"
            let sender = bus.uniqueName.dropFirst().replacing(".", with: "_")
            let request = "\(Self.path)/request/\(sender)/\(token)"
            let (answers, continuation) = AsyncStream.makeStream(of: UInt32.self)
            let signal = BusSignal(
                "Response", of: "org.freedesktop.portal.Request", at: request, from: Self.name, on: bus
            ) { values in
                guard case .unsigned(let code) = values.first else { return }
                continuation.yield(code)
            }
            _ = try await bus.call(
                "OpenURI", of: Self.interface, at: Self.path, on: Self.name,
                [.string(""), .string(link.uri), .options(["handle_token": .string(token)])], within: patience)
            let timer = Task {
                try await ContinuousClock().sleep(for: Self.longestChoice)
                continuation.finish()
            }
            defer { timer.cancel() }
            defer { withExtendedLifetime(signal) {} }
            for await code in answers {
                guard code == 2 else { return }
                throw ExternalLinkError.portal(reason: "no program took it.")
            }
            throw ExternalLinkError.noAnswer(after: Self.longestChoice)
        } catch let refusal as ExternalLinkError {
            throw refusal
        } catch let error as GLibError {
            throw .portal(reason: error.message)
        } catch {
            throw .portal(reason: "\(error)")
        }
    }
}

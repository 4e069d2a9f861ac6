// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnectCore
internal import SafeText
internal import WalletConnectPlatform
internal import WalletConnectSign

extension DoctorCheck {
    /// Checks what wallets on phones need: a project, a relay that lets it in, this computer's clock, and the sessions.
    ///
    /// The relay is asked only where the profile uses it: it has a project, a relay of its own, or sessions.
    static let walletConnect = DoctorCheck(name: "walletconnect") { context in
        let settings: PhoneSettings
        let glance: SignStoreGlance
        do {
            settings = try PhoneSettings(
                context.folders, variable: context.variable(PhoneSettings.projectVariable))
            glance = try await SignStoreGlance(context.folders)
        } catch let error as PhoneSettingsError {
            return [
                .fail(
                    "walletconnect.settings", localized("walletconnect.json can’t be used: %1$s", "\(error)"),
                    advice: localized("Correct it: docs/commands.md, “Wallets on phones”, has what it says."))
            ]
        } catch {
            return [
                .fail(
                    "walletconnect.store", localized("the sessions can’t be looked at: %1$s", DisplayText.words(error)),
                    advice: localized("Check the owner and the permissions of the profile’s folders."))
            ]
        }
        return sessions(glance) + (await relay(settings, glance, in: context))
    }

    private static let day: Int64 = 86_400
    private static let limit = Duration.seconds(15)
    /// The difference of clocks that a relay takes (WalletConnect's relay: 120 s), less some reserve.
    private static let largestSkew: Int64 = 60

    // MARK: What is stored

    private static func sessions(_ glance: SignStoreGlance) -> [DoctorFinding] {
        var findings: [DoctorFinding] = []
        if glance.damaged > 0 {
            findings.append(
                .warn(
                    "walletconnect.sessions",
                    localizedPlural(
                        "%1$s session can’t be read", "%1$s sessions can’t be read", count: glance.damaged,
                        "\(glance.damaged)"),
                    advice: localized("It is moved aside at the next start; connect that wallet again.")))
        }
        let soon = UnixTime(seconds: SystemSignClock().now.wall.seconds + day)
        let ending = glance.ends.count { $0 < soon }
        if ending > 0 {
            findings.append(
                .warn(
                    "walletconnect.sessions",
                    localized("%1$s of %2$s sessions end within a day", "\(ending)", "\(glance.ends.count)"),
                    advice: localized(
                        "Connect these wallets again when they have ended: “near-connect walletconnect sessions” has the times."
                    )))
        } else if !glance.ends.isEmpty {
            findings.append(
                .ok(
                    "walletconnect.sessions",
                    localizedPlural(
                        "%1$s session", "%1$s sessions", count: glance.ends.count, "\(glance.ends.count)")))
        }
        guard let holder = glance.holder else { return findings }
        findings.append(
            glance.answers
                ? .ok("walletconnect.store", localized("%1$s speaks with the wallets, also for others", holder))
                : .warn(
                    "walletconnect.store", localized("%1$s has the sessions, and doesn’t answer others", holder),
                    advice: localized("Wait until it has ended, or end it.")))
        return findings
    }

    // MARK: The relay

    @MainActor
    private static func relay(
        _ settings: PhoneSettings, _ glance: SignStoreGlance, in context: DoctorContext
    ) async -> [DoctorFinding] {
        let isUsed = settings.isNamed || !glance.ends.isEmpty
        guard let project = settings.project else {
            return [
                isUsed
                    ? .warn(
                        "walletconnect.project", localized("there is no project id, so the relay isn’t asked"),
                        advice: localized(
                            "Get one from WalletConnect, and set %1$s.", PhoneSettings.projectVariable))
                    : .ok("walletconnect.project", localized("not used: no project id is set"))
            ]
        }
        guard isUsed else { return [.ok("walletconnect.relay", localized("not used"))] }
        guard !context.isOffline else { return [.ok("walletconnect.relay", localized("not asked (--offline)"))] }
        let transport = SoupRelayTransport(RelaySettings(token: settings.token, headers: settings.headers))
        let outcome = await RelayProbe.ask(
            SignConfiguration(
                projectId: project,
                metadata: AppMetadata(name: "near-connect", description: "", url: "https://localhost"),
                relay: settings.relay),
            transport: transport, within: min(limit, context.timeout))
        let shown = DisplayText.quotation(settings.relay, limit: 100)
        var findings: [DoctorFinding] = []
        switch outcome {
        case .answers: findings.append(.ok("walletconnect.relay", localized("%1$s answers", shown)))
        case .unreachable(let fault):
            findings.append(
                .fail(
                    "walletconnect.relay", localized("%1$s can’t be reached: %2$s", shown, "\(fault)"),
                    advice: localized("Check your connection and your proxy, or name another relay.")))
        case .refused(let refusal):
            findings.append(
                .fail(
                    "walletconnect.relay", localized("%1$s lets nobody in: %2$s", shown, "\(refusal)"),
                    advice: localized("Change what it names; nothing is tried again by itself before.")))
        }
        if let skew = transport.skew, abs(skew) > largestSkew {
            let seconds = "\(abs(skew))"
            findings.append(
                .warn(
                    "walletconnect.clock",
                    skew > 0
                        ? localized("this machine’s clock is %1$s s ahead of the relay’s", seconds)
                        : localized("this machine’s clock is %1$s s behind the relay’s", seconds),
                    advice: localized("The relay refuses tokens of another time: set the clock, see “timedatectl”.")))
        }
        return findings
    }
}

// SPDX-License-Identifier: MIT

internal import NEARVault

/// The questions for the passphrase of a sealed file, until it is open.
@MainActor
final class VaultOpening {
    /// Asks for a passphrase; gets whether the one before was wrong.
    typealias Question =
        @MainActor (
            _ question: PassphraseQuestion, _ wasWrong: Bool
        ) async -> PassphraseDialog.Answer

    private let question: Question
    private var isForgotten = false

    private init(_ question: @escaping Question) {
        self.question = question
    }

    /// Opens a vault, or ends with what hinders it; asks until a passphrase opens it or none is given.
    ///
    /// A sealed file whose passphrase is forgotten is moved aside, and a new one is created.
    ///
    /// - Returns: Whether that has happened, so that nothing of what was there is to be found.
    @discardableResult
    static func open(_ vault: any SecretVault, asking question: @escaping Question) async throws(VaultError) -> Bool {
        let opening = VaultOpening(question)
        var (wasWrong, isNew) = (false, false)
        while true {
            let again = wasWrong
            opening.isForgotten = false
            do throws(VaultError) {
                try await vault.unlock { await opening.ask($0, again) }
                return isNew
            } catch {
                switch error {
                case .wrongPassphrase: wasWrong = true
                case .refused where opening.isForgotten:
                    guard let sealed = vault as? SealedFileVault else { throw error }
                    _ = try await sealed.putAside()
                    (wasWrong, isNew) = (false, true)
                default: throw error
                }
            }
        }
    }

    private func ask(_ asked: PassphraseQuestion, _ wasWrong: Bool) async -> SecretBytes? {
        switch await question(asked, wasWrong) {
        case .given(let passphrase): return passphrase
        case .forgotten: isForgotten = true
        case .none: break
        }
        return nil
    }
}

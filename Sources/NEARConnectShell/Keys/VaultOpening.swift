// SPDX-License-Identifier: MIT

internal import NEARVault
internal import SafeText

/// The questions for the passphrase of a sealed file, until it is open.
@MainActor
final class VaultOpening {
    /// An answer of the user's.
    enum Answer {
        /// The passphrase.
        case given(SecretBytes)
        /// Nobody knows it any more, so the file is to be moved aside.
        case forgotten
        /// Nothing.
        case none
    }

    /// Asks for a passphrase; gets a sentence about the last answer, `nil` the first time.
    typealias Question = @MainActor (_ question: PassphraseQuestion, _ said: String?) async -> Answer

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
        var (said, isNew): (String?, Bool) = (nil, false)
        while true {
            let last = said
            opening.isForgotten = false
            do throws(VaultError) {
                try await vault.unlock { await opening.ask($0, last) }
                return isNew
            } catch {
                switch error {
                case .wrongPassphrase, .emptyPassphrase, .longPassphrase: said = error.description
                case .refused where opening.isForgotten:
                    guard let sealed = vault as? SealedFileVault else { throw error }
                    let path = try await sealed.putAside()
                    (said, isNew) = (localized("The old file is kept as %1$s.", DisplayText.line(path)), true)
                default: throw error
                }
            }
        }
    }

    private func ask(_ asked: PassphraseQuestion, _ said: String?) async -> SecretBytes? {
        switch await question(asked, said) {
        case .given(let passphrase): return passphrase
        case .forgotten: isForgotten = true
        case .none: break
        }
        return nil
    }
}

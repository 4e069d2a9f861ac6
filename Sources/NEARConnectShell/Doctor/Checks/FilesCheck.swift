// SPDX-License-Identifier: MIT

internal import FoundationEssentials
internal import NEARConnectCore
internal import SafeText

extension DoctorCheck {
    /// Checks that the files that ship with the program can be read.
    static let files = DoctorCheck(name: "files") { context in
        let folder: String
        do throws(PackagedFile.UnreadableError) {
            folder = context.shown(try ResourceFolder.url().path)
        } catch {
            return [failure(error)]
        }
        let (count, errors) = PackagedFile.readAll()
        guard errors.isEmpty else { return errors.prefix(3).map(failure) }
        return [.ok("files", localized("%1$s files in %2$s", "\(count)", folder))]
    }

    private static func failure(_ error: PackagedFile.UnreadableError) -> DoctorFinding {
        .fail(
            "files", localized("a file of the program can’t be read: %1$s", error.description),
            advice: localized("Install the program again; its files stand beside it or in ../libexec/near-connect."))
    }
}

// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import FoundationEssentials
internal import GLibRuntime
internal import Glibc

/// A `WebKitWebsiteDataManager`: the data of websites, as all contexts over the same folders see it.
///
/// Two stores over one folder would each have a cache of it, and write at their own time: what a page of one has just
/// stored, a page of the other doesn't find. So a context over folders that another one still uses shares its store.
@MainActor
final class WebsiteDataStore: GObjectOwner {
    /// Folders of a store that is alive.
    private struct Place: Hashable {
        let data: String
        let cache: String
    }

    /// A store's object and its data folder.
    private struct Entry {
        let object: UnsafeMutableRawPointer
        let folder: OpenFolder
    }

    /// The stores that are alive; WebKit's contexts and views hold them, this table doesn't.
    private static var entries: [Place: Entry] = [:]

    /// Makes a store that is in memory only.
    init() {
        super.init(UnsafeMutableRawPointer(webkit_website_data_manager_new_ephemeral()), .full)
    }

    /// Opens the store under two folders.
    init(data: URL, cache: URL) {
        let place = Place(data: data.path, cache: cache.path)
        if let entry = Self.entries[place], entry.folder.isStill(at: data.path) {
            super.init(entry.object, .none)
            return
        }
        super.init(
            ObjectConstruction.make(
                webkit_website_data_manager_get_type(),
                ["base-data-directory": .string(data.path), "base-cache-directory": .string(cache.path)]), .full)
        // Without a folder nothing is shared, and WebKit says what is wrong with it.
        guard let folder = OpenFolder(data.path) else { return }
        Self.entries[place] = Entry(object: pointer, folder: folder)
        let object = pointer
        let finalizer = Finalizer {
            if Self.entries[place]?.object == object { Self.entries[place] = nil }
        }
        g_object_set_data_full(cast(), "near-connect-place", RetainedBox.retain(finalizer)) { data in
            guard let data else { return }
            let finalizer = RetainedBox.borrow(data, as: Finalizer.self)
            RetainedBox.release(data)
            onMainThreadAtAnEnd(finalizer.action)
        }
    }
}

/// An open folder: as long as it is open, no other folder gets its number.
private final class OpenFolder: Sendable {
    private let descriptor: Int32

    /// Opens a folder, which is made if there is none.
    ///
    /// - Returns: `nil` if it can't be opened.
    init?(_ path: String) {
        if mkdir(path, 0o700) != 0 && errno != EEXIST { return nil }
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        close(descriptor)
    }

    /// Returns whether the path still leads to this folder.
    func isStill(at path: String) -> Bool {
        var (own, found) = (stat(), stat())
        return fstat(descriptor, &own) == 0 && stat(path, &found) == 0
            && (own.st_dev, own.st_ino) == (found.st_dev, found.st_ino)
    }
}

/// Carries an action through a `GDestroyNotify`.
private final class Finalizer: Sendable {
    let action: @MainActor @Sendable () -> Void

    init(_ action: @escaping @MainActor @Sendable () -> Void) {
        self.action = action
    }
}

// SPDX-License-Identifier: MIT

internal import CGLib

/// Owns one reference of a `GObject` and gives it back when the Swift object dies.
///
/// Wrappers of the strata above are subclasses; each says in its documentation which reference it was given. The
/// reference is given back on the main thread, wherever the last Swift reference was dropped.
@MainActor
open class GObjectOwner {
    /// The object itself, for calls into C.
    ///
    /// It is valid as long as this owner lives.
    package let pointer: UnsafeMutableRawPointer

    /// The way a C function hands an object over.
    package enum Ownership {
        /// The caller gets a reference of its own ("transfer full").
        case full
        /// The object stays its owner's; a reference is added here ("transfer none").
        case none
        /// A new `GInitiallyUnowned`, such as a widget: the floating reference becomes ours.
        case floating
    }

    package init(_ pointer: UnsafeMutableRawPointer, _ ownership: Ownership) {
        self.pointer = pointer
        switch ownership {
        case .full: break
        case .none: g_object_ref(pointer)
        case .floating: g_object_ref_sink(pointer)
        }
        LiveCount.add(1, to: .object)
    }

    isolated deinit {
        g_object_unref(pointer)
        LiveCount.add(-1, to: .object)
    }

    /// Counts the object until GLib finalizes it, not until Swift lets go: a reference that nobody gives back shows.
    ///
    /// At most one kind an object.
    package func count(as kind: LiveCount.Kind) {
        LiveCount.add(1, to: kind)
        let counted = RetainedBox.retain(Counted(kind))
        g_object_set_data_full(
            cast(), "near-connect-live-count", counted,
            { data in
                guard let data else { return }
                let kind = RetainedBox.borrow(data, as: Counted.self).kind
                RetainedBox.release(data)
                onMainThreadAtAnEnd { LiveCount.add(-1, to: kind) }
            })
    }

    /// The object as the C type that a function wants.
    package func cast<CType>(_: CType.Type = CType.self) -> UnsafeMutablePointer<CType> {
        pointer.assumingMemoryBound(to: CType.self)
    }
}

private final class Counted: Sendable {
    let kind: LiveCount.Kind

    init(_ kind: LiveCount.Kind) {
        self.kind = kind
    }
}

// SPDX-License-Identifier: MIT

/// Carries a Swift object through a C `user_data` pointer.
///
/// This is the only file of the package that speaks of `Unmanaged`. The life of a box is the same everywhere:
/// `retain` gives C one reference, `borrow` looks at it without changing the count, and `release` (usually from a
/// `GDestroyNotify`) gives the reference back exactly once.
package enum RetainedBox {
    /// Gives C one owned reference to `object`.
    package static func retain(_ object: AnyObject) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(object).toOpaque()
    }

    /// Looks at the object behind `pointer` without taking a reference from C.
    package static func borrow<Object: AnyObject>(_ pointer: UnsafeMutableRawPointer, as _: Object.Type) -> Object {
        Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Takes C's reference over: the caller's Swift reference is the one that remains.
    package static func take<Object: AnyObject>(_ pointer: UnsafeMutableRawPointer, as _: Object.Type) -> Object {
        Unmanaged<Object>.fromOpaque(pointer).takeRetainedValue()
    }

    /// Gives C's reference back.
    package static func release(_ pointer: UnsafeMutableRawPointer) {
        Unmanaged<AnyObject>.fromOpaque(pointer).release()
    }

    /// Gives C's reference back, if there is one: for a `GDestroyNotify`.
    package static func releaseIfAny(_ pointer: UnsafeMutableRawPointer?) {
        if let pointer { release(pointer) }
    }
}

// SPDX-License-Identifier: MIT

internal import CWebKitGTK
internal import GLibRuntime

/// An indicator that turns while something is waited for.
///
/// It stands still, and costs nothing, while it can't be seen.
@MainActor
package final class Spinner: WidgetHandle {
    /// - Parameter size: Width and height in pixels.
    package init(size: Int32 = 16) {
        super.init(new: gtk_spinner_new())
        minimumSize(width: size, height: size)
        gtk_spinner_start(cast())
    }

    package var isSpinning = true {
        didSet { if isSpinning { gtk_spinner_start(cast()) } else { gtk_spinner_stop(cast()) } }
    }
}

/// A bar that shows how much of something is done.
@MainActor
package final class ProgressBar: WidgetHandle {
    package init() {
        super.init(new: gtk_progress_bar_new())
    }

    /// The part that is done, 0 to 1.
    package var fraction: Double {
        get { gtk_progress_bar_get_fraction(cast()) }
        set { gtk_progress_bar_set_fraction(cast(), newValue) }
    }
}

/// An icon of the theme's.
@MainActor
package final class Icon: WidgetHandle {
    /// - Parameter size: Width and height in pixels.
    package init(_ name: String, size: Int32 = 16) {
        super.init(new: gtk_image_new_from_icon_name(name, GTK_ICON_SIZE_BUTTON))
        gtk_image_set_pixel_size(cast(), size)
    }

    package func show(_ name: String) {
        gtk_image_set_from_icon_name(cast(), name, GTK_ICON_SIZE_BUTTON)
    }
}

/// A line between two things.
@MainActor
package final class Separator: WidgetHandle {
    package init() {
        super.init(new: gtk_separator_new(GTK_ORIENTATION_HORIZONTAL))
    }
}

// SPDX-License-Identifier: MIT

internal import WebKitGTK

/// The sizes of popups' windows.
enum PopupGeometry {
    struct Size: Equatable {
        var width: Int32
        var height: Int32
    }

    /// The parts of a popup's window besides the page.
    struct Bars: Equatable {
        /// The height of the title bar, which GTK doesn't count as the window's own.
        var title: Int32 = 0
        /// The height of what stands above and below the page inside the window.
        var inside: Int32 = 0
        /// The width of borders and shadow, of both sides together.
        var frame: Int32 = 0
    }

    /// The size of a popup that asked for none: a wallet's usual shape.
    static let standard = Size(width: 440, height: 700)
    /// The smallest size of a page, so that its window can't be overlooked.
    static let least = Size(width: 320, height: 320)

    /// Returns the window's size for GTK that gives the page what it asked for, within limits.
    ///
    /// The window can't be overlooked, and is not larger than the screen.
    ///
    /// - Parameters:
    ///   - available: The part of the screen that programs may use; `nil` if it isn't known.
    ///   - bars: The parts of the window besides the page.
    static func size(of features: WindowFeatures, within available: Size?, bars: Bars = Bars())
        -> Size
    {
        let limit = available ?? Size(width: .max, height: .max)
        func fit(_ asked: Int?, standard: Int32, least: Int32, limit: Int32) -> Int32 {
            min(max(asked.flatMap { Int32(exactly: $0) } ?? standard, least), max(limit, least))
        }
        return Size(
            width: fit(
                features.width, standard: standard.width, least: least.width, limit: limit.width - bars.frame),
            height: fit(
                features.height, standard: standard.height, least: least.height,
                limit: limit.height - bars.title - bars.inside - bars.frame) + bars.inside)
    }
}

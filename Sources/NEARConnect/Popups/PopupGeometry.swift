// SPDX-License-Identifier: MIT

internal import WebKitGTK

/// How large a popup's window becomes.
enum PopupGeometry {
    struct Size: Equatable {
        var width: Int32
        var height: Int32
    }

    /// What a popup's window has besides the page.
    struct Bars: Equatable {
        /// The height of the bar above, which GTK doesn't count as the window's own.
        var title: Int32 = 0
        /// The height of what stands above and below the page inside of the window.
        var inside: Int32 = 0
        /// Borders and shadow, on both sides together.
        var frame: Int32 = 0
    }

    /// What a popup gets that asked for nothing: a wallet's usual shape.
    static let standard = Size(width: 440, height: 700)
    /// The least that a page gets, so that its window can't be overlooked.
    static let least = Size(width: 320, height: 320)

    /// The size for GTK that gives the page what it asked for, but neither hides it nor makes its window larger than the screen.
    ///
    /// - Parameters:
    ///   - available: The part of the screen that programs may use; `nil` when it isn't known.
    ///   - bars: What the window has besides the page.
    static func size(of features: WindowFeatures, within available: Size?, bars: Bars = Bars())
        -> Size
    {
        let limit = available ?? Size(width: .max, height: .max)
        func fit(_ asked: Int?, _ standard: Int32, _ least: Int32, _ limit: Int32) -> Int32 {
            min(max(asked.flatMap { Int32(exactly: $0) } ?? standard, least), max(limit, least))
        }
        return Size(
            width: fit(features.width, standard.width, least.width, limit.width - bars.frame),
            height: fit(
                features.height, standard.height, least.height,
                limit.height - bars.title - bars.inside - bars.frame) + bars.inside)
    }
}

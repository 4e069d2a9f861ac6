// SPDX-License-Identifier: MIT

internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// The window as its user left it, for the next start.
struct WindowRecord: Sendable, Equatable {
    /// The width and height of a window that nobody has sized.
    static let usualSize = (width: Int32(980), height: Int32(700))
    /// The least and the most of either that is believed.
    private static let sizes: ClosedRange<Int32> = 200...16_384

    /// The width in GTK's pixels, of a window that isn't maximized.
    private(set) var width: Int32
    /// The height in GTK's pixels.
    private(set) var height: Int32
    /// True if the window filled its screen.
    var isMaximized: Bool
    /// The page that was shown.
    var page: ShellPage
    /// The network that was chosen, by its id; `nil` where nobody has chosen one.
    var network: String?

    init(
        width: Int32 = usualSize.width, height: Int32 = usualSize.height, isMaximized: Bool = false,
        page: ShellPage = .wallet, network: String? = nil
    ) {
        self.width = min(max(width, Self.sizes.lowerBound), Self.sizes.upperBound)
        self.height = min(max(height, Self.sizes.lowerBound), Self.sizes.upperBound)
        self.isMaximized = isMaximized
        self.page = page
        self.network = network
    }

    /// Takes on another size.
    mutating func resize(to size: (width: Int32, height: Int32)) {
        let resized = WindowRecord(width: size.width, height: size.height)
        (width, height) = (resized.width, resized.height)
    }

    /// Returns the size that fits a screen.
    ///
    /// - Parameters:
    ///   - screenWidth: The width that there is; `nil` where nobody knows.
    ///   - screenHeight: The height that there is.
    func size(onScreenOf screenWidth: Int32?, by screenHeight: Int32?) -> (width: Int32, height: Int32) {
        (min(width, screenWidth ?? width), min(height, screenHeight ?? height))
    }
}

/// The content of `window.json` in a profile's state folder.
enum WindowRecordFile: DocumentFormat {
    static let name = "window"
    static let schema: Int128 = 1
    static let empty = WindowRecord()
    static var full: String { localized("the window’s size needs too much room") }

    static func problem(_ reason: String, movedTo place: String) -> String {
        localized("The window’s size can’t be read (%1$s). The file is kept at %2$s.", reason, place)
    }

    static func content(_ fields: JSONFields) throws -> WindowRecord {
        func side(_ name: String) throws -> Int32 { Int32(clamping: try fields.integer(name)) }
        // A newer version's page is none of ours.
        return WindowRecord(
            width: try side("width"), height: try side("height"), isMaximized: try fields.bool("isMaximized"),
            page: ShellPage(rawValue: try fields.string("page")) ?? .wallet,
            network: try fields.optionalString("network"))
    }

    static func fields(_ record: WindowRecord) -> JSONValue.Members {
        var fields: JSONValue.Members = [
            "width": .integer(Int128(record.width)), "height": .integer(Int128(record.height)),
            "isMaximized": .bool(record.isMaximized), "page": .string(record.page.rawValue),
        ]
        if let network = record.network { fields["network"] = .string(network) }
        return fields
    }
}

// SPDX-License-Identifier: MIT

internal import CWebKitGTK
package import GLibRuntime
internal import Glibc

/// One sheet of paper, which the desktop's dialog prints, or which is written to a PDF file: once, either.
@MainActor
package final class PrintedSheet: GObjectOwner {
    /// A part of the sheet, below those before it.
    package enum Part {
        case title(String)
        case text(String)
        /// Texts in so many columns, each from top to bottom.
        case columns([String], count: Int)
        /// A QR code, of `size` modules along one side.
        case code(size: Int, isDark: (_ x: Int, _ y: Int) -> Bool)
    }

    /// A sheet that couldn't be printed or written.
    package struct PrintError: Error {
        /// The system's reason.
        package let reason: String
    }

    /// Called once a print is over, with a reason where it has failed; must hold its owner weakly.
    package var onDone: ((PrintError?) -> Void)?

    /// The sheets that are being printed: GTK goes on with them after the dialog.
    private static var printing: [PrintedSheet] = []

    /// Measures in points.
    private enum Measure {
        static let text = 11.0, title = 18.0, gap = 12.0, line = 20.0, code = 120.0
    }

    private let parts: [Part]
    private var connections: [SignalConnection] = []

    /// Prepares a sheet; nothing is printed yet.
    ///
    /// - Parameters:
    ///   - name: The print's name, as the printer's queue shows it. It is no secret there.
    ///   - parts: What stands on it.
    package init(name: String, parts: [Part]) {
        self.parts = parts
        guard let operation = gtk_print_operation_new() else { preconditionFailure("GTK could not make a print") }
        super.init(UnsafeMutableRawPointer(operation), .full)
        gtk_print_operation_set_job_name(cast(), name)
        gtk_print_operation_set_n_pages(cast(), 1)
        gtk_print_operation_set_unit(cast(), GTK_UNIT_POINTS)
        connections = [
            connect("draw-page") { [weak self] emission in
                guard let context = emission.object(0).map({ OpaquePointer($0) }) else { return }
                self?.draw(
                    gtk_print_context_get_cairo_context(context), width: gtk_print_context_get_width(context))
            },
            connect("done") { [weak self] emission in self?.end(emission.enumeration(0)) },
        ]
    }

    /// Asks for a printer in the desktop's dialog, and prints; ``onDone`` says when it is over.
    package func askForPrinter(above parent: WidgetHandle) {
        Self.printing.append(self)
        gtk_print_operation_set_allow_async(cast(), 1)
        run(GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, Window.window(of: parent))
    }

    /// Writes the sheet to a PDF file that only its owner may read; one that is there is replaced.
    ///
    /// - Throws: ``PrintError``.
    package func write(to path: String) throws(PrintError) {
        let file = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0, fchmod(file, 0o600) == 0 else {
            let reason = String(cString: strerror(errno))
            if file >= 0 { close(file) }
            throw PrintError(reason: reason)
        }
        close(file)
        gtk_print_operation_set_export_filename(cast(), path)
        gtk_print_operation_set_allow_async(cast(), 0)
        if let error = run(GTK_PRINT_OPERATION_ACTION_EXPORT, nil) { throw error }
    }

    @discardableResult
    private func run(_ action: GtkPrintOperationAction, _ parent: UnsafeMutablePointer<GtkWindow>?) -> PrintError? {
        var error: UnsafeMutablePointer<GError>?
        let result = gtk_print_operation_run(cast(), action, parent, &error)
        defer { g_clear_error(&error) }
        guard result == GTK_PRINT_OPERATION_RESULT_ERROR else { return nil }
        return PrintError(reason: error.map { String(cString: $0.pointee.message) } ?? "")
    }

    private func end(_ result: Int) {
        Self.printing.removeAll { $0 === self }
        var failure: PrintError?
        if result == Int(GTK_PRINT_OPERATION_RESULT_ERROR.rawValue) {
            var error: UnsafeMutablePointer<GError>?
            gtk_print_operation_get_error(cast(), &error)
            failure = PrintError(reason: error.map { String(cString: $0.pointee.message) } ?? "")
            g_clear_error(&error)
        }
        let done = onDone
        onDone = nil
        done?(failure)
    }

    // MARK: Drawing

    private func draw(_ cairo: OpaquePointer?, width: Double) {
        guard let cairo else { return }
        cairo_set_source_rgb(cairo, 0, 0, 0)
        var top = 0.0
        for part in parts {
            switch part {
            case .title(let text):
                top += Self.show(text, cairo, left: 0, top: top, width: width, size: Measure.title) + Measure.gap
            case .text(let text):
                top += Self.show(text, cairo, left: 0, top: top, width: width, size: Measure.text) + Measure.gap
            case .columns(let texts, let count):
                let rows = (texts.count + count - 1) / count
                for (index, text) in texts.enumerated() {
                    _ = Self.show(
                        text, cairo, left: width / Double(count) * Double(index / rows),
                        top: top + Double(index % rows) * Measure.line, width: width / Double(count),
                        size: Measure.text + 2)
                }
                top += Double(rows) * Measure.line + Measure.gap
            case .code(let size, let isDark):
                let unit = Measure.code / Double(size)
                for y in 0..<size {
                    for x in 0..<size where isDark(x, y) {
                        cairo_rectangle(cairo, Double(x) * unit, top + Double(y) * unit, unit, unit)
                    }
                }
                cairo_fill(cairo)
                top += Measure.code + Measure.gap
            }
        }
    }

    /// Draws a text, and returns its height.
    private static func show(
        _ text: String, _ cairo: OpaquePointer, left: Double, top: Double, width: Double, size: Double
    ) -> Double {
        guard let layout = pango_cairo_create_layout(cairo), let font = pango_font_description_from_string("Sans")
        else { return 0 }
        defer {
            pango_font_description_free(font)
            g_object_unref(UnsafeMutableRawPointer(layout))
        }
        // In the sheet's own points, whatever the screen's resolution is.
        pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
        pango_layout_set_font_description(layout, font)
        pango_layout_set_width(layout, gint(width * Double(PANGO_SCALE)))
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        // A hyphen in a code would be read as part of it.
        let attributes = pango_attr_list_new()
        pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
        pango_layout_set_attributes(layout, attributes)
        pango_attr_list_unref(attributes)
        pango_layout_set_text(layout, text, -1)
        cairo_move_to(cairo, left, top)
        pango_cairo_show_layout(cairo, layout)
        var height: gint = 0
        pango_layout_get_size(layout, nil, &height)
        return Double(height) / Double(PANGO_SCALE)
    }
}

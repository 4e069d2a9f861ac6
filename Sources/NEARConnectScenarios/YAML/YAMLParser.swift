// SPDX-License-Identifier: MIT

internal import CLibYAML
internal import NEARConnectCore
internal import NEARPrimitives
internal import SafeText

/// Reads YAML from libyaml's events, so that every value has a place and nothing is resolved behind the reader's back.
///
/// Anchors, aliases, tags and further documents are refused: no value stands for another one, so a short file can't
/// become a long one. Size, depth and the number of values are bounded.
struct YAMLParser {
    /// The most bytes of a file.
    static let sizeLimit = 1 << 20
    /// The most values that stand in one another.
    static let depthLimit = 32
    /// The most values of a file.
    static let countLimit = 20_000

    private let file: String
    private let text: [UInt8]
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private var count = 0

    /// Reads a file's text.
    ///
    /// - Throws: ``ScenarioFileError`` with the place of the first fault.
    static func parse(_ text: [UInt8], file: String) throws(ScenarioFileError) -> LocatedYAML {
        func error(_ place: PolicyError.Place?, _ reason: String, advice: String) -> ScenarioFileError {
            ScenarioFileError(file: file, place: place, reason: reason, advice: advice)
        }
        guard text.count <= sizeLimit else {
            throw error(
                nil, localized("the file has %1$s bytes", "\(text.count)"),
                advice: localized("write at most %1$s", "\(sizeLimit)"))
        }
        if let offset = invalidByte(of: text) {
            throw error(
                place(of: offset, in: text), localized("this is no UTF-8"), advice: localized("store the file as UTF-8")
            )
        }
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        defer { parser.deallocate() }
        guard yaml_parser_initialize(parser) != 0 else {
            throw error(nil, localized("there is no memory for the file"), advice: localized("try again"))
        }
        defer { yaml_parser_delete(parser) }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        let result = text.withUnsafeBufferPointer { buffer -> Result<LocatedYAML, ScenarioFileError> in
            yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
            return Result { () throws(ScenarioFileError) in
                var reading = YAMLParser(file: file, text: text, parser: parser)
                return try reading.document()
            }
        }
        return try result.get()
    }

    private init(file: String, text: [UInt8], parser: UnsafeMutablePointer<yaml_parser_t>) {
        self.file = file
        self.text = text
        self.parser = parser
    }

    // MARK: Events

    /// One event of the parser, with texts and marks copied out of its memory.
    private struct Event {
        var kind = YAML_NO_EVENT
        var place = PolicyError.Place(line: 1, column: 1)
        var text = ""
        var isPlain = false
        var isNamed = false
        var isTagged = false
    }

    /// Reads the only document of a file.
    private mutating func document() throws(ScenarioFileError) -> LocatedYAML {
        _ = try next()
        let start = try next()
        guard start.kind == YAML_DOCUMENT_START_EVENT else {
            throw error(start.place, localized("the file is empty"), advice: localized("write a scenario"))
        }
        guard !start.isTagged else {
            throw error(
                start.place, localized("a scenario has no directives"), advice: localized("remove the lines with %%"))
        }
        let value = try value(try next(), depth: 0)
        _ = try next()
        let end = try next()
        guard end.kind == YAML_STREAM_END_EVENT else {
            throw error(
                end.place, localized("a second document begins here"),
                advice: localized("write each scenario into a file of its own"))
        }
        return value
    }

    private mutating func value(_ event: Event, depth: Int) throws(ScenarioFileError) -> LocatedYAML {
        count += 1
        guard count <= Self.countLimit else {
            throw error(
                event.place, localized("the file has more than %1$s values", "\(Self.countLimit)"),
                advice: localized("split it into several scenarios"))
        }
        guard depth < Self.depthLimit else {
            throw error(
                event.place, localized("values stand too deep in one another"),
                advice: localized("write at most %1$s levels", "\(Self.depthLimit)"))
        }
        try refuseShortcuts(event)
        switch event.kind {
        case YAML_SCALAR_EVENT:
            return LocatedYAML(place: event.place, content: .scalar(event.text, isPlain: event.isPlain))
        case YAML_SEQUENCE_START_EVENT:
            var values: [LocatedYAML] = []
            while true {
                let event = try next()
                if event.kind == YAML_SEQUENCE_END_EVENT { break }
                values.append(try value(event, depth: depth + 1))
            }
            return LocatedYAML(place: event.place, content: .list(values))
        case YAML_MAPPING_START_EVENT:
            return LocatedYAML(place: event.place, content: .mapping(try members(depth: depth)))
        default:
            throw error(event.place, localized("a value is missing here"), advice: localized("write one"))
        }
    }

    private mutating func members(depth: Int) throws(ScenarioFileError) -> [LocatedYAML.Member] {
        var members: [LocatedYAML.Member] = []
        var places: [ExactText: PolicyError.Place] = [:]
        while true {
            let key = try next()
            if key.kind == YAML_MAPPING_END_EVENT { return members }
            try refuseShortcuts(key)
            guard key.kind == YAML_SCALAR_EVENT else {
                throw error(key.place, localized("a name is a text"), advice: localized("write a word and a colon"))
            }
            if let first = places.updateValue(key.place, forKey: ExactText(key.text)) {
                throw error(
                    key.place,
                    localized("“%1$s” stands twice, first in line %2$s", Self.shown(key.text), "\(first.line)"),
                    advice: localized("remove one of the two"))
            }
            let value = try value(try next(), depth: depth + 1)
            members.append(.init(name: key.text, place: key.place, value: value))
        }
    }

    private func refuseShortcuts(_ event: Event) throws(ScenarioFileError) {
        if event.kind == YAML_ALIAS_EVENT || event.isNamed {
            throw error(
                event.place, localized("a scenario has no anchors and aliases (& and *)"),
                advice: localized("put the text into quotation marks, or write the value out"))
        }
        if event.isTagged {
            throw error(
                event.place, localized("a scenario has no tags (!)"),
                advice: localized("put the text into quotation marks"))
        }
    }

    /// Takes the next event.
    private func next() throws(ScenarioFileError) -> Event {
        var raw = yaml_event_t()
        guard yaml_parser_parse(parser, &raw) != 0 else { throw syntaxError() }
        defer { yaml_event_delete(&raw) }
        var event = Event(kind: raw.type, place: Self.place(raw.start_mark))
        switch raw.type {
        case YAML_SCALAR_EVENT:
            let scalar = raw.data.scalar
            event.text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            event.isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
            event.isNamed = scalar.anchor != nil
            event.isTagged = scalar.tag != nil
        case YAML_SEQUENCE_START_EVENT:
            event.isNamed = raw.data.sequence_start.anchor != nil
            event.isTagged = raw.data.sequence_start.tag != nil
        case YAML_MAPPING_START_EVENT:
            event.isNamed = raw.data.mapping_start.anchor != nil
            event.isTagged = raw.data.mapping_start.tag != nil
        case YAML_DOCUMENT_START_EVENT:
            let start = raw.data.document_start
            event.isTagged = start.version_directive != nil || start.tag_directives.start != start.tag_directives.end
        default: break
        }
        return event
    }

    // MARK: Errors and places

    private func syntaxError() -> ScenarioFileError {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? localized("the text can’t be read")
        // Of a byte that can't stand in YAML the parser knows the offset only.
        let place =
            parser.pointee.error == YAML_READER_ERROR
            ? Self.place(of: parser.pointee.problem_offset, in: text) : Self.place(parser.pointee.problem_mark)
        let isTab = problem.contains("token") && problem.contains("character")
        return error(
            place, localized("this is no YAML: %1$s", problem),
            advice: isTab
                ? localized("indent with spaces, not with tabs, and put texts with signs into quotation marks")
                : localized("look at the signs and the indentation of this line and the one before"))
    }

    private func error(_ place: PolicyError.Place, _ reason: String, advice: String) -> ScenarioFileError {
        ScenarioFileError(file: file, place: place, reason: reason, advice: advice)
    }

    private static func place(_ mark: yaml_mark_t) -> PolicyError.Place {
        PolicyError.Place(line: Int(mark.line) + 1, column: Int(mark.column) + 1)
    }

    /// Returns the offset of the first byte that no UTF-8 has there.
    private static func invalidByte(of text: [UInt8]) -> Int? {
        var iterator = text.makeIterator()
        var decoder = UTF8()
        var offset = 0
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): offset += UTF8.width(scalar)
            case .emptyInput: return nil
            case .error: return offset
            }
        }
    }

    private static func place(of offset: Int, in text: [UInt8]) -> PolicyError.Place {
        let before = text.prefix(offset)
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let column = String(decoding: before[lineStart...], as: UTF8.self).unicodeScalars.count
        return .init(line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: column + 1)
    }

    /// Names come from the file, and may be long.
    static func shown(_ text: String) -> String { String(text.unicodeScalars.prefix(64)) }
}

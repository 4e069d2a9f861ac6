// SPDX-License-Identifier: MIT

internal import CNearConnectEngine
internal import Logging

/// Hands log entries to GLib under the domain “NearConnect”: the host, and `G_MESSAGES_DEBUG`, decide what is seen.
struct EngineLog: LogHandler {
    var logLevel = Logger.Level.debug
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let merged = metadata.merging(event.metadata ?? [:]) { $1 }
        let details = merged.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        let level: CInt =
            switch event.level {
            case .trace, .debug: 0
            case .info, .notice: 1
            case .warning, .error, .critical: 2
            }
        near_connect_engine_log(level, "\(event.message)\(details)")
    }
}

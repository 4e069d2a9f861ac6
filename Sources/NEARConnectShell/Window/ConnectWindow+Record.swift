// SPDX-License-Identifier: MIT

internal import GTKToolkit
internal import NEARConnect
internal import NEARConnectCore

extension ConnectWindow {
    /// Keeps the window's size and page for the next start.
    ///
    /// Of a window that has only its look from another profile the size is kept there, and no more.
    func keepRecord() {
        record.isMaximized = window.isMaximized
        record.page = body.page
        if !window.isMaximized, window.isMapped { record.resize(to: window.size) }
        ProfileDocument(WindowRecordFile.self, of: manager, in: look).change { [record, look] in
            let before = $0
            $0 = record
            if look != nil { ($0.page, $0.network) = (before.page, before.network) }
        }
    }
}

// SPDX-License-Identifier: MIT

import Logging
import NEARPrimitives

extension ContractHost {
    func valueReturn(_ count: UInt64, _ pointer: UInt64) throws(HostCallError) {
        try gas.pay(.base)
        let value = try bytes(pointer, count)
        let limit = parameters.native.limits.maxLengthReturnedData
        guard UInt64(value.count) <= limit else { throw .returnedValueLengthExceeded(value.count, limit: limit) }
        // Sending the value to whoever waits for it is paid here, and so is receiving it.
        let fee = parameters.native.fees.dataReceiptPerByte
        var cost: UInt64 = 0
        do {
            for receiver in call.outputDataReceivers {
                let perByte = try fee.send(senderIsReceiver: receiver == call.accountId).adding(fee.execution)
                cost = try cost.adding(perByte.multiplying(by: UInt64(value.count)))
            }
        } catch {
            throw .integerOverflow
        }
        try gas.pay(.newDataReceiptByte, sending: cost, executing: 0)
        returned = .value(value)
    }

    func panic() throws(HostCallError) {
        try gas.pay(.base)
        throw .guestPanic("explicit guest panic")
    }

    func panic(_ count: UInt64, _ pointer: UInt64) throws(HostCallError) {
        try gas.pay(.base)
        throw .guestPanic(try utf8(count, pointer))
    }

    func logUTF8(_ count: UInt64, _ pointer: UInt64) throws(HostCallError) {
        try gas.pay(.base)
        try checkLogCount()
        try log(utf8(count, pointer))
    }

    func logUTF16(_ count: UInt64, _ pointer: UInt64) throws(HostCallError) {
        try gas.pay(.base)
        try checkLogCount()
        try log(utf16(count, pointer))
    }

    /// Writes to the program's log and not to the call's (nearcore's sandbox).
    ///
    /// There it costs nothing; here as much as reading a log, since nothing else bounds how often it is called.
    func sandboxDebugLog(_ count: UInt64, _ pointer: UInt64) throws(HostCallError) {
        try gas.pay(.base)
        let text = try utf8(count, pointer)
        Self.debugLogger.debug("\(text)", metadata: ["account": "\(call.accountId)"])
    }

    private static let debugLogger = Logger(label: "near-connect.devnet.contract")

    /// Ends the contract; AssemblyScript calls it where an assertion fails.
    func abort(
        _ messagePointer: UInt64, _ filePointer: UInt64, line: UInt64, column: UInt64
    ) throws(HostCallError) {
        try gas.pay(.base)
        guard messagePointer >= 4, filePointer >= 4 else { throw .badUTF16 }
        try checkLogCount()
        let messageCount = try integer(messagePointer - 4, 4)
        let fileCount = try integer(filePointer - 4, 4)
        let message = try utf16(messageCount, messagePointer)
        let file = try utf16(fileCount, filePointer)
        let text = "\(message), filename: \"\(file)\" line: \(line) col: \(column)"
        try gas.pay(.logBase)
        try gas.pay(.logByte, per: text.utf8.count)
        try append("ABORT: \(text)")
        throw .guestPanic(text)
    }

    private func checkLogCount() throws(HostCallError) {
        guard logs.count < parameters.limits.maxLogs else {
            throw .numberOfLogsExceeded(limit: parameters.limits.maxLogs)
        }
    }

    private func log(_ text: String) throws(HostCallError) {
        try gas.pay(.logBase)
        try gas.pay(.logByte, per: text.utf8.count)
        try append(text)
    }

    private func append(_ text: String) throws(HostCallError) {
        let before = totalLogLength
        totalLogLength += UInt64(text.utf8.count)
        guard totalLogLength <= parameters.limits.maxTotalLogLength else {
            throw lengthExceeded(before.saturatingAdding(UInt64(text.utf8.count) * 2))
        }
        logs.append(text)
    }

    private func lengthExceeded(_ length: UInt64) -> HostCallError {
        .totalLogLengthExceeded(length, limit: parameters.limits.maxTotalLogLength)
    }

    /// Bytes that logs may still have.
    private var logLengthLeft: UInt64 {
        parameters.limits.maxTotalLogLength.saturatingSubtracting(totalLogLength)
    }

    private func integer(_ pointer: UInt64, _ count: UInt64) throws(HostCallError) -> UInt64 {
        try view(pointer, count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// UTF-8 of a length, or up to a zero byte.
    private func utf8(_ count: UInt64, _ pointer: UInt64) throws(HostCallError) -> String {
        try gas.pay(.utf8DecodingBase)
        let most = logLengthLeft
        var bytes: [UInt8] = []
        if count != .max {
            guard count <= most else { throw lengthExceeded(totalLogLength.saturatingAdding(count)) }
            bytes = try view(pointer, count)
        } else {
            while true {
                let byte = try integer(pointer.saturatingAdding(UInt64(bytes.count)), 1)
                if byte == 0 { break }
                guard bytes.count < most else { throw lengthExceeded(totalLogLength + most + 1) }
                bytes.append(UInt8(byte))
            }
        }
        try gas.pay(.utf8DecodingByte, per: bytes.count)
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .badUTF8 }
        return text
    }

    /// UTF-16 of a length in bytes, or up to a zero unit.
    private func utf16(_ count: UInt64, _ pointer: UInt64) throws(HostCallError) -> String {
        try gas.pay(.utf16DecodingBase)
        let most = logLengthLeft
        var bytes: [UInt8] = []
        if count == .max {
            while true {
                let unit = try integer(pointer.saturatingAdding(UInt64(bytes.count)), 2)
                if unit == 0 { break }
                bytes += [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
                guard bytes.count <= most else {
                    throw lengthExceeded(totalLogLength.saturatingAdding(UInt64(bytes.count)))
                }
            }
        } else {
            bytes = try view(pointer, count)
        }
        guard bytes.count % 2 == 0 else { throw .badUTF16 }
        guard bytes.count <= most else {
            throw lengthExceeded(totalLogLength.saturatingAdding(UInt64(bytes.count)))
        }
        try gas.pay(.utf16DecodingByte, per: bytes.count)
        let units = stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
        guard let text = String(validating: units, as: UTF16.self) else { throw .badUTF16 }
        return text
    }
}

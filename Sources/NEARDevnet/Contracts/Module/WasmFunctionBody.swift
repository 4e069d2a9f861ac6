// SPDX-License-Identifier: MIT

import NEARPrimitives

/// Checks one function's body and writes it again, metered.
///
/// The check is the algorithm of WebAssembly's own specification. Metering adds to each run of operators, which are
/// executed together, a charge in front; and to the function what it takes of the stack. Where gas or stack goes below
/// zero, the contract traps, and the counters say why.
///
/// Gas is what nearcore charges for the same code: one operator's cost for each but `block`, `else` and `end`, and for
/// every eight bytes of a function's frame. Where a contract traps in the middle of a run, the whole run is charged.
struct WasmFunctionBody {
    /// A block that is open.
    struct Frame {
        let opcode: UInt8
        let result: WasmValueType?
        let height: Int
        var isUnreachable = false

        /// The value that a branch to the block takes along.
        ///
        /// A loop begins anew, with nothing.
        var labelType: WasmValueType? { opcode == WasmOpcode.loop ? nil : result }
    }

    let module: WasmModule
    let layout: WasmLayout
    let type: WasmFunctionType
    var reader: WasmReader
    var locals: [WasmValueType] = []
    /// The declarations of the locals, as they were, and how many there are.
    private var localDeclarations: Range<Int> = 0..<0
    private var localDeclarationCount: UInt32 = 0

    /// The operands' types; `nil` stands for any type, behind a branch.
    var operands: [WasmValueType?] = []
    var frames: [Frame] = []
    /// True if the function changes what isn't set back before the next call: the table, or which segments are there.
    var changesInstance = false
    /// Blocks, loops and conditions.
    private(set) var blockCount = 0
    private var operandBytes = 0
    private(set) var maximumOperandBytes = 0

    /// The metered body so far, and the run of operators that isn't in it yet.
    private var output = WasmWriter()
    private var run = WasmWriter()
    private var runLength: Int64 = 0

    init(
        _ module: WasmModule, _ index: Int, layout: WasmLayout, localsLeft: inout Int
    ) throws(PrepareError) {
        self.module = module
        self.layout = layout
        type = module.types[module.functions[index]]
        reader = WasmReader(module.bytes, module.bodies[index])
        locals = type.parameters
        localDeclarationCount = try reader.u32()
        let start = reader.offset
        for _ in 0..<localDeclarationCount {
            let count = try reader.u32()
            guard Int(count) <= localsLeft else { throw .tooManyLocals }
            localsLeft -= Int(count)
            let type = try WasmModule.valueType(reader.byte())
            guard locals.count + Int(count) <= 50_000 else { throw .deserialization }
            locals.append(contentsOf: repeatElement(type, count: Int(count)))
        }
        localDeclarations = start..<reader.offset
    }

    /// Checks the body and writes the metered one, with its length in front.
    mutating func rewrite(to writer: inout WasmWriter) throws(PrepareError) {
        frames.append(Frame(opcode: WasmOpcode.block, result: type.result, height: 0))
        while !frames.isEmpty {
            try step()
        }
        guard reader.isAtEnd else { throw .deserialization }
        flush()

        // nearcore: 64 bytes for what a call keeps, and the locals.
        let frameBytes = locals.reduce(64) { $0 + $1.byteCount }
        let stackBytes = Int64(frameBytes + maximumOperandBytes)
        writer.block { writer in
            // JavaScriptCore compiles a loop that is running only where the function has a local.
            let isBare = locals.isEmpty
            writer.u32(localDeclarationCount + (isBare ? 1 : 0))
            writer.append(module.bytes[localDeclarations])
            if isBare { writer.append([1, WasmValueType.i64.rawValue]) }
            writer.takeStack(stackBytes, layout)
            writer.charge(Int64((frameBytes + 7) / 8) * layout.operatorCost, layout)
            // Every way out of the function leads to the end of this block, where the stack is given back.
            writer.byte(WasmOpcode.block)
            writer.byte(type.result?.rawValue ?? WasmOpcode.emptyBlockType)
            writer.append(output.bytes)
            writer.giveStack(stackBytes, layout)
            writer.byte(WasmOpcode.end)
        }
    }

    /// Ends a run: what was executed together is charged in front of it.
    mutating func flush() {
        if runLength > 0 { output.charge(runLength * layout.operatorCost, layout) }
        output.append(run.bytes)
        run = WasmWriter()
        runLength = 0
    }

    /// Counts an operator.
    mutating func count() {
        runLength += 1
    }

    /// Writes an operator into the run.
    mutating func emit(_ body: (inout WasmWriter) -> Void) {
        body(&run)
    }

    /// Writes an operator as it was.
    mutating func copy(from start: Int) {
        run.append(module.bytes[start..<reader.offset])
    }

    mutating func push(_ type: WasmValueType?) {
        operands.append(type)
        operandBytes += type?.byteCount ?? 8
        maximumOperandBytes = max(maximumOperandBytes, operandBytes)
    }

    /// Takes an operand of any type.
    @discardableResult
    mutating func pop() throws(PrepareError) -> WasmValueType? {
        guard let frame = frames.last else { throw .deserialization }
        if operands.count == frame.height {
            guard frame.isUnreachable else { throw .deserialization }
            return nil
        }
        let type = operands.removeLast()
        operandBytes -= type?.byteCount ?? 8
        return type
    }

    /// Takes an operand of one type.
    @discardableResult
    mutating func pop(_ expected: WasmValueType) throws(PrepareError) -> WasmValueType {
        let actual = try pop()
        guard actual == nil || actual == expected else { throw .deserialization }
        return expected
    }

    /// Forgets the operands of the block: nothing behind is reached.
    mutating func setUnreachable() {
        guard let frame = frames.last else { return }
        dropOperands(to: frame.height)
        frames[frames.count - 1].isUnreachable = true
    }

    private mutating func dropOperands(to height: Int) {
        while operands.count > height { operandBytes -= operands.removeLast()?.byteCount ?? 8 }
    }

    /// The block that a branch leads to.
    func target(_ depth: UInt32) throws(PrepareError) -> Frame {
        guard depth < frames.count else { throw .deserialization }
        return frames[frames.count - 1 - Int(depth)]
    }

    /// Closes the innermost block, checking that it leaves what it says.
    mutating func popFrame() throws(PrepareError) -> Frame {
        guard let frame = frames.last else { throw .deserialization }
        if let result = frame.result { try pop(result) }
        guard operands.count == frame.height else { throw .deserialization }
        frames.removeLast()
        return frame
    }

    mutating func pushFrame(_ opcode: UInt8, _ result: WasmValueType?) {
        if opcode != WasmOpcode.else { blockCount += 1 }
        frames.append(Frame(opcode: opcode, result: result, height: operands.count))
    }
}

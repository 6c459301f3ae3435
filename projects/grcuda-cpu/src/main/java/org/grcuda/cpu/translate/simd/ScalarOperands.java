package org.grcuda.cpu.translate.simd;

import org.grcuda.cpu.translate.pass.MemoryLayout;
import org.grcuda.cpu.translate.simd.analysis.GangScope;
import org.grcuda.cpu.translate.simd.analysis.NotVectorizableException;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.translate.simd.registers.RegisterAllocation;
import org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Place;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Variable;

/** Operands that do not vary, or vary only by a stride, in general registers: lane 0's values. */
abstract class ScalarOperands {

  /** The frame. */
  static final int FRAME = GangFrame.FRAME;

  private final VectorAssembler asm;
  private final GangScope scope;
  private final RegisterAllocation registers;
  private Instruction current;
  private int part;

  ScalarOperands(VectorAssembler asm, GangScope scope, RegisterAllocation registers) {
    this.asm = asm;
    this.scope = scope;
    this.registers = registers;
  }

  VectorAssembler asm() {
    return asm;
  }

  GangScope scope() {
    return scope;
  }

  /** Begins an instruction. */
  final void begin(Instruction instruction) {
    current = instruction;
  }

  /** A refusal of the current instruction. */
  NotVectorizableException refuse(String what) {
    return new NotVectorizableException(
        what + (current == null ? "" : " (PTX line " + current.line() + ")"));
  }

  /** A refusal of the current instruction. */
  NotVectorizableException refuse() {
    return refuse(current.mnemonic());
  }

  final Place place(Register r) {
    return registers.place(r, part);
  }

  /** Vectors of lanes that are executed together, the parts of a gang. */
  final int parts() {
    return registers.parts();
  }

  /** The part whose code is emitted. */
  final int part() {
    return part;
  }

  final void setPart(int value) {
    part = value;
  }

  /** Threads of a part: one for each lane, or one for all of them. */
  final int threads() {
    return scope.gangs().perVector(asm.lanes());
  }

  /** Lanes of 32 bits of a vector. */
  final int lanes() {
    return asm.lanes();
  }

  final RegisterAllocation registers() {
    return registers;
  }

  /** The place of a {@code mad}'s product that is the same for all threads of the block. */
  final Mem product(int statement) {
    return Mem.at(FRAME, registers.product(statement));
  }

  /** A place of the frame that nobody else uses, aligned to 64 bytes. */
  final int frameSlot(int bytes) {
    return registers.nextSlot(bytes);
  }

  /** Where the local memory of the lower lanes of the part begins, or of the upper ones. */
  final Mem localStarts(int half) {
    return Mem.at(FRAME, GangFrame.LOCAL_LANES + (2 * part + half) * asm.bytes());
  }

  static Mem slot(Place p) {
    return Mem.at(FRAME, p.slot());
  }

  static int width(PtxType type) {
    return type.size() == 8 ? 8 : 4;
  }

  /**
   * A general register with the value of an operand that does not vary, of a type, in the first
   * lane of the part.
   */
  int scalar(Operand o, PtxType type, int scratch) {
    switch (o) {
      case Register r -> {
        int at = place(r).low();
        if (at < 0) {
          asm.load(width(r.type()), scratch, slot(place(r)));
          at = scratch;
        }
        return convertScalar(advance(r, width(r.type()), at, scratch), r.type(), type, scratch);
      }
      case Operand.IntegerImmediate n -> asm.mov(scratch, immediate(type, n.value()));
      case Operand.FloatImmediate f -> asm.mov(scratch, bits(type, f));
      case Operand.SpecialRegister s -> {
        special(s.name(), scratch);
        advance(s, 4, scratch, scratch);
      }
      case Operand.Negated n -> {
        int p = scalar(n.predicate(), PtxType.PRED, scratch);
        asm.mov(4, scratch, p);
        asm.aluImmediate(Alu.XOR, 4, scratch, 1);
      }
      case Operand.Symbol s -> symbol(s, scratch);
      default -> throw refuse("operand " + o.text());
    }
    return scratch;
  }

  /**
   * The memory from which lane 0's value of an operand can be read as a type; null if it is not in
   * memory.
   */
  Mem scalarMemory(Operand o, PtxType type) {
    boolean readable =
        o instanceof Register r
            && place(r).inFrame()
            && type.size() >= 4
            && r.type().size() >= type.size();
    return readable ? slot(place((Register) o)) : null;
  }

  /** From the first lane to that of the part. */
  private int advance(Operand o, int width, int at, int scratch) {
    long stride = scope.plan().shape(o).stride();
    if (part == 0 || stride == 0) {
      return at;
    }
    long distance = part * lanes() * stride;
    if (width == 8 && distance != (int) distance) {
      asm.mov(8, scratch, at);
      asm.alu(Alu.ADD, 8, scratch, asm.constant(distance));
      return scratch;
    }
    asm.lea(width, scratch, Mem.at(at, (int) distance));
    return scratch;
  }

  private int convertScalar(int at, PtxType from, PtxType to, int scratch) {
    if (to.size() == 8 && from.size() < 8) {
      asm.mov(4, scratch, at);
      return scratch;
    }
    if (to.size() >= 4 || to == PtxType.PRED || from.size() == to.size() && !to.isSigned()) {
      return at;
    }
    asm.extend(to.size(), to.isSigned(), scratch, at);
    return scratch;
  }

  private void special(String name, int to) {
    Integer offset = GangFrame.SPECIAL.get(name);
    if (offset != null) {
      asm.load(4, to, Mem.at(FRAME, offset));
    } else if (name.equals("%gridid")) {
      asm.load(8, to, Mem.at(FRAME, GangFrame.GRID_ID));
    } else {
      throw refuse(name);
    }
  }

  private void symbol(Operand.Symbol s, int to) {
    if (scope.layout().isFunction(s)) {
      asm.mov(to, scope.layout().functionAddress(s));
      return;
    }
    Variable variable = scope.layout().variable(scope.function(), s, current.position());
    switch (variable.space()) {
      case SHARED -> asm.mov(to, scope.layout().sharedOffset(variable) + s.offset());
      case GLOBAL, CONST -> {
        asm.load(8, to, Mem.at(FRAME, GangFrame.GLOBALS));
        asm.load(8, to, Mem.at(to, 8 * scope.variables().index(s.name())));
        add(to, s.offset());
      }
      case LOCAL -> {
        MemoryLayout.Frame frame = scope.layout().frame(scope.function().name());
        asm.mov(to, frame.offsets().get(s.name()) + s.offset());
      }
      case PARAM -> {
        asm.load(8, to, Mem.at(FRAME, GangFrame.PARAMETERS));
        add(to, parameterOffset(s) + s.offset());
      }
      default -> throw refuse("address of " + s.name());
    }
  }

  /** Where a kernel parameter begins in the parameter block. */
  int parameterOffset(Operand.Symbol s) {
    int index = scope.function().parameterIndex(s.name());
    if (index < 0) {
      throw refuse("parameter " + s.name());
    }
    return scope.layout().parameters().slots().get(index).offset();
  }

  /** {@code register += constant}, 64 bits. */
  void add(int register, long value) {
    if (value != 0) {
      if (value != (int) value) {
        throw refuse("offset " + value);
      }
      asm.aluImmediate(Alu.ADD, 8, register, (int) value);
    }
  }

  /** The general register to compute a destination in. */
  int scalarTarget(Operand destination, int scratch) {
    if (destination instanceof Operand.Sink) {
      return scratch;
    }
    int at = place((Register) destination).low();
    return at < 0 ? scratch : at;
  }

  /** Ends the computation of a destination of a type in a general register. */
  void scalarDone(Operand destination, PtxType type, int at) {
    if (!(destination instanceof Register r)) {
      return;
    }
    if (r.type().size() == 2) {
      asm.extend(2, false, at, at);
    } else if (r.type().size() == 8 && type.size() < 8) {
      if (type.isSigned()) {
        asm.movsxd(at, at);
      } else {
        asm.mov(4, at, at);
      }
    }
    if (place(r).slot() >= 0) {
      asm.store(width(r.type()), slot(place(r)), at);
    }
  }

  static long immediate(PtxType type, long value) {
    return switch (type) {
      case S16 -> (short) value & 0xffff_ffffL;
      case S8 -> (byte) value & 0xffff_ffffL;
      case U8, B8 -> value & 0xff;
      case U16, B16, F16, BF16 -> value & 0xffff;
      case PRED -> value != 0 ? 1 : 0;
      default -> type.size() == 8 ? value : value & 0xffff_ffffL;
    };
  }

  static long bits(PtxType type, Operand.FloatImmediate f) {
    return switch (type) {
      case F32 ->
          f.type() == PtxType.F32
              ? f.bits() & 0xffff_ffffL
              : Float.floatToRawIntBits((float) f.value()) & 0xffff_ffffL;
      case F64 -> Double.doubleToRawLongBits(f.value());
      default -> immediate(type, f.bits());
    };
  }
}

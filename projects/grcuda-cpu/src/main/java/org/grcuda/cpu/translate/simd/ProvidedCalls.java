package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.GangEmitter.FRAME;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V1;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RBP;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.cpu.translate.semantics.Clocks;
import org.grcuda.cpu.translate.semantics.ProvidedFunction;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.x86.Assembler;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.Source;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Call;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.analysis.BasicBlock;

/**
 * Calls of functions that the backend provides, such as {@code vprintf} (PTX ISA 9.7.12.5, call):
 * the machine code saves its registers in the frame and returns. Java calls the function for each
 * lane and enters the code again, which goes on after the call.
 */
final class ProvidedCalls {

  /** Bytes of 64-bit values of the lanes, at most 16. */
  static final int VALUES = 128;

  private static final int MASKS = 8;
  private static final int[] GENERAL = {Assembler.RSI, RBP, 8, 9, 10, 11, 12, 13, 14, 15};

  /**
   * A call.
   *
   * @param parameters their number
   * @param results numbers of 64 bits that it gives, at most 2; the second one replaces the second
   *     argument
   * @param namesLine whether its faults tell the line of the call
   * @param line of the PTX
   * @param part of the gang
   * @param values where the arguments are in the frame, {@link #VALUES} bytes each; the results go
   *     to the first ones
   */
  record Site(
      ProvidedFunction.Code code,
      int parameters,
      int results,
      boolean namesLine,
      int line,
      int part,
      int values) {}

  private final GangEmitter e;
  private final VectorAssembler asm;
  private final List<Site> sites = new ArrayList<>();
  private final List<Label> continuations = new ArrayList<>();
  private final Label leave = new Label();
  private final Label enter = new Label();
  private final boolean any;
  private int kept;

  ProvidedCalls(GangEmitter e) {
    this.e = e;
    this.asm = e.asm();
    this.any = e.scope().plan().order().stream().anyMatch(this::hasCall);
  }

  private boolean hasCall(BasicBlock block) {
    return e.scope().function().body().subList(block.start(), block.end()).stream()
        .anyMatch(s -> s instanceof Instruction i && isOne(i));
  }

  /** Whether an instruction calls Java. */
  private static boolean isOne(Instruction i) {
    return i.opcode() == Opcode.CALL || Clocks.isRead(i);
  }

  /** The calls, in the order of their numbers from 1. */
  List<Site> sites() {
    return sites;
  }

  /** The begin of the function: goes on after a call if there was one. */
  void begin() {
    if (any) {
      int vectors = asm.bytes() * asm.vectors().length;
      kept = e.frameSlot(vectors + 8 * (MASKS + GENERAL.length));
      asm.aluImmediate(Alu.CMP, 4, Mem.at(FRAME, GangFrame.CALL), 0);
      asm.jump(Condition.NE, enter);
    }
  }

  /** {@code call} of a provided function, whose arguments are registers by now. */
  void emit(Instruction i) {
    Call call = i.call();
    ProvidedFunction function = ProvidedFunction.of(call.calleeName());
    List<PtxType> parameters = function == null ? List.of() : function.parameters();
    if (function == null || parameters.size() > call.arguments().size()) {
      throw e.refuse();
    }
    int values = e.frameSlot(VALUES * Math.max(1, parameters.size()));
    call(i, function, values, e.mask());
    if (!call.results().isEmpty()) {
      if (function.result() == null) {
        throw e.refuse();
      }
      result(call.results().getFirst(), function.result(), values);
    }
  }

  /**
   * Calls a function for the lanes of a mask.
   *
   * @param values offset in the frame of the arguments, {@link #VALUES} bytes each; of {@link
   *     ProvidedFunction#results} four words, two come to the first, two to the second
   */
  void call(Instruction i, ProvidedFunction function, int values, int mask) {
    int parameters = function.parameters().size();
    for (int k = 0; k < parameters; k++) {
      for (int half = 0; half < 2; half++) {
        int from = e.vector(i.call().arguments().get(k), PtxType.U64, half, V0);
        Mem to = Mem.at(FRAME, values + VALUES * k + asm.bytes() * half);
        asm.vector(VectorOp.VMOVDQU64_STORE, from, 0, to, Form.ALL);
      }
    }
    Site site =
        new Site(
            function.code(),
            parameters,
            function.results() > 1 ? 2 : 1,
            function.namesLine(),
            i.line(),
            e.part(),
            values);
    leave(site, mask);
  }

  /** Reads a clock. */
  void clock(Instruction i) {
    int values = e.frameSlot(VALUES);
    leave(new Site(Clocks.of(i), 0, 1, true, i.line(), e.part(), values), e.mask());
    result(i.operand(0), i.type(), values);
  }

  private void leave(Site site, int mask) {
    sites.add(site);
    Label behind = new Label();
    continuations.add(behind);
    asm.kmovToGpr(RAX, mask);
    asm.store(4, Mem.at(FRAME, GangFrame.FAULT_MASK), RAX);
    asm.storeConstant(4, Mem.at(FRAME, GangFrame.CALL), sites.size());
    asm.jump(leave);
    asm.bind(behind);
    asm.storeConstant(4, Mem.at(FRAME, GangFrame.CALL), 0);
  }

  private void result(Operand to, PtxType type, int values) {
    if (to instanceof Operand.Sink) {
      return;
    }
    for (int h = 0; h < 2; h++) {
      Mem from = e.ofThreads(Mem.at(FRAME, values), h);
      e.move(V0 + h, Source.of(from), PtxType.U64, Form.ALL);
    }
    VectorTarget t = e.target(to, type);
    if (type.size() == 8) {
      asm.vector(VectorOp.VMOVDQU64, t.low(), 0, V0, t.form(0));
      asm.vector(VectorOp.VMOVDQU64, t.high(), 0, V1, t.form(1));
    } else {
      e.truncate(V0, V1, V0);
      asm.vector(VectorOp.VMOVDQU32, t.low(), 0, V0, t.form(0));
    }
    e.done(t);
  }

  /** Behind the code: leaves for Java, and comes back. */
  void end(Label exit) {
    if (!any) {
      return;
    }
    asm.bind(leave);
    for (int v = 0; v < asm.vectors().length; v++) {
      asm.vector(VectorOp.VMOVDQU64_STORE, asm.vectors()[v], 0, vectorAt(v), Form.ALL);
    }
    for (int k = 1; k < MASKS; k++) {
      asm.kstore(Mem.at(FRAME, masksAt() + 8 * k), k);
    }
    for (int r = 0; r < GENERAL.length; r++) {
      asm.store(8, Mem.at(FRAME, generalAt() + 8 * r), GENERAL[r]);
    }
    asm.mov(RAX, GangAssembler.CALL);
    asm.jump(exit);
    asm.bind(enter);
    for (int v = 0; v < asm.vectors().length; v++) {
      asm.vector(VectorOp.VMOVDQU64, asm.vectors()[v], 0, vectorAt(v), Form.ALL);
    }
    for (int k = 1; k < MASKS; k++) {
      asm.kload(k, Mem.at(FRAME, masksAt() + 8 * k));
    }
    for (int r = 0; r < GENERAL.length; r++) {
      asm.load(8, GENERAL[r], Mem.at(FRAME, generalAt() + 8 * r));
    }
    for (int site = 1; site < continuations.size(); site++) {
      asm.aluImmediate(Alu.CMP, 4, Mem.at(FRAME, GangFrame.CALL), site);
      asm.jump(Condition.E, continuations.get(site - 1));
    }
    asm.jump(continuations.getLast());
  }

  private int masksAt() {
    return kept + asm.bytes() * asm.vectors().length;
  }

  private int generalAt() {
    return masksAt() + 8 * MASKS;
  }

  private Mem vectorAt(int vector) {
    return Mem.at(FRAME, kept + asm.bytes() * vector);
  }
}

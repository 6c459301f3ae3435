package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.GangEmitter.FRAME;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V1;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDX;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.cpu.image.ImageAccess;
import org.grcuda.cpu.image.ImageOperation;
import org.grcuda.cpu.translate.semantics.ProvidedFunction;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.translate.simd.routine.ImageFrame;
import org.grcuda.cpu.translate.simd.routine.ImageRoutine;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.Call;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;

/**
 * Instructions on images, which are calls of {@link ProvidedFunction#IMAGE} by now. All
 * instructions of one form share an {@link ImageRoutine}. If that gives up, or the lanes have
 * different objects, and for instructions without a routine, Java is called.
 */
final class ImageOps {

  private static final int HANDLE = 1;
  private static final int FIRST_WORD = 2;
  private static final int NOT_EQUAL = 4;

  private final GangEmitter e;
  private final VectorAssembler asm;
  private final ProvidedCalls calls;
  private final Map<ImageRoutine.Variant, Label> routines = new HashMap<>();

  /** Null as long as none is needed. */
  private ImageFrame frame;

  /** Offset in the frame of the arguments of calls. */
  private int values;

  ImageOps(GangEmitter e, ProvidedCalls calls) {
    this.e = e;
    this.asm = e.asm();
    this.calls = calls;
  }

  /** Whether an instruction is one on images. */
  static boolean isOne(Instruction i) {
    return ProvidedFunction.IMAGE.symbol().equals(i.call().calleeName());
  }

  /** Emits one. */
  void emit(Instruction i) {
    if (e.threads() == 1) {
      throw e.refuse();
    }
    if (frame == null) {
      frame = new ImageFrame(e.frameSlot(ImageFrame.bytes(asm.bytes())), asm.bytes());
      values = e.frameSlot(ProvidedCalls.VALUES * ProvidedFunction.IMAGE.parameters().size());
    }
    Call call = i.call();
    long code = ((Operand.IntegerImmediate) call.arguments().getFirst()).value();
    ImageOperation operation = ImageOperation.of(code);
    int mask = e.mask();
    if (ImageRoutine.exists(operation)) {
      ImageRoutine.Variant form = new ImageRoutine.Variant(operation, needed(call));
      Label slow = new Label();
      Label done = new Label();
      access(call, form, mask, slow);
      asm.bind(done);
      e.later(
          () -> {
            asm.bind(slow);
            callJava(i, mask);
            asm.jump(done);
          });
    } else {
      callJava(i, mask);
    }
    for (int w = 0; w < call.results().size(); w++) {
      if (call.results().get(w) instanceof Register r) {
        VectorTarget t = e.target(r, PtxType.B32);
        asm.vector(VectorOp.VMOVDQU32, t.low(), 0, frame.result(w), t.form(0));
        e.done(t);
      }
    }
  }

  /** Number of words of the result up to the last that is needed. */
  private static int needed(Call call) {
    int needed = 1;
    for (int w = 0; w < call.results().size(); w++) {
      needed = call.results().get(w) instanceof Register ? w + 1 : needed;
    }
    return needed;
  }

  // ---- machine code

  private void access(Call call, ImageRoutine.Variant form, int mask, Label slow) {
    int words = words(form.operation());
    for (int w = 0; w < Math.min(words, ImageAccess.ARGUMENTS_IN_REGISTERS); w++) {
      int from = e.vector(call.arguments().get(FIRST_WORD + w), PtxType.B32, 0, V0);
      asm.vector(VectorOp.VMOVDQU32_STORE, from, 0, frame.argument(w), Form.ALL);
    }
    for (int half = 0; half < 2 && words > ImageAccess.ARGUMENTS_IN_REGISTERS; half++) {
      int from = e.vector(call.arguments().getLast(), PtxType.U64, half, V0);
      asm.vector(VectorOp.VMOVDQU64_STORE, from, 0, frame.buffers(half), Form.ALL);
    }
    asm.kmovToGpr(RAX, mask);
    asm.store(4, frame.active(), RAX);
    Operand object = call.arguments().get(HANDLE);
    if (e.scope().plan().shape(object).isUniform()) {
      asm.mov(8, RDX, e.scalar(object, PtxType.U64, RDX));
    } else {
      oneObject(object, mask, slow);
    }
    asm.call(routines.computeIfAbsent(form, this::routine));
    asm.test(4, RAX, RAX);
    asm.jump(Condition.E, slow);
  }

  /** Words that a routine takes: coordinates, and what is stored. */
  private static int words(ImageOperation operation) {
    int coordinates = ImageOperation.coordinates(operation.geometry());
    return operation.kind() == ImageOperation.Kind.STORE
        ? coordinates + operation.elements() * Math.max(1, operation.elementBytes() / 4)
        : coordinates;
  }

  /** Brings the object of all lanes of a mask, which is also in rax, to rdx, if it is one. */
  private void oneObject(Operand object, int mask, Label slow) {
    int low = e.vector(object, PtxType.U64, 0, V0);
    int high = e.vector(object, PtxType.U64, 1, V1);
    Mem objects = Mem.at(FRAME, values);
    asm.vector(VectorOp.VMOVDQU64_STORE, low, 0, objects, Form.ALL);
    asm.vector(VectorOp.VMOVDQU64_STORE, high, 0, objects.plus(asm.bytes()), Form.ALL);
    asm.tzcnt(RCX, RAX);
    asm.load(8, RDX, Mem.indexed(FRAME, RCX, 8, values));
    asm.vector(VectorOp.VPBROADCASTQ_GPR, V2, 0, RDX, Form.ALL);
    int others = GangEmitter.HIGH;
    asm.vector(VectorOp.VPCMPQ, others, V2, low, Form.ALL.masked(mask).with(NOT_EQUAL));
    asm.kortest(others, others);
    asm.jump(Condition.NE, slow);
    asm.upperHalf(others, mask);
    asm.vector(VectorOp.VPCMPQ, others, V2, high, Form.ALL.masked(others).with(NOT_EQUAL));
    asm.kortest(others, others);
    asm.jump(Condition.NE, slow);
  }

  private Label routine(ImageRoutine.Variant form) {
    Label entry = new Label();
    e.later(
        () -> {
          asm.bind(entry);
          ImageRoutine.of(asm, frame, form).emit();
        });
    return entry;
  }

  // ---- Java

  private void callJava(Instruction i, int mask) {
    calls.call(i, ProvidedFunction.IMAGE, values, mask);
    List<Operand> results = i.call().results();
    for (int pair = 0; pair < results.size() / 2; pair++) {
      for (int word = 0; word < 2; word++) {
        if (results.get(2 * pair + word) instanceof Register) {
          Mem from = Mem.at(FRAME, values + ProvidedCalls.VALUES * pair);
          asm.vector(VectorOp.VMOVDQU64, V0, 0, from, Form.ALL);
          asm.vector(VectorOp.VMOVDQU64, V1, 0, from.plus(asm.bytes()), Form.ALL);
          e.words(V0, V1, every(word), V0);
          asm.vector(VectorOp.VMOVDQU32_STORE, V0, 0, frame.result(2 * pair + word), Form.ALL);
        }
      }
    }
  }

  /** Every second word, from the first or the second on. */
  private int[] every(int first) {
    int[] choice = new int[e.lanes()];
    for (int l = 0; l < choice.length; l++) {
      choice[l] = 2 * l + first;
    }
    return choice;
  }
}

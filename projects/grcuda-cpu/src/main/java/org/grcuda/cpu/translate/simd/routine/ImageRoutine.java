package org.grcuda.cpu.translate.simd.routine;

import static org.grcuda.cpu.translate.simd.routine.ImageFrame.FRAME;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDI;
import static org.grcuda.cpu.x86.Assembler.RDX;

import org.grcuda.cpu.image.ImageDescriptors;
import org.grcuda.cpu.image.ImageOperation;
import org.grcuda.cpu.image.ImageTable;
import org.grcuda.cpu.translate.simd.frame.GangFrame;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Assembler.Shift;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.VectorAssembler;

/**
 * The code of one form of instructions on images, of the lanes of a part: the object is in rdx, the
 * arguments are in the frame. It returns 1 in rax and the results in the frame; or 0 if it does not
 * access such an image in such a way, and has changed nothing: then {@link
 * org.grcuda.cpu.image.ImageAccess} must. Both give the same bits. All registers for computations
 * change.
 */
public abstract class ImageRoutine {

  /**
   * A form.
   *
   * @param needed how many words of the result are made, from the first on
   */
  public record Variant(ImageOperation operation, int needed) {}

  final VectorAssembler asm;
  final ImageFrame frame;
  final ImageOperation operation;

  /** Where it gives up. */
  final Label otherwise = new Label();

  ImageRoutine(VectorAssembler asm, ImageFrame frame, ImageOperation operation) {
    this.asm = asm;
    this.frame = frame;
    this.operation = operation;
  }

  /** Whether machine code does an operation, on some images at least. */
  public static boolean exists(ImageOperation operation) {
    return switch (operation.kind()) {
      case FETCH, FETCH_LEVEL, FETCH_GRADIENT ->
          !operation.geometry().isCube() && !operation.halves();
      case LOAD, STORE -> true;
      default -> false;
    };
  }

  /** The routine of a form that {@linkplain #exists exists}. */
  public static ImageRoutine of(VectorAssembler asm, ImageFrame frame, Variant form) {
    return switch (form.operation().kind()) {
      case LOAD, STORE -> new SurfaceRoutine(asm, frame, form.operation());
      default -> new TextureRoutine(asm, frame, form);
    };
  }

  /** Emits it. */
  public final void emit() {
    find();
    asm.load(8, RDI, Mem.at(RDX, ImageDescriptors.BASE));
    access();
    asm.bind(otherwise);
    asm.mov(RAX, 0);
    asm.ret();
  }

  /** Emits the access of an image whose descriptor is in rdx, its base in rdi. */
  abstract void access();

  /** Emits the end of an access. */
  final void leave() {
    asm.mov(RAX, 1);
    asm.ret();
  }

  /** What descriptors of the operation's images have as their geometry. */
  abstract int geometry();

  /** Brings the address of the object's descriptor to rdx. */
  private void find() {
    int logOfGroup = Integer.numberOfTrailingZeros(ImageDescriptors.GROUP);
    asm.mov(RAX, -ImageTable.FIRST);
    asm.alu(Alu.ADD, 8, RDX, RAX);
    // Bits below the number become the highest ones.
    asm.shift(Shift.ROR, 8, RDX, ImageTable.SHIFT);
    asm.aluImmediate(Alu.CMP, 8, RDX, ImageTable.MOST);
    asm.jump(Condition.AE, otherwise);
    asm.mov(4, RCX, RDX);
    asm.shift(Shift.SHR, 4, RCX, logOfGroup);
    asm.mov(RAX, ImageTable.directory());
    asm.load(8, RAX, Mem.indexed(RAX, RCX, 8, 0));
    asm.test(8, RAX, RAX);
    asm.jump(Condition.E, otherwise);
    asm.aluImmediate(Alu.AND, 4, RDX, ImageDescriptors.GROUP - 1);
    asm.shift(Shift.SHL, 4, RDX, Integer.numberOfTrailingZeros(ImageDescriptors.BYTES));
    asm.alu(Alu.ADD, 8, RDX, RAX);
    asm.aluImmediate(Alu.CMP, 4, Mem.at(RDX, ImageDescriptors.GEOMETRY), geometry());
    asm.jump(Condition.NE, otherwise);
    asm.load(8, RAX, Mem.at(RDX, ImageDescriptors.ADDRESS));
    asm.alu(Alu.SUB, 8, RAX, Mem.at(FRAME, GangFrame.ARENA_BASE));
    asm.alu(Alu.CMP, 8, RAX, Mem.at(FRAME, GangFrame.ARENA_LIMIT));
    asm.jump(Condition.AE, otherwise);
  }
}

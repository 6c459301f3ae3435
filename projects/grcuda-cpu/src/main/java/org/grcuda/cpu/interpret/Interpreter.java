package org.grcuda.cpu.interpret;

import org.grcuda.cpu.exec.BlockCode;
import org.grcuda.cpu.exec.BlockContext;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.translate.pass.CallGraph;
import org.grcuda.cpu.translate.pass.MemoryLayout;
import org.grcuda.cpu.translate.pass.ModuleVariables;
import org.grcuda.cpu.translate.runtime.BlockScheduler;
import org.grcuda.cpu.translate.runtime.ThreadCode;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;

/**
 * Executes kernels instruction by instruction. Each thread has a stack and registers of its own, so
 * it may wait anywhere, also in device functions. The interpreter is tens of times slower than
 * translated code.
 */
public final class Interpreter {

  private Interpreter() {}

  /**
   * The code of a kernel.
   *
   * @param kernel as written: nothing needs to be inlined
   * @throws org.grcuda.cpu.exec.UnsupportedPtxException naming the instruction that cannot be
   *     executed, and its line
   */
  public static BlockCode of(
      PtxModule module,
      PtxFunction kernel,
      ModuleVariables variables,
      CallGraph calls,
      MemoryLayout layout) {
    return new Code(
        FunctionDecoder.decode(new Program(module, kernel, variables, calls, layout, false)));
  }

  /** As the other, with code that counts in {@link BlockContext#counts}. */
  public static BlockCode counting(
      PtxModule module,
      PtxFunction kernel,
      ModuleVariables variables,
      CallGraph calls,
      MemoryLayout layout) {
    return new Code(
        FunctionDecoder.decode(new Program(module, kernel, variables, calls, layout, true)));
  }

  /** As the other, with code that runs threads to their end, as if there were no others. */
  public static ThreadCode threads(
      PtxModule module,
      PtxFunction kernel,
      ModuleVariables variables,
      CallGraph calls,
      MemoryLayout layout) {
    Code code =
        new Code(
            FunctionDecoder.decode(new Program(module, kernel, variables, calls, layout, false)));
    return (context, first, last) -> code.begin(context).run(context, first, last);
  }

  /** Blocks of one kernel. */
  private record Code(Program program) implements BlockCode {

    @Override
    public void run(BlockContext context) {
      begin(context).run(context);
    }

    @Override
    public boolean advance(BlockContext context) {
      return (context.progress instanceof BlockScheduler left ? left : begin(context))
          .advance(context);
    }

    private BlockScheduler begin(BlockContext context) {
      return new BlockScheduler(new Block(program, context), program.points(), 0);
    }
  }

  /** The threads of one block. */
  private static final class Block implements ThreadCode {

    private final ThreadState[] threads;

    Block(Program program, BlockContext context) {
      threads = new ThreadState[context.launch.threadsPerBlock()];
      for (int t = 0; t < threads.length; t++) {
        threads[t] = new ThreadState(program, context, t);
      }
    }

    @Override
    public void run(BlockContext context, int first, int last) {
      for (int t = first; t < last; t++) {
        if (context.states.resume[t] >= 0) {
          try {
            threads[t].run();
          } catch (KernelFault fault) {
            context.thread = t;
            throw fault;
          }
        }
      }
    }
  }
}

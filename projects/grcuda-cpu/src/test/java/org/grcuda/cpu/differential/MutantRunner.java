package org.grcuda.cpu.differential;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Timer;
import java.util.TimerTask;
import org.grcuda.cpu.check.MemoryMonitor;
import org.grcuda.cpu.exec.BlockContext;
import org.grcuda.cpu.exec.CompiledKernel;
import org.grcuda.cpu.exec.CompiledModule;
import org.grcuda.cpu.exec.KernelFault;
import org.grcuda.cpu.exec.KernelParameter;
import org.grcuda.cpu.exec.Launch;
import org.grcuda.cpu.exec.ModuleVariable;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.exec.TranslationOptions.Engine;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.cpu.memory.Memory;
import org.grcuda.cpu.translate.PtxTranslator;
import org.grcuda.ptx.PtxSyntaxException;

/**
 * Translates damaged modules on every engine, and launches what is translated. Nothing may come of
 * it but refusals with a place and faults of kernels: all else is told.
 */
final class MutantRunner implements AutoCloseable {

  private static final int SLACK = 4096;
  private static final int BUFFER = 64 << 10;
  private static final int MOST_SHARED = 64 << 10;
  private static final int MOST_LOCAL = 4 << 20;
  private static final int MOST_THREADS = 40;
  private static final int BLOCKS = 2;
  private static final long MILLISECONDS = 40;
  private static final String CHECKED = "checked bytecode";

  private final Map<String, TranslationOptions> engines = engines();
  private final Memory memory = new Memory(1, 256L << 20, 1L << 20, true);
  private final Timer clock = new Timer(true);
  private final long buffer = memory.allocate(BUFFER, 0, "test");
  private long refused;
  private long completed;
  private long faults;

  private static Map<String, TranslationOptions> engines() {
    Map<String, TranslationOptions> all = new LinkedHashMap<>(Engines.all());
    all.put(
        CHECKED,
        TranslationOptions.defaults().withEngine(Engine.BYTECODE).watched(true, kernel -> false));
    all.replaceAll((name, options) -> options.withStrict(true));
    return all;
  }

  /**
   * Translates and launches.
   *
   * @return the engine and the stack trace, if anything else happened than a refusal with its place
   *     or a fault
   */
  Optional<String> run(String ptx) {
    for (Map.Entry<String, TranslationOptions> engine : engines.entrySet()) {
      try {
        launchAll(PtxTranslator.translate(ptx, engine.getValue()), engine.getKey());
      } catch (PtxSyntaxException refusal) {
        requirePlace(refusal.line() >= 1 && refusal.column() >= 1, refusal);
        refused++;
        return Optional.empty();
      } catch (UnsupportedPtxException refusal) {
        requirePlace(refusal.line() >= 1 && refusal.column() >= 1, refusal);
        refused++;
      } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError broken) {
        return Optional.of(engine.getKey() + ": " + trace(broken));
      }
    }
    return Optional.empty();
  }

  private static String trace(Throwable broken) {
    StringWriter trace = new StringWriter();
    broken.printStackTrace(new PrintWriter(trace));
    return trace.toString();
  }

  private static void requirePlace(boolean holds, RuntimeException refusal) {
    if (!holds) {
      throw new AssertionError("no place", refusal);
    }
  }

  private void launchAll(CompiledModule module, String engine) {
    for (RuntimeException thrown : module.refused().values()) {
      UnsupportedPtxException refusal = (UnsupportedPtxException) thrown;
      requirePlace(refusal.line() >= 1 && refusal.column() >= 1, refusal);
      refused++;
    }
    long bytes = module.variables().stream().mapToLong(v -> v.bytes() + v.alignment()).sum();
    if (module.kernels().isEmpty() || bytes > memory.free(0)) {
      return;
    }
    long storage = memory.allocate(bytes + SLACK, 0, "test");
    try {
      long[] globals = place(module, storage);
      for (CompiledKernel kernel : module.kernels()) {
        launch(kernel, globals, engine.equals(CHECKED));
      }
    } finally {
      memory.free(storage);
    }
  }

  private static long[] place(CompiledModule module, long storage) {
    long[] globals = new long[module.variables().size()];
    long next = storage;
    for (int v = 0; v < globals.length; v++) {
      ModuleVariable variable = module.variables().get(v);
      next = next + variable.alignment() - 1 & -variable.alignment();
      globals[v] = next;
      byte[] initial = variable.initial();
      Memory.ALL.asSlice(next, initial.length).copyFrom(MemorySegment.ofArray(initial));
      next += variable.bytes();
    }
    for (int v = 0; v < globals.length; v++) {
      for (ModuleVariable.Relocation r : module.variables().get(v).relocations()) {
        long value = globals[r.variable()] + r.addend();
        Memory.ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, globals[v] + r.offset(), value);
      }
    }
    return globals;
  }

  private void launch(CompiledKernel kernel, long[] globals, boolean checked) {
    CompiledKernel.Resources needs = kernel.resources();
    int threads = Math.min(MOST_THREADS, needs.maxThreadsPerBlock());
    long local = (long) needs.localBytesPerThread() * threads;
    boolean small = needs.staticSharedBytes() <= MOST_SHARED && local <= MOST_LOCAL;
    if (!small || threads < 1 || needs.cooperative()) {
      return;
    }
    long shared = needs.staticSharedBytes() + 1024L;
    long frame = memory.takeFrame(needs.parameterBytes() + shared + local + 3L * SLACK);
    try {
      long parameters = frame + SLACK - 1 & -SLACK;
      fill(needs, parameters);
      BlockContext context = new BlockContext();
      context.shared = parameters + needs.parameterBytes() + SLACK - 1 & -SLACK;
      context.local = context.shared + shared + 15 & -16;
      context.monitor = checked ? new MemoryMonitor(memory, false) : null;
      context.launch =
          new Launch(
              new Launch.Shape(BLOCKS, 1, 1),
              new Launch.Shape(threads, 1, 1),
              0,
              parameters,
              globals,
              memory.accessible(),
              text -> {},
              1,
              7);
      finish(kernel, context);
    } finally {
      memory.releaseFrame(frame, needs.parameterBytes() + shared + local + 3L * SLACK);
    }
  }

  /** Pointers to a buffer, and small numbers. */
  private void fill(CompiledKernel.Resources needs, long parameters) {
    Memory.ALL.asSlice(parameters, needs.parameterBytes()).fill((byte) 0);
    for (KernelParameter parameter : needs.parameters()) {
      long at = parameters + parameter.offset();
      for (int k = 0; k + 8 <= parameter.bytes(); k += 8) {
        Memory.ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, at + k, buffer + 1024);
      }
      if (parameter.bytes() == 4) {
        Memory.ALL.set(ValueLayout.JAVA_INT_UNALIGNED, at, 33);
      }
    }
  }

  private void finish(CompiledKernel kernel, BlockContext context) {
    Launch launch = context.launch;
    TimerTask end =
        new TimerTask() {
          @Override
          public void run() {
            launch.cancel();
          }
        };
    clock.schedule(end, MILLISECONDS);
    try {
      kernel.runBlocks(context, BLOCKS);
      completed++;
    } catch (KernelFault fault) {
      faults++;
    } finally {
      end.cancel();
    }
  }

  /** What came of all, in words. */
  String summary() {
    return "%d refusals, %d launches that completed, %d that failed as a kernel may"
        .formatted(refused, completed, faults);
  }

  @Override
  public void close() {
    clock.cancel();
    memory.close();
  }
}

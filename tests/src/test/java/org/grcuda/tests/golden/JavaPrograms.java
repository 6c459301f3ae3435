package org.grcuda.tests.golden;

import java.io.PrintStream;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.grcuda.GrCuda;

/** The golden programs in Java, by name: over the typed API, over the polyglot API, or both. */
final class JavaPrograms {

  static final Map<String, Typed> TYPED =
      Map.of(
          "copies", TypedPrograms::copies,
          "libraries", LibraryPrograms::typed,
          "signatures", TypedPrograms::signatures,
          "options", KernelPrograms::options,
          "globals", KernelPrograms::globals,
          "chain", TypedPrograms::chain,
          "reduction", TypedPrograms::reduction,
          "partition", TypedPrograms::partition,
          "printf", TypedPrograms::printf,
          "hostfunctions", HostFunctionPrograms::typed);

  static final Map<String, Polyglot> POLYGLOT =
      Map.of(
          "expressions", ExpressionPrograms::expressions,
          "arrays", PolyglotPrograms::arrays,
          "matrices", PolyglotPrograms::matrices,
          "signatures", PolyglotPrograms::signatures,
          "mapped", MapPrograms::mapped,
          "binding", KernelPrograms::binding,
          "libraries", LibraryPrograms::polyglot,
          "memory", PolyglotPrograms::memory,
          "devices", PolyglotPrograms::devices,
          "hostfunctions", HostFunctionPrograms::polyglot);

  private JavaPrograms() {}

  /** A program over the typed API. */
  @FunctionalInterface
  interface Typed {
    /** Runs it with its kernels' source; prints to {@code out}. */
    void run(GrCuda cuda, String source, PrintStream out);
  }

  /** A program over the polyglot API. */
  @FunctionalInterface
  interface Polyglot {
    /** Runs it with its kernels' source; prints to {@code out}. */
    void run(Context context, String source, PrintStream out);
  }
}

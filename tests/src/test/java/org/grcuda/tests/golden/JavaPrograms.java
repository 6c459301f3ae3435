package org.grcuda.tests.golden;

import java.io.PrintStream;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.grcuda.GrCuda;

/** The golden programs in Java, by name: over the typed API, over the polyglot API, or both. */
final class JavaPrograms {

  static final Map<String, Typed> TYPED =
      Map.ofEntries(
          Map.entry("copies", TypedPrograms::copies),
          Map.entry("libraries", LibraryPrograms::typed),
          Map.entry("elements", ElementPrograms::elements),
          Map.entry("signatures", TypedPrograms::signatures),
          Map.entry("options", KernelPrograms::options),
          Map.entry("globals", KernelPrograms::globals),
          Map.entry("chain", TypedPrograms::chain),
          Map.entry("reduction", TypedPrograms::reduction),
          Map.entry("partition", TypedPrograms::partition),
          Map.entry("printf", TypedPrograms::printf),
          Map.entry("structs", StructPrograms::typed),
          Map.entry("hostfunctions", HostFunctionPrograms::typed),
          Map.entry("bandwidth", BandwidthPrograms::typed),
          Map.entry("ordering", OrderingPrograms::typed),
          Map.entry("textures", TexturePrograms::typed),
          Map.entry("tasks", TaskPrograms::typed),
          Map.entry("clusters", KernelPrograms::clusters),
          Map.entry("streams", StreamPrograms::typed));

  static final Map<String, Polyglot> POLYGLOT =
      Map.ofEntries(
          Map.entry("expressions", ExpressionPrograms::expressions),
          Map.entry("arrays", PolyglotPrograms::arrays),
          Map.entry("matrices", PolyglotPrograms::matrices),
          Map.entry("signatures", PolyglotPrograms::signatures),
          Map.entry("mapped", MapPrograms::mapped),
          Map.entry("binding", KernelPrograms::binding),
          Map.entry("structs", StructPrograms::polyglot),
          Map.entry("libraries", LibraryPrograms::polyglot),
          Map.entry("memory", PolyglotPrograms::memory),
          Map.entry("views", ViewPrograms::views),
          Map.entry("devices", PolyglotPrograms::devices),
          Map.entry("hostfunctions", HostFunctionPrograms::polyglot),
          Map.entry("bandwidth", BandwidthPrograms::polyglot),
          Map.entry("streams", StreamPrograms::polyglot));

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

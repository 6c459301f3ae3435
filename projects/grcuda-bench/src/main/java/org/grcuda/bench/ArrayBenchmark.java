package org.grcuda.bench;

import java.io.IOException;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;

/**
 * Benchmark of device arrays in JavaScript and Python. In both languages it compares element access
 * with the host language's own arrays; in Python also with the smallest possible foreign array. In
 * JavaScript it compares bulk copies with a plain copy of memory.
 */
public final class ArrayBenchmark {

  private static final int PYTHON_ELEMENTS = 1_000_000;

  private ArrayBenchmark() {}

  /** Runs the benchmark and prints the results to standard output. */
  public static void run() throws IOException {
    try (Context context = Context.newBuilder().allowAllAccess(true).build()) {
      script(context, "js", "arrays.js");
      Value python = script(context, "python", "arrays.py");
      python.execute(new MinimalArray(PYTHON_ELEMENTS), PYTHON_ELEMENTS);
    }
  }

  private static Value script(Context context, String language, String name) throws IOException {
    var url = ArrayBenchmark.class.getResource(name);
    return context.eval(Source.newBuilder(language, url).build());
  }
}

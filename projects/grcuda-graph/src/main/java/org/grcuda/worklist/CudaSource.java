package org.grcuda.worklist;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.grcuda.types.CompileOptions;

/** CUDA sources that lie beside a class. */
public final class CudaSource {

  private CudaSource() {}

  /** The text of {@code file}, which lies beside {@code owner}. */
  public static String read(Class<?> owner, String file) {
    try (InputStream text = owner.getResourceAsStream(file)) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Compiles with the header {@code file}, which lies beside {@code owner}. */
  public static CompileOptions withHeader(Class<?> owner, String file) {
    return CompileOptions.NONE.withInclude(file, read(owner, file));
  }
}

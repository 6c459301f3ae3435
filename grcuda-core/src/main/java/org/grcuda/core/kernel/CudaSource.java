package org.grcuda.core.kernel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.grcuda.core.host.HostFiles;
import org.grcuda.nvrtc.source.SourceReader;
import org.grcuda.types.GrCudaException;

/**
 * A whole CUDA file.
 *
 * @param text its text
 * @param name how messages name it
 * @param path where it lies; empty for a text that a program made
 */
public record CudaSource(String text, String name, String path) {

  /** A text holds a line end or a semicolon; anything else is the path of a file. */
  public static CudaSource of(HostFiles files, String textOrPath) {
    return isText(textOrPath) ? ofText(textOrPath) : read(files, textOrPath);
  }

  /** A text that a program made. */
  public static CudaSource ofText(String text) {
    return new CudaSource(text, "kernel.cu", "");
  }

  private static boolean isText(String textOrPath) {
    return textOrPath.indexOf('\n') >= 0 || textOrPath.indexOf(';') >= 0;
  }

  /** Whether a text is the path of a CUDA file. */
  public static boolean isFile(String textOrPath) {
    return !isText(textOrPath) && textOrPath.endsWith(".cu");
  }

  /**
   * Reads a file.
   *
   * @throws GrCudaException if it cannot be read, or is not text
   */
  public static CudaSource read(HostFiles files, String path) {
    byte[] bytes = files.readOrRefuse(path);
    ModuleFormat format = ModuleFormat.of(bytes);
    if (format != ModuleFormat.SOURCE && format != ModuleFormat.UNKNOWN) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "file '" + path + "' is " + format.description() + "; expected CUDA C++");
    }
    Path name = Path.of(path).getFileName();
    return new CudaSource(decoded(bytes), name == null ? path : name.toString(), path);
  }

  /** Reads headers, where there are any. */
  public static SourceReader reader(HostFiles files) {
    return path -> {
      try {
        return Optional.of(decoded(files.read(path)));
      } catch (IOException e) {
        // The header is looked for elsewhere, and reported if it is nowhere.
        return Optional.empty();
      }
    };
  }

  /** Old files may be in Latin-1; only their comments and strings then have such characters. */
  private static String decoded(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith("\ufeff") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
  }
}

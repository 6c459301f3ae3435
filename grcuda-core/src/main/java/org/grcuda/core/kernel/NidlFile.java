package org.grcuda.core.kernel;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.grcuda.core.host.HostFiles;
import org.grcuda.core.signature.NidlGroup;
import org.grcuda.core.signature.NidlGroup.NidlFunction;
import org.grcuda.core.signature.SignatureException;
import org.grcuda.core.signature.SignatureParser;
import org.grcuda.types.GrCudaException;

/**
 * Declarations of kernels and host functions in a file.
 *
 * @param path the file
 * @param groups its groups, in order
 */
public record NidlFile(String path, List<NidlGroup> groups) {

  /**
   * Reads a file.
   *
   * @throws GrCudaException if it cannot be read, or is not NIDL, naming file, line and column
   */
  public static NidlFile read(HostFiles files, String path) {
    String text = new String(files.readOrRefuse(path), StandardCharsets.UTF_8);
    try {
      return new NidlFile(path, SignatureParser.parseFile(path, text));
    } catch (SignatureException e) {
      throw new GrCudaException(GrCudaException.Kind.VALUE, e.getMessage(), e);
    }
  }

  /** An error of one of the functions: its place in the file, then {@code problem}. */
  public GrCudaException error(
      NidlFunction function, GrCudaException.Kind kind, String problem, Throwable cause) {
    return new GrCudaException(
        kind,
        "%s, line %d, column %d: %s"
            .formatted(path, function.position().line(), function.position().column(), problem),
        cause);
  }
}

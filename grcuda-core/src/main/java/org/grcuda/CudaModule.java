package org.grcuda;

import java.util.List;
import java.util.Objects;
import org.grcuda.core.engine.Session;
import org.grcuda.core.kernel.CudaSource;
import org.grcuda.core.kernel.FileModule;
import org.grcuda.types.CompileOptions;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/**
 * A whole CUDA file, of which the code of the host is set aside. Its kernels share its variables,
 * which keep their values as long as the context is open.
 */
public final class CudaModule {

  /**
   * A part of the file, or of a header, that the compiler did not get.
   *
   * @param file the file, or the header as it is included
   * @param first its first line, from 1
   * @param last its last line
   * @param what what it is, such as {@code "function main"}
   * @param why why, such as {@code "host code"}
   */
  public record Part(String file, int first, int last, String what, String why) {}

  private final Session session;
  private final CudaSource source;
  private final CompileOptions options;
  private final FileModule file;

  private CudaModule(Session session, CudaSource source, CompileOptions options, FileModule file) {
    this.session = session;
    this.source = source;
    this.options = options;
    this.file = file;
  }

  static CudaModule of(Session session, CudaSource source, CompileOptions options) {
    Objects.requireNonNull(options, "options");
    return new CudaModule(session, source, options, session.kernels().module(source, options));
  }

  /**
   * The names of the kernels, with their namespaces; also of the instances of templates that the
   * file launches or makes. Kernels of one name stand under their symbols.
   */
  public List<String> kernels() {
    return List.copyOf(file.kernels().keySet());
  }

  /**
   * A kernel. An instance of a template that the file does not launch is compiled now.
   *
   * @param signature {@code "name(x: in pointer float, n: sint32)"}, or the name alone; of a
   *     template {@code "name<arguments>"}
   * @throws GrCudaException if there is no such kernel, or the signature is wrong
   */
  public Kernel kernel(String signature) {
    return new Kernel(session.kernels().instance(file, source, signature, options));
  }

  /**
   * A {@code __device__} or {@code __constant__} variable as an array, in order with the kernels
   * that use it.
   *
   * @throws GrCudaException if there is none of this name, or the code does not tell its type
   */
  public DeviceArray global(String name) {
    return DeviceArray.of(session.kernels().global(file, name, null));
  }

  /** As the other, of elements of {@code type}. */
  public DeviceArray global(String name, ElementType type) {
    return DeviceArray.of(session.kernels().global(file, name, Objects.requireNonNull(type)));
  }

  /** What the compiler did not get. */
  public List<Part> setAside() {
    return file.setAside().stream()
        .map(part -> new Part(part.file(), part.first(), part.last(), part.what(), part.why()))
        .toList();
  }

  /** The text that the compiler got, line for line. */
  public String deviceSource() {
    return file.deviceSource();
  }

  /** The PTX that the compiler made of it. */
  public String ptx() {
    return file.module().text();
  }
}

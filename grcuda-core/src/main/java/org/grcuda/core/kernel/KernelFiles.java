package org.grcuda.core.kernel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.core.host.HostFiles;
import org.grcuda.driver.CodeTarget;
import org.grcuda.ptx.PtxSyntaxException;
import org.grcuda.types.GrCudaException;

/** Reads compiled kernels from files. Each file is one module, until the file changes. */
public final class KernelFiles implements AutoCloseable {

  private final HostFiles files;
  private final String backend;
  private final CodeTarget target;
  private final Map<String, Loaded> latest = new HashMap<>();
  private final List<KernelModule> modules = new ArrayList<>();

  private record Loaded(byte[] bytes, KernelModule module) {}

  /**
   * @param backend its name, for messages
   * @param target what its devices execute
   */
  public KernelFiles(HostFiles files, String backend, CodeTarget target) {
    this.files = files;
    this.backend = backend;
    this.target = target;
  }

  /**
   * The module of a file.
   *
   * @throws GrCudaException if it cannot be read, or holds nothing that the backend executes
   */
  public synchronized KernelModule load(String path) {
    byte[] bytes = files.readOrRefuse(path);
    String key = canonical(path);
    Loaded known = latest.get(key);
    if (known != null && Arrays.equals(known.bytes, bytes)) {
      return known.module;
    }
    KernelModule module = module("file '" + path + "'", bytes);
    latest.put(key, new Loaded(bytes, module));
    modules.add(module);
    return module;
  }

  private String canonical(String path) {
    try {
      return files.canonicalPath(path);
    } catch (IOException e) {
      throw GrCudaException.of("read", path, e);
    }
  }

  private KernelModule module(String origin, byte[] bytes) {
    ModuleFormat format = ModuleFormat.of(bytes);
    return switch (format) {
      case PTX -> ptx(origin, new String(bytes, StandardCharsets.UTF_8));
      case CUBIN, FATBIN -> {
        if (target.isPtx()) {
          throw refuse(
              origin
                  + " is "
                  + format.description()
                  + ", and backend '"
                  + backend
                  + "' runs PTX; compile with nvcc -ptx");
        }
        yield new KernelModule(ModuleCode.machineCode(origin, bytes));
      }
      default ->
          throw refuse(
              origin + " is " + format.description() + "; expected PTX, a cubin or a fatbin");
    };
  }

  /** Tools that print PTX may end it with NUL characters. */
  private static KernelModule ptx(String origin, String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == '\0') {
      end--;
    }
    try {
      return new KernelModule(ModuleCode.ptx(origin, text.substring(0, end)));
    } catch (PtxSyntaxException e) {
      throw new GrCudaException(GrCudaException.Kind.VALUE, origin + ": " + e.getMessage(), e);
    }
  }

  private static GrCudaException refuse(String message) {
    return new GrCudaException(GrCudaException.Kind.UNSUPPORTED, message);
  }

  /** Unloads everything. */
  @Override
  public synchronized void close() {
    modules.forEach(KernelModule::close);
    modules.clear();
    latest.clear();
  }
}

package org.grcuda.core.kernel;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.grcuda.driver.Device;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Function;
import org.grcuda.driver.Module;
import org.grcuda.driver.ModuleSource;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxParser;
import org.grcuda.ptx.analysis.AccessAnalysis;
import org.grcuda.ptx.analysis.KernelAccess;
import org.grcuda.types.GrCudaException;

/**
 * The kernels of one source and one set of options, or of one file. Loaded on each device when a
 * kernel first runs there, so that the {@code __device__} and {@code __constant__} variables of a
 * device are shared by all kernels of the source.
 */
public final class KernelModule implements AutoCloseable {

  private final ModuleCode code;
  private final PtxModule ptx;
  private String fingerprint;
  private final Map<Device, Module> loaded = new HashMap<>();
  private final Map<String, Map<Device, Function>> functions = new HashMap<>();
  private final Map<String, KernelAccess> accesses = new LinkedHashMap<>();

  /**
   * @throws org.grcuda.ptx.PtxSyntaxException if the PTX cannot be parsed
   */
  KernelModule(ModuleCode code) {
    this.code = code;
    this.ptx = code.ptx() == null ? null : PtxParser.parse(code.ptx());
  }

  /** How messages name its source. */
  public String origin() {
    return code.origin();
  }

  /** Distinguishes its code from that of other modules. */
  public String fingerprint(Device device) {
    if (fingerprint == null) {
      fingerprint = code.fingerprint(device.codeTarget());
    }
    return fingerprint;
  }

  /** Whether its kernels can be listed and analysed. */
  public boolean isPtx() {
    return ptx != null;
  }

  /**
   * The PTX text.
   *
   * @throws GrCudaException if there is only machine code
   */
  public String text() {
    requirePtx("its PTX");
    return code.ptx();
  }

  /** The PTX, parsed; errors as {@link #text}. */
  public PtxModule ptx() {
    requirePtx("its PTX");
    return ptx;
  }

  /**
   * Refuses a request that only PTX can answer.
   *
   * @param what the request
   */
  public void requirePtx(String what) {
    if (ptx == null) {
      throw new GrCudaException(
          GrCudaException.Kind.UNSUPPORTED,
          code.origin() + " holds machine code, which does not tell " + what);
    }
  }

  /** The symbol of a name expression that was compiled into it. */
  public String loweredName(String nameExpression) {
    return code.loweredNames().get(nameExpression);
  }

  /** The symbols of all name expressions that were compiled into it. */
  Map<String, String> loweredNames() {
    return code.loweredNames();
  }

  /** What a kernel of the PTX may do to memory. */
  public synchronized KernelAccess access(PtxFunction kernel) {
    return accesses.computeIfAbsent(kernel.name(), name -> AccessAnalysis.of(ptx, kernel));
  }

  /** What each kernel of the PTX may do to memory. */
  public List<KernelAccess> allAccesses() {
    return ptx.entries().stream().map(this::access).toList();
  }

  /**
   * Kernel {@code symbol} on {@code device}; loads the module there at the first call.
   *
   * @throws DriverException if the device refuses the code; it names the source
   */
  public synchronized Function function(String symbol, Device device) {
    return functions
        .computeIfAbsent(symbol, name -> new HashMap<>())
        .computeIfAbsent(device, on -> named(() -> moduleOn(on).function(symbol)));
  }

  /** Variable {@code symbol} on {@code device}; errors as {@link #function}. */
  public synchronized Module.GlobalVariable variable(String symbol, Device device) {
    return named(() -> moduleOn(device).global(symbol));
  }

  private Module moduleOn(Device device) {
    return loaded.computeIfAbsent(
        device, on -> on.loadModule(code.image().apply(on.codeTarget()), source()));
  }

  private ModuleSource source() {
    return ptx == null ? null : new ModuleSource(code.ptx(), ptx);
  }

  private <T> T named(Supplier<T> call) {
    try {
      return call.get();
    } catch (DriverException e) {
      String detail = code.origin() + ": " + e.detail();
      throw new DriverException(e.result(), e.call(), e.device(), detail, e);
    }
  }

  /** Unloads it everywhere. */
  @Override
  public synchronized void close() {
    loaded.values().forEach(Module::close);
    loaded.clear();
    functions.clear();
  }
}

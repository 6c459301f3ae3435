package org.grcuda.cpu;

import java.nio.ByteOrder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.grcuda.cpu.check.Debugging;
import org.grcuda.cpu.check.Debugging.MemoryCheck;
import org.grcuda.cpu.check.WatchedTranslation;
import org.grcuda.cpu.device.ModuleCache;
import org.grcuda.cpu.exec.CompiledModule;
import org.grcuda.cpu.exec.InstructionSet;
import org.grcuda.cpu.exec.TensorModel;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.translate.PtxTranslator;
import org.grcuda.cpu.x86.Processor;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverProvider;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.ModuleSource;
import org.grcuda.driver.option.Option;
import org.grcuda.ptx.PtxModule;

/** Offers the machine's cores as the backend {@code "cpu"}. */
public final class CpuDriverProvider implements DriverProvider {

  static final String NAME = "cpu";

  /** Below a GPU, above the null device and simulated devices. */
  private static final int RANK = 10;

  /** Texts whose translation is kept; a kernel's is some ten kilobytes. */
  private static final int CACHED_MODULES = 64;

  /**
   * Stack in bytes, as large as that of programs of the command: passes recurse with the nesting of
   * branches.
   */
  private static final long TRANSLATION_STACK = 16L << 20;

  /** As what kernels run; of the debugging only whether code reports its accesses. */
  private record Code(Simd simd, TensorModel tensorModel, boolean reports) {}

  /**
   * Shared by the process, as translation is a pure function: another context pays nothing for it.
   */
  private static final Map<Code, ModuleCache> MODULES = new ConcurrentHashMap<>();

  /** For the service loader. */
  public CpuDriverProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int rank() {
    return RANK;
  }

  @Override
  public boolean needsNativeAccess() {
    return false;
  }

  @Override
  public List<Option> options() {
    return CpuSettings.OPTIONS;
  }

  @Override
  public Availability probe() {
    String system = System.getProperty("os.name");
    String architecture = System.getProperty("os.arch");
    String lower = system.toLowerCase(Locale.ROOT);
    boolean known = lower.startsWith("linux") || lower.startsWith("mac");
    boolean wide = "64".equals(System.getProperty("sun.arch.data.model"));
    if (!known || !wide || ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
      return new Availability(
          false,
          "needs Linux or macOS on a 64-bit little-endian processor, this is %s on %s"
              .formatted(system, architecture));
    }
    int cores = Runtime.getRuntime().availableProcessors();
    String code =
        Processor.current()
            .best()
            .map(set -> "kernels run as " + set.text() + " code")
            .orElseGet(
                () ->
                    "kernels run as bytecode, " + Processor.current().missing(InstructionSet.AVX2));
    return new Availability(true, "always there: %d cores; %s".formatted(cores, code));
  }

  @Override
  public Driver open(DriverSettings settings) {
    Availability availability = probe();
    if (!availability.available()) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_NO_DEVICE, "cuInit", -1, availability.reason());
    }
    CpuSettings asked = CpuSettings.of(settings);
    return new CpuDriver(
        asked, Machine.current(), modules(asked.simd(), asked.tensorModel(), asked.debugging()));
  }

  /**
   * The translations for a driver. A driver that traces a thread or shows each pass has its own.
   */
  static ModuleCache modules(Simd simd, TensorModel tensorModel, Debugging debugging) {
    TranslationOptions options =
        simd.applyTo(WatchedTranslation.options(debugging)).withTensorModel(tensorModel);
    if (debugging.traced() != null || debugging.dump() != null) {
      // The listener of the passes is called on the thread of the program.
      return new ModuleCache(translator(options), CACHED_MODULES);
    }
    boolean reports = debugging.memoryCheck() != MemoryCheck.OFF;
    return MODULES.computeIfAbsent(
        new Code(simd, tensorModel, reports),
        code ->
            new ModuleCache(
                translator(options), CACHED_MODULES, CpuDriverProvider::startTranslation));
  }

  private static Function<ModuleSource, CompiledModule> translator(TranslationOptions options) {
    return source -> {
      PtxModule parsed = source.syntax(PtxModule.class);
      return parsed == null
          ? PtxTranslator.translate(source.ptx(), options)
          : PtxTranslator.translate(parsed, source.ptx(), options);
    };
  }

  /** Translates on a separate thread, so that the waiting thread can be interrupted. */
  private static void startTranslation(Runnable translation) {
    Thread.ofPlatform()
        .daemon()
        .name("grcuda-translation")
        .stackSize(TRANSLATION_STACK)
        .start(translation);
  }
}

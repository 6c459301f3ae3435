package org.grcuda.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.cuda.jni.DriverApi;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Function;
import org.grcuda.driver.Module;
import org.grcuda.driver.ModuleSource;

/** Code on one device (CUmodule). */
final class CudaModule extends NativeHandle implements Module {

  private static final int LOG_BYTES = 16 << 10;
  private static final int NOT_FOUND = 500;

  private final KernelNeeds needs;
  private final Map<String, CudaFunction> functions = new HashMap<>();
  private final Map<String, GlobalVariable> variables = new HashMap<>();

  private CudaModule(CudaDevice device, long handle, KernelNeeds needs) {
    super(device, handle);
    this.needs = needs;
  }

  /**
   * Loads code.
   *
   * @param image PTX, a cubin or a fatbin
   * @param source the PTX it was made from, or null
   */
  static CudaModule load(CudaDevice device, byte[] image, ModuleSource source) {
    KernelNeeds needs = source == null ? KernelNeeds.ofCode(image) : KernelNeeds.of(source);
    device.queue().noteNeeds(needs);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment logs = arena.allocate(2 * LOG_BYTES);
      MemorySegment code = arena.allocate(image.length + 1L, 16);
      MemorySegment.copy(image, 0, code, ValueLayout.JAVA_BYTE, 0, image.length);
      int[] result = new int[1];
      return device.create(
          "cuModuleLoadDataEx",
          out -> {
            result[0] =
                DriverApi.loadModule(
                    device.sessionHandle(),
                    device.context(),
                    code.address(),
                    logs.address(),
                    LOG_BYTES,
                    out);
            return result[0];
          },
          handle -> new CudaModule(device, handle, needs),
          () -> log(logs));
    }
  }

  /** The messages of the driver's compiler, errors first. */
  private static String log(MemorySegment logs) {
    String remarks = text(logs.asSlice(0, LOG_BYTES));
    String errors = text(logs.asSlice(LOG_BYTES, LOG_BYTES));
    return (errors + "\n" + remarks).strip();
  }

  private static String text(MemorySegment room) {
    return text(room.toArray(ValueLayout.JAVA_BYTE));
  }

  /** Whether code is PTX: neither a cubin (ELF) nor a fatbin (magic number 0xBA55ED50). */
  static boolean isText(byte[] image) {
    return image.length > 1
        && !(image[0] == 0x7f && image[1] == 'E')
        && !(image[0] == 0x50 && image[1] == (byte) 0xed);
  }

  /** The text before the first zero. */
  static String text(byte[] bytes) {
    int length = 0;
    while (length < bytes.length && bytes[length] != 0) {
      length++;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  @Override
  public synchronized Function function(String name) {
    requireUsable();
    return functions.computeIfAbsent(name, this::find);
  }

  private CudaFunction find(String name) {
    use();
    try {
      long found = lookUp("cuModuleGetFunction", "kernel", name, 1, DriverApi::function)[0];
      CudaFunction function =
          new CudaFunction(this, name, found, needs.cooperative().contains(name));
      owner().queue().stack().requireRoom(name, function.localBytes());
      return function;
    } finally {
      unpin();
    }
  }

  @Override
  public synchronized GlobalVariable global(String name) {
    requireUsable();
    return variables.computeIfAbsent(name, this::findVariable);
  }

  private GlobalVariable findVariable(String name) {
    // The module stays pinned until the variable's memory is registered, as closing the module
    // removes registered memory.
    pin();
    try {
      long[] found = lookUp("cuModuleGetGlobal", "variable", name, 2, DriverApi::global);
      owner().driver().memory().addVariable(this, found[0], found[1]);
      return new GlobalVariable(found[0], found[1]);
    } finally {
      unpin();
    }
  }

  @FunctionalInterface
  private interface LookUp {
    int call(long session, long context, long module, long name, long out);
  }

  private long[] lookUp(String call, String kind, String name, int count, LookUp lookUp) {
    pin();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(8L * count, 8);
      int status =
          lookUp.call(
              session().handle(),
              context(),
              handle(),
              arena.allocateFrom(name).address(),
              out.address());
      if (status == NOT_FOUND) {
        throw notFound(call, kind, name);
      }
      session().check(status, call, owner().ordinal());
      return out.toArray(ValueLayout.JAVA_LONG);
    } finally {
      unpin();
    }
  }

  private DriverException notFound(String call, String kind, String name) {
    String there = kind.equals("kernel") ? "; " + kernelList() : "";
    return new DriverException(
        CudaResult.CUDA_ERROR_NOT_FOUND,
        call,
        owner().ordinal(),
        "no %s '%s' in the module%s".formatted(kind, name, there));
  }

  private String kernelList() {
    try {
      List<String> names = kernelNames();
      return names.isEmpty() ? "it has none" : "it has " + String.join(", ", names);
    } catch (DriverException e) {
      return "drivers from CUDA 12.4 on list its kernels";
    }
  }

  private List<String> kernelNames() {
    CudaSession session = session();
    int ordinal = owner().ordinal();
    int count =
        session.intOf(
            "cuModuleGetFunctionCount",
            ordinal,
            out -> DriverApi.functionCount(session.handle(), context(), handle(), out));
    if (count == 0) {
      return List.of();
    }
    long[] kernels =
        session.longsOf(
            "cuModuleEnumerateFunctions",
            ordinal,
            count,
            out -> DriverApi.functions(session.handle(), context(), handle(), count, out));
    List<String> names = new ArrayList<>();
    for (long kernel : kernels) {
      long text =
          session.longOf(
              "cuFuncGetName",
              ordinal,
              out -> DriverApi.functionName(session.handle(), context(), kernel, out));
      names.add(NativeMemory.text(text));
    }
    names.sort(null);
    return names;
  }

  /** Whether the stack that the kernel takes has no known size. */
  boolean hasUnknownStack(String kernel) {
    return needs.stack().contains(kernel);
  }

  /** What the kernels do with textures; null if it is not known. */
  KernelNeeds.ImageUse images() {
    return needs.images();
  }

  @Override
  String what() {
    return "the module";
  }

  @Override
  int destroyNative() {
    owner().driver().memory().removeVariables(this);
    return DriverApi.unloadModule(session().handle(), context(), handle());
  }

  @Override
  String destructor() {
    return "cuModuleUnload";
  }
}

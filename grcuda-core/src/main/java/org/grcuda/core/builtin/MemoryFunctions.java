package org.grcuda.core.builtin;

import org.grcuda.core.engine.CudaMemory;
import org.grcuda.core.interop.DeviceArray;
import org.grcuda.core.interop.PointerObject;
import org.grcuda.core.interop.Pointers;
import org.grcuda.core.interop.StreamObject;
import org.grcuda.driver.AttachMode;
import org.grcuda.driver.MemoryAdvice;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.runtime.computation.Region;

/** Memory by address (CUDA Runtime API: memory management, unified memory). */
final class MemoryFunctions {

  private static final int HOST_TO_DEVICE = 1;
  private static final int DEVICE_TO_HOST = 2;
  private static final int LAST_KIND = 4;

  private MemoryFunctions() {}

  static void install(FunctionTable table) {
    table
        .function("cudaMalloc", 1, 1, MemoryFunctions::allocate)
        .function("cudaMallocManaged", 1, 2, MemoryFunctions::allocateManaged)
        .action("cudaFree", 1, 1, MemoryFunctions::free)
        .action("cudaMemcpy", 3, 4, MemoryFunctions::copy)
        .action("cudaMemcpyAsync", 3, 5, MemoryFunctions::copyAsync)
        .action("cudaMemset", 3, 4, MemoryFunctions::set)
        .action("cudaMemPrefetchAsync", 3, 4, MemoryFunctions::prefetch)
        .action("cudaMemAdvise", 4, 4, MemoryFunctions::advise)
        .action("cudaStreamAttachMemAsync", 1, 4, MemoryFunctions::attach);
  }

  private static CudaMemory memory(Arguments call) {
    return call.session().cuda().memory();
  }

  private static long size(Arguments call) {
    return call.bytes(0, "size", 1);
  }

  /** Only programs that are trusted with addresses may have memory without an array. */
  private static void requireNativeAccess(Arguments call) {
    call.session().permissions().requireNativeAccess(call.function());
  }

  private static Object allocate(Arguments call) {
    requireNativeAccess(call);
    return new PointerObject(call.session(), memory(call).allocate(size(call)));
  }

  /** The flags say who may use the memory at first; here everyone may. */
  private static Object allocateManaged(Arguments call) {
    requireNativeAccess(call);
    long size = size(call);
    if (call.count() == 2) {
      attachMode(call, 1);
    }
    return new PointerObject(call.session(), memory(call).allocateManaged(size));
  }

  private static void free(Arguments call) {
    Object value = call.value(0);
    if (Pointers.isNull(value)) {
      return;
    }
    if (value instanceof DeviceArray array && !array.array().isView()) {
      call.memory(0, "ptr");
      call.session().free(array.array());
    } else if (value instanceof DeviceArray) {
      throw call.invalid(0, "ptr", "a view of an array; free the array itself");
    } else {
      memory(call).free(Pointers.address(call.session(), call.what(0, "ptr"), value));
    }
  }

  private static void copy(Arguments call) {
    copy(call, call.count() == 4 ? kind(call) : LAST_KIND, Placement.ANYWHERE, true);
  }

  /** The fourth argument may be a kind, as in CUDA, or a stream, as in GrCUDA. */
  private static void copyAsync(Arguments call) {
    boolean streamFourth = call.count() == 4 && call.value(3) instanceof StreamObject;
    int kind = call.count() > 3 && !streamFourth ? kind(call) : LAST_KIND;
    copy(call, kind, call.placement(streamFourth ? 3 : 4, "stream"), false);
  }

  private static int kind(Arguments call) {
    return call.integer(3, "kind", 0, LAST_KIND);
  }

  private static void copy(Arguments call, int kind, Placement place, boolean wait) {
    long bytes = call.bytes(2, "count", 0);
    if (bytes == 0) {
      return;
    }
    Region target = side(call, 0, "dst", bytes, kind == DEVICE_TO_HOST);
    Region source = side(call, 1, "src", bytes, kind == HOST_TO_DEVICE);
    memory(call).copy(call.function(), target, source, place, wait);
  }

  /**
   * One side of a copy.
   *
   * @param host whether the kind says that it is host memory; then it may be the program's own
   *     memory
   */
  private static Region side(Arguments call, int index, String name, long bytes, boolean host) {
    Object value = call.value(index);
    if (host && !(value instanceof DeviceArray)) {
      String what = call.what(index, name);
      long address = Pointers.address(call.session(), what, value);
      if (call.session().resolve(address) == null) {
        return memory(call).host(call.function(), what, address, bytes);
      }
    }
    return call.memory(index, name, bytes);
  }

  private static void set(Arguments call) {
    long value = call.integer(1, "value");
    long bytes = call.bytes(2, "count", 0);
    if (bytes > 0) {
      memory(call).set(call.memory(0, "ptr", bytes), value, call.placement(3, "stream"));
    }
  }

  private static void prefetch(Arguments call) {
    long bytes = call.bytes(1, "count", 1);
    int device = call.deviceOrHost(2, "device");
    Placement stream = call.placement(3, "stream");
    memory(call).prefetch(call.memory(0, "ptr", bytes), device, stream);
  }

  private static void advise(Arguments call) {
    long bytes = call.bytes(1, "count", 1);
    MemoryAdvice advice =
        MemoryAdvice.ofCode(call.integer(2, "advice", 1, MemoryAdvice.values().length))
            .orElseThrow();
    int device = call.deviceOrHost(3, "device");
    memory(call).advise(call.memory(0, "ptr", bytes), advice, device);
  }

  /**
   * {@code (stream, ptr [, flags])} and {@code (ptr)} as in GrCUDA, {@code (stream, ptr, length,
   * flags)} as in CUDA.
   */
  private static void attach(Arguments call) {
    int pointer = call.count() == 1 ? 0 : 1;
    Placement stream = pointer == 0 ? Placement.ANYWHERE : call.placement(0, "stream");
    Region region = call.memory(pointer, "ptr");
    if (call.count() == 4 && call.bytes(2, "length", 0) != 0) {
      region = call.memory(pointer, "ptr", call.bytes(2, "length", 0));
    }
    AttachMode mode = call.count() > 2 ? attachMode(call, call.count() - 1) : AttachMode.SINGLE;
    // Memory on no stream is attached to everyone.
    memory(call).attach(region, stream.stream() == null ? AttachMode.GLOBAL : mode, stream);
  }

  private static AttachMode attachMode(Arguments call, int index) {
    int flags = call.integer(index, "flags", 0, Integer.MAX_VALUE);
    return AttachMode.ofCode(flags)
        .orElseThrow(
            () ->
                call.invalid(
                    index, "flags", "expected 1 (global), 2 (host) or 4 (single), given " + flags));
  }
}

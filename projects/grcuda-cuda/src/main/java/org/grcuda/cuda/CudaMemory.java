package org.grcuda.cuda;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.grcuda.cuda.jni.DriverApi;
import org.grcuda.driver.AddressMap;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;

/** The allocations of a driver. Used while the driver is pinned or locked. */
final class CudaMemory {

  private static final int ATTACH_GLOBAL = 1;
  private static final int HOST_PORTABLE = 1;

  private enum Kind {
    DEVICE("cuMemAlloc"),
    MANAGED("cuMemAllocManaged"),
    HOST("cuMemHostAlloc"),
    VARIABLE("cuModuleGetGlobal");

    final String call;

    Kind(String call) {
      this.call = call;
    }
  }

  /** {@code module} is that of a variable. */
  private record Range(Kind kind, long address, long bytes, CudaDevice device, CudaModule module) {

    boolean holds(long from, long count) {
      return count >= 0 && from - address <= bytes && count <= bytes - (from - address);
    }
  }

  private final CudaSession session;
  private final AddressMap<Range> live = new AddressMap<>();

  /** Bytes of device memory in use, by ordinal. */
  private final long[] used;

  private boolean closed;

  CudaMemory(CudaSession session, int deviceCount) {
    this.session = session;
    this.used = new long[deviceCount];
  }

  long allocateOn(CudaDevice device, long bytes) {
    requirePositive(Kind.DEVICE, bytes, device.ordinal());
    reserve(device, bytes);
    try {
      return add(
          Kind.DEVICE,
          device,
          bytes,
          out -> DriverApi.allocate(session.handle(), device.context(), bytes, out));
    } catch (RuntimeException e) {
      release(device, bytes);
      throw e;
    }
  }

  /** Managed memory, made by a device for all. */
  long allocateManaged(CudaDevice first, long bytes) {
    requirePositive(Kind.MANAGED, bytes, -1);
    long context = first.context();
    return add(
        Kind.MANAGED,
        first,
        bytes,
        out -> DriverApi.allocateManaged(session.handle(), context, bytes, ATTACH_GLOBAL, out));
  }

  /** Page-locked memory, for all devices. */
  long allocateHost(CudaDevice first, long bytes) {
    requirePositive(Kind.HOST, bytes, -1);
    long context = first.context();
    return add(
        Kind.HOST,
        first,
        bytes,
        out -> DriverApi.allocateHost(session.handle(), context, bytes, HOST_PORTABLE, out));
  }

  void free(long address) {
    Range range;
    synchronized (this) {
      range = live.get(address);
      if (range == null || range.kind == Kind.VARIABLE) {
        throw new DriverException(
            CudaResult.CUDA_ERROR_INVALID_VALUE,
            "cuMemFree",
            -1,
            "0x%x is not the address of a live allocation".formatted(address));
      }
      live.remove(address);
    }
    session.check(freeNative(range), freeing(range), ordinal(range));
    if (range.kind == Kind.DEVICE) {
      release(range.device, range.bytes);
    }
  }

  /** Makes the range of a module's variable known. */
  synchronized void addVariable(CudaModule module, long address, long bytes) {
    live.put(address, new Range(Kind.VARIABLE, address, bytes, module.owner(), module));
  }

  synchronized void removeVariables(CudaModule module) {
    for (Range range : live.values()) {
      if (range.module == module) {
        live.remove(range.address);
      }
    }
  }

  synchronized long used(CudaDevice device) {
    return used[device.ordinal()];
  }

  /** Refuses a range that is in no live allocation. */
  synchronized void checkRange(long address, long bytes, String call, int device) {
    Range below = live.floor(address);
    if (below == null || !below.holds(address, bytes)) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          call,
          device,
          "%d bytes at 0x%x are not inside one live allocation".formatted(bytes, address));
    }
  }

  /** Frees everything; what is being allocated now is freed by who does. */
  void close(Consumer<DriverException> failures) {
    List<Range> left;
    synchronized (this) {
      closed = true;
      left = new ArrayList<>(live.values());
      left.forEach(range -> live.remove(range.address));
    }
    for (Range range : left) {
      if (range.kind != Kind.VARIABLE) {
        int status = freeNative(range);
        if (status != 0) {
          failures.accept(session.failure(status, freeing(range), ordinal(range), null));
        }
      }
    }
  }

  private long add(Kind kind, CudaDevice device, long bytes, CudaSession.Call call) {
    int ordinal = kind == Kind.DEVICE ? device.ordinal() : -1;
    int[] status = new int[1];
    long address =
        session.longOf(
            kind.call,
            ordinal,
            out -> {
              status[0] = call.into(out);
              return status[0] == CudaResult.CUDA_ERROR_OUT_OF_MEMORY.code() ? 0 : status[0];
            });
    if (status[0] != 0) {
      throw outOfMemory(kind, bytes, ordinal, "the driver has not so much");
    }
    Range range = new Range(kind, address, bytes, device, null);
    synchronized (this) {
      if (!closed) {
        live.put(address, range);
        return address;
      }
    }
    freeNative(range);
    throw new IllegalStateException("the driver is closed");
  }

  private int freeNative(Range range) {
    long context = range.device.context();
    return range.kind == Kind.HOST
        ? DriverApi.freeHost(session.handle(), context, range.address)
        : DriverApi.free(session.handle(), context, range.address);
  }

  private static String freeing(Range range) {
    return range.kind == Kind.HOST ? "cuMemFreeHost" : "cuMemFree";
  }

  private static int ordinal(Range range) {
    return range.kind == Kind.DEVICE ? range.device.ordinal() : -1;
  }

  private synchronized void reserve(CudaDevice device, long bytes) {
    long left = device.totalMemory() - used[device.ordinal()];
    if (bytes > left) {
      throw outOfMemory(
          Kind.DEVICE,
          bytes,
          device.ordinal(),
          "%,d of %,d are free".formatted(left, device.totalMemory()));
    }
    used[device.ordinal()] += bytes;
  }

  private synchronized void release(CudaDevice device, long bytes) {
    used[device.ordinal()] -= bytes;
  }

  private static void requirePositive(Kind kind, long bytes, int device) {
    if (bytes < 1) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          kind.call,
          device,
          "%d bytes asked for, expected at least 1".formatted(bytes));
    }
  }

  private static DriverException outOfMemory(Kind kind, long bytes, int device, String left) {
    return new DriverException(
        CudaResult.CUDA_ERROR_OUT_OF_MEMORY,
        kind.call,
        device,
        String.format(Locale.ROOT, "%,d bytes asked for, %s", bytes, left));
  }
}

package org.grcuda.cuda;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.grcuda.cuda.jni.DriverApi;
import org.grcuda.driver.AddressMap;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.UsageException;

/** The allocations of a driver. Used while the driver is pinned. */
final class CudaMemory {

  private static final int ATTACH_GLOBAL = 1;
  private static final int HOST_PORTABLE = 1;

  // Of enum CUpointer_attribute, and of enum CUmemorytype.
  private static final int MEMORY_TYPE = 2;
  private static final int MEMORY_TYPE_HOST = 1;

  /** No process has memory below. */
  private static final long LOWEST_ADDRESS = 1 << 16;

  /**
   * No process has so much address space: some drivers call such a size an invalid value, others
   * memory that they lack.
   */
  private static final long MOST_BYTES = 1L << 47;

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

  /** The kind of memory that a copy finds at an address. */
  enum Side {
    /** Memory of a device, or managed: CUDA copies in the order of the stream. */
    DEVICE,
    /** Page-locked host memory. */
    HOST,
    /** Host memory that CUDA does not know. */
    PAGEABLE
  }

  private static final class Range {
    final Kind kind;
    final long address;
    final CudaDevice device;

    /** The module of a variable. */
    final CudaModule module;

    /** The requested size; the allocated size may be larger. */
    final long bytes;

    /** Whether CUDA was told how it will be used, which it remembers. */
    boolean hinted;

    Range(Kind kind, long address, long bytes, CudaDevice device, CudaModule module) {
      this.kind = kind;
      this.address = address;
      this.bytes = bytes;
      this.device = device;
      this.module = module;
    }

    boolean holds(long from, long count) {
      return count >= 0 && from - address <= bytes && count <= bytes - (from - address);
    }

    boolean contains(long place) {
      return place - address < bytes;
    }
  }

  private final CudaSession session;
  private final AddressMap<Range> live = new AddressMap<>();
  private final ManagedPool<Range> pool = new ManagedPool<>();

  /**
   * Memory that CUDA refused to free; freeing is tried again when memory is short, and at the end.
   */
  private final List<Range> unfreed = new ArrayList<>();

  /** Bytes of device memory in use, by ordinal. */
  private final long[] used;

  private final Showing images;

  private boolean closed;

  /** Whoever shows memory to kernels. */
  @FunctionalInterface
  interface Showing {

    /** The memory is about to be freed: no launch uses it. */
    void free(long address, long bytes);
  }

  CudaMemory(CudaSession session, int deviceCount, Showing images) {
    this.session = session;
    this.images = images;
    this.used = new long[deviceCount];
  }

  /** Keeps at most so many bytes of freed managed memory. */
  synchronized void setPooled(long bytes) {
    pool.setLimit(bytes);
  }

  long allocateOn(CudaDevice device, long bytes) {
    requirePositive(Kind.DEVICE, bytes, device.ordinal());
    if (!reserve(device, bytes)) {
      recover();
      if (!reserve(device, bytes)) {
        long left = device.totalMemory() - used(device);
        throw outOfMemory(
            Kind.DEVICE,
            bytes,
            device.ordinal(),
            "%,d of %,d are free".formatted(left, device.totalMemory()));
      }
    }
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
    long pooled = takePooled(first, bytes);
    if (pooled != 0) {
      return pooled;
    }
    long context = first.context();
    long capacity = ManagedPool.capacity(bytes);
    return add(
        Kind.MANAGED,
        first,
        bytes,
        out -> DriverApi.allocateManaged(session.handle(), context, capacity, ATTACH_GLOBAL, out));
  }

  private synchronized long takePooled(CudaDevice device, long bytes) {
    Range block = closed ? null : pool.take(ManagedPool.capacity(bytes));
    if (block == null) {
      return 0;
    }
    live.put(block.address, new Range(Kind.MANAGED, block.address, bytes, device, null));
    return block.address;
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

  /**
   * Frees memory.
   *
   * @throws DriverException if it is not allocated memory, or CUDA refuses to free it; freeing is
   *     tried again later, and the memory counts as used until then
   */
  void free(long address) {
    Range range = take(address);
    images.free(range.address, range.bytes);
    synchronized (this) {
      if (!closed && isReusable(range) && pool.give(range, ManagedPool.capacity(range.bytes))) {
        return;
      }
    }
    session.check(freeOrKeep(range), freeing(range), ordinal(range));
  }

  private synchronized Range take(long address) {
    Range range = live.get(address);
    if (range == null || range.kind == Kind.VARIABLE) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          "cuMemFree",
          -1,
          "0x%x is not the address of a live allocation".formatted(address));
    }
    live.remove(address);
    return range;
  }

  /** Memory with hints is not reused, as the hints would hold for the next user. */
  private boolean isReusable(Range range) {
    return range.kind == Kind.MANAGED && !range.hinted && session.fault() == null;
  }

  /** Frees the staging memory of a stream that is destroyed; returns a CUresult. */
  int freeStaging(long address) {
    Range range;
    synchronized (this) {
      range = live.remove(address);
    }
    return freeOrKeep(range);
  }

  private int freeOrKeep(Range range) {
    int status = freeNative(range);
    synchronized (this) {
      if (status != 0) {
        unfreed.add(range);
      } else if (range.kind == Kind.DEVICE) {
        used[range.device.ordinal()] -= range.bytes;
      }
    }
    return status;
  }

  /** Returns pooled memory to the driver, and memory that it refused to free before. */
  private void recover() {
    List<Range> again;
    synchronized (this) {
      again = pool.drain();
      again.addAll(unfreed);
      unfreed.clear();
    }
    again.forEach(this::freeOrKeep);
  }

  /** CUDA is about to be told how the memory at {@code address} will be used. */
  synchronized void noteHint(long address) {
    Range range = live.floor(address);
    if (range != null) {
      range.hinted = true;
    }
  }

  /** Makes the range of a module's variable known. */
  synchronized void addVariable(CudaModule module, long address, long bytes) {
    live.put(address, new Range(Kind.VARIABLE, address, bytes, module.owner(), module));
  }

  void removeVariables(CudaModule module) {
    List<Range> removed;
    synchronized (this) {
      removed = live.values().stream().filter(range -> range.module == module).toList();
      removed.forEach(range -> live.remove(range.address));
    }
    removed.forEach(range -> images.free(range.address, range.bytes));
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

  /**
   * Refuses a range that cannot be the program's own host memory. Addresses within a live
   * allocation count as that allocation.
   */
  synchronized void checkExternal(long address, long bytes, String call, int device) {
    boolean possible = address >= LOWEST_ADDRESS && bytes >= 0 && bytes <= Long.MAX_VALUE - address;
    Range below = possible ? live.floor(address) : null;
    if (possible && below != null && below.contains(address)) {
      possible = below.holds(address, bytes);
    } else if (possible && bytes > 0) {
      possible = live.floor(address + bytes - 1) == below;
    }
    if (!possible) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          call,
          device,
          "%d bytes at 0x%x are not the program's own memory".formatted(bytes, address));
    }
  }

  /**
   * The kind of memory at a checked address.
   *
   * @param external whether it may be memory that was not allocated here
   * @param device asks CUDA about such memory
   */
  Side side(long address, long bytes, boolean external, CudaDevice device) {
    synchronized (this) {
      Range below = live.floor(address);
      if (!external || bytes == 0 || below != null && below.contains(address)) {
        return below != null && below.kind == Kind.HOST ? Side.HOST : Side.DEVICE;
      }
    }
    Side first = externalSide(address, device);
    if (first != externalSide(address + bytes - 1, device)) {
      throw new DriverException(
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          "cuMemcpyAsync",
          device.ordinal(),
          "CUDA knows a part of the %d bytes at 0x%x, and not the rest".formatted(bytes, address));
    }
    return first;
  }

  private Side externalSide(long address, CudaDevice device) {
    int[] status = new int[1];
    int type =
        session.intOf(
            "cuPointerGetAttribute",
            device.ordinal(),
            out -> {
              status[0] =
                  DriverApi.pointerAttribute(
                      session.handle(), device.context(), MEMORY_TYPE, address, out);
              return status[0] == CudaResult.CUDA_ERROR_INVALID_VALUE.code() ? 0 : status[0];
            });
    if (status[0] != 0) {
      return Side.PAGEABLE;
    }
    return type == MEMORY_TYPE_HOST ? Side.HOST : Side.DEVICE;
  }

  /** Frees everything; a thread that is allocating now frees its memory itself. */
  void close(Consumer<DriverException> failures) {
    List<Range> left;
    synchronized (this) {
      closed = true;
      left = new ArrayList<>(live.values());
      left.forEach(range -> live.remove(range.address));
      left.addAll(pool.drain());
      left.addAll(unfreed);
      unfreed.clear();
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
    long address = bytes > MOST_BYTES ? 0 : addressOf(kind, ordinal, call);
    if (address == 0 && bytes <= MOST_BYTES) {
      recover();
      address = addressOf(kind, ordinal, call);
    }
    if (address == 0) {
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
    throw new UsageException("the driver is closed");
  }

  /** Returns 0 if the driver does not have so much. */
  private long addressOf(Kind kind, int ordinal, CudaSession.Call call) {
    return session.longOf(
        kind.call,
        ordinal,
        out -> {
          int status = call.into(out);
          if (status == CudaResult.CUDA_ERROR_OUT_OF_MEMORY.code()) {
            NativeMemory.ALL.set(ValueLayout.JAVA_LONG, out, 0);
            return 0;
          }
          return status;
        });
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

  /** Counts memory of a device as used; false if it has not so much. */
  synchronized boolean reserve(CudaDevice device, long bytes) {
    if (bytes > device.totalMemory() - used[device.ordinal()]) {
      return false;
    }
    used[device.ordinal()] += bytes;
    return true;
  }

  /** Ends {@link #reserve}. */
  synchronized void release(CudaDevice device, long bytes) {
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

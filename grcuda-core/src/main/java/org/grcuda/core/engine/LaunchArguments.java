package org.grcuda.core.engine;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.grcuda.core.memory.JavaMemory;
import org.grcuda.core.type.KernelSignature;
import org.grcuda.core.type.ScalarType;
import org.grcuda.core.type.StructType;
import org.grcuda.driver.Device;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Submission;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.KernelLookup;
import org.grcuda.runtime.computation.LaunchCost;
import org.grcuda.runtime.computation.MemoryView;
import org.grcuda.runtime.computation.Operation;
import org.grcuda.runtime.computation.Region;
import org.grcuda.runtime.computation.Vertex;
import org.grcuda.types.GrCudaException;

/** The arguments of one launch, packed as the parameter block of the kernel. */
public final class LaunchArguments extends CallArguments {

  private static final MemoryView[] NO_VIEWS = {};

  private final GpuKernel kernel;
  private long[] words;

  /** By access the object that the kernel gets instead of the address, or null; empty if none. */
  private MemoryView[] views = NO_VIEWS;

  /** The launch that was made last: mostly the next one is the same, with other accesses. */
  private Operation.Launch last;

  LaunchArguments(GpuKernel kernel) {
    super(kernel.session(), kernel.signature().values());
    this.kernel = kernel;
  }

  @Override
  void begin(int[] usualSlots) {
    super.begin(usualSlots);
    if (words == null) {
      words = new long[(kernel.signature().parameterBytes() + 7) >>> 3];
    } else {
      Arrays.fill(words, 0);
    }
  }

  /**
   * Keeps nothing of the list; the next one begins by {@link #begin}.
   *
   * @param isWithDriver whether the driver has a copy of the parameter block
   */
  void end(boolean isWithDriver) {
    end();
    views = NO_VIEWS;
    if (!isWithDriver) {
      words = null;
    }
  }

  @Override
  String subject() {
    return kernel.subject();
  }

  @Override
  AccessMode mode(int index) {
    return kernel.mode(index);
  }

  @Override
  int slot(int index) {
    return slot(kernel.signature(), index);
  }

  @Override
  String describe(int index) {
    return kernel.signature().describe(index);
  }

  @Override
  public void view(int index, NdArray array, MemoryView view, String text) {
    addView(index, array, text);
    views = Arrays.copyOf(views, accessCount());
    views[accessCount() - 1] = view;
  }

  /** Whether argument {@code index} is a struct. */
  public boolean isStruct(int index) {
    return parameter(index).type() instanceof StructType;
  }

  /** Whether argument {@code index} is a struct whose members are known. */
  public boolean hasMembers(int index) {
    return parameter(index).type() instanceof StructType struct && !struct.members().isEmpty();
  }

  /**
   * Refuses bytes for struct {@code index}.
   *
   * @throws GrCudaException if their number is not the struct's size
   */
  public void checkStructSize(int index, long given) {
    int expected = parameter(index).type().sizeBytes();
    if (given != expected) {
      throw mismatch(index, "expected " + expected + " bytes, as the struct has, given " + given);
    }
  }

  /**
   * Sets a struct from its bytes. If 8 bytes at a multiple of 8 are the address of an array or an
   * allocation, they count as a pointer to it.
   *
   * @throws GrCudaException if their number is not the struct's size
   */
  public void struct(int index, MemorySegment bytes) {
    checkStructSize(index, bytes.byteSize());
    int size = (int) bytes.byteSize();
    int start = kernel.signature().offset(index);
    int at = 0;
    for (; at < size; at++) {
      if ((start + at & 7) == 0 && size - at >= Long.BYTES) {
        putWord(index, start + at, bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
        at += Long.BYTES - 1;
      } else {
        putAt(start + at, bytes.get(ValueLayout.JAVA_BYTE, at), 1);
      }
    }
  }

  /** As the other, from a Java object that is memory; false if it is not. */
  public boolean struct(int index, Object memory) {
    MemorySegment bytes = JavaMemory.of(memory);
    if (bytes != null) {
      struct(index, bytes);
    }
    return bytes != null;
  }

  private void putWord(int index, int offset, long bits) {
    Region region = bits == 0 ? null : kernel.session().resolve(bits);
    if (region == null) {
      putAt(offset, bits, Long.BYTES);
    } else {
      addAccess(new Access(region, mode(index)), offset / Long.BYTES);
    }
  }

  /**
   * Sets a struct from its members.
   *
   * @param value has the members
   * @param reader reads them
   * @throws GrCudaException if one is missing, or not of its type
   */
  public <T> void struct(int index, T value, StructReader<T> reader) {
    StructType type = (StructType) parameter(index).type();
    new StructPacker<>(this, reader, index, kernel.signature().firstPart(index)).pack(type, value);
  }

  /** The word of the parameter block for place {@code index}. */
  static int slot(KernelSignature signature, int index) {
    return signature.offset(index) / Long.BYTES;
  }

  @Override
  void put(int index, long bits, int bytes) {
    putAt(kernel.signature().offset(index), bits, bytes);
  }

  private void putAt(int offset, long bits, int bytes) {
    long mask = bytes == Long.BYTES ? -1 : (1L << (8 * bytes)) - 1;
    words[offset >>> 3] |= (bits & mask) << (8 * (offset & 7));
  }

  @Override
  boolean putForeignAddress(int index, long address) {
    return false;
  }

  @Override
  String expectedPointer(ScalarType target) {
    return target == ScalarType.VOID ? "a device array" : "a device array of " + target;
  }

  /** The packed arguments as a launch of {@code shape}. */
  public Operation.Launch operation(LaunchShape shape) {
    KernelSignature signature = kernel.signature();
    int[] slots = slots();
    KernelLookup lookup = kernel.withShared(shape.dynamicSharedBytes());
    if (views.length > 0) {
      lookup = new ViewLookup(lookup, views, slots.length);
    }
    LaunchCost cost = kernel.cost(words, slots, accesses());
    if (cost != null || last == null || !isLike(last, lookup, shape)) {
      last =
          new Operation.Launch(
              lookup, shape, words, signature.parameterBytes(), slots, kernel.profile(), cost);
    }
    return last;
  }

  /** Whether {@code launch} has these parts, and the list's own. */
  private boolean isLike(Operation.Launch launch, KernelLookup lookup, LaunchShape shape) {
    return launch.kernel() == lookup
        && launch.shape() == shape
        && launch.parameters() == words
        && launch.pointerWords() == slots()
        && launch.cost() == null;
  }

  /**
   * The kernel of a launch that takes objects instead of addresses. Guarded by the scheduling lock.
   */
  private static final class ViewLookup implements KernelLookup {

    private final KernelLookup kernel;
    private final MemoryView[] views;
    private final int arguments;
    private final long[] objects;

    /** As of {@link Device#addImage}; 0 before the launch is submitted. */
    private final long[] contents;

    private final boolean[] alone;

    /**
     * @param views by access, as in {@link LaunchArguments#views}
     * @param arguments how many of the accesses are arguments; the others come behind them
     */
    ViewLookup(KernelLookup kernel, MemoryView[] views, int arguments) {
      this.kernel = kernel;
      this.views = views;
      this.arguments = arguments;
      this.objects = new long[views.length];
      this.contents = new long[views.length];
      this.alone = new boolean[views.length];
    }

    @Override
    public Function on(Device device) {
      return kernel.on(device);
    }

    @Override
    public boolean isLoaded(Device device) {
      return kernel.isLoaded(device);
    }

    @Override
    public long argument(Device device, int access, long address) {
      if (access >= views.length || views[access] == null) {
        return address;
      }
      objects[access] = views[access].on(device, address, on(device));
      return objects[access];
    }

    /** Notes what the objects will show: the contents that earlier computations leave. */
    @Override
    public void submitted(Vertex launch) {
      Access[] accesses = launch.accesses();
      for (int v = 0; v < views.length; v++) {
        if (views[v] != null) {
          Allocation allocation = accesses[v].allocation();
          contents[v] = contents(accesses[v].region());
          alone[v] = true;
          for (int other = 0; other < accesses.length; other++) {
            if (other != v && accesses[other].allocation() == allocation) {
              note(v, accesses[v], accesses[other], other < arguments);
            }
          }
        }
      }
    }

    /**
     * A number of what a region holds. After each write it is the next one; those of different
     * regions are far apart (Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
     * 2014, mix64), as memory of a device may hold one after the other.
     */
    private static long contents(Region region) {
      Allocation allocation = region.allocation();
      return mix(mix(allocation.id()) + region.offset()) + allocation.writes();
    }

    private static long mix(long number) {
      long z = (number ^ number >>> 30) * 0xbf58476d1ce4e5b9L;
      z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
      return z ^ z >>> 31;
    }

    /**
     * @param isArgument whether the kernel gets {@code other} as an argument
     */
    private void note(int view, Access own, Access other, boolean isArgument) {
      if (other.mode().writes()) {
        contents[view] = 0;
      }
      if (isArgument && own.region().overlaps(other.region())) {
        alone[view] = false;
      }
    }

    @Override
    public void describe(Device device, Submission submission) {
      for (int v = 0; v < views.length; v++) {
        if (views[v] != null) {
          device.addImage(submission, objects[v], contents[v], alone[v]);
        }
      }
    }
  }
}

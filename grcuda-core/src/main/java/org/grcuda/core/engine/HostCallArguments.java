package org.grcuda.core.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.grcuda.core.memory.JavaMemory;
import org.grcuda.core.type.ParameterType.Pointer;
import org.grcuda.core.type.ParameterType.Scalar;
import org.grcuda.core.type.ScalarType;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/**
 * The arguments of one call of a host function: each is a word, sign- or zero-extended according to
 * its type. Host memory that C cannot address is copied, there and back. Must be closed, by the
 * thread that made it.
 */
public final class HostCallArguments extends CallArguments implements AutoCloseable {

  private static final int ALIGNMENT = 16;

  private final NativeFunction function;
  private final long[] words;
  private final List<Runnable> copiesBack = new ArrayList<>();
  private final List<Object> kept = new ArrayList<>();
  private Arena arena;

  HostCallArguments(NativeFunction function, int[] usualSlots) {
    super(function.session(), function.parameters());
    begin(usualSlots);
    this.function = function;
    this.words = new long[function.parameters().size()];
  }

  @Override
  String subject() {
    return "host function '" + function.name() + "'";
  }

  @Override
  AccessMode mode(int index) {
    return switch (parameter(index).direction()) {
      case IN -> AccessMode.READ;
      case OUT -> AccessMode.WRITE;
      case INOUT -> AccessMode.READ_WRITE;
    };
  }

  @Override
  int slot(int index) {
    return index;
  }

  @Override
  void put(int index, long bits, int bytes) {
    words[index] = bits;
  }

  /**
   * Any address is passed unchanged: a program that may call native code may also choose addresses.
   */
  @Override
  boolean putForeignAddress(int index, long address) {
    words[index] = address;
    return true;
  }

  @Override
  String expectedPointer(ScalarType target) {
    return (target == ScalarType.VOID ? "a device array" : "a device array of " + target)
        + ", a buffer, an address or null";
  }

  /** As for every pointer; strings can be null, too. */
  @Override
  public void nullPointer(int index) {
    if (!isString(index)) {
      super.nullPointer(index);
    }
  }

  /** Whether parameter {@code index} is a string. */
  public boolean isString(int index) {
    return parameter(index).type() instanceof Scalar(ScalarType type) && type == ScalarType.STRING;
  }

  /**
   * Sets a parameter that {@link #isString is a string}: NUL-terminated UTF-8, valid until the call
   * returns.
   *
   * @throws GrCudaException if {@code value} contains NUL
   */
  public void string(int index, String value) {
    if (value.indexOf('\0') >= 0) {
      throw mismatch(index, "a string with a NUL character would end there in C");
    }
    words[index] = arena().allocateFrom(value).address();
  }

  /**
   * Whether parameter {@code index} takes host memory with such elements.
   *
   * @param elements null for bytes
   */
  public boolean takesMemoryOf(int index, ElementType elements) {
    return parameter(index).type() instanceof Pointer(ScalarType target)
        && (elements == null || target.accepts(elements));
  }

  /** Whether the function may write through pointer parameter {@code index}. */
  public boolean writes(int index) {
    return parameter(index).direction().writes();
  }

  /**
   * Sets a pointer parameter to the memory of a Java object: native memory itself, a copy of any
   * other, which is copied back after the call if the function may write it.
   *
   * @return false if the object is not memory, or has other elements
   * @throws GrCudaException if the function may write it and it is read-only
   */
  public boolean memory(int index, Object object) {
    MemorySegment memory = JavaMemory.of(object);
    if (memory == null || !takesMemoryOf(index, JavaMemory.elementType(object))) {
      return false;
    }
    if (writes(index) && memory.isReadOnly()) {
      throw readOnly(index);
    }
    if (memory.isNative()) {
      words[index] = memory.address();
      kept.add(object);
      return true;
    }
    MemorySegment copy = copyOf(index, memory.byteSize(), to -> to.copyFrom(memory));
    if (writes(index)) {
      copyBack(() -> memory.copyFrom(copy));
    }
    return true;
  }

  /** Refuses read-only memory for a parameter that the function may write. */
  public GrCudaException readOnly(int index) {
    return mismatch(
        index, "the memory is read-only; declare the parameter 'in' if the function only reads it");
  }

  /** Sets a pointer parameter to {@code bytes} new bytes that {@code fill} fills; gives them. */
  public MemorySegment copyOf(int index, long bytes, Consumer<MemorySegment> fill) {
    MemorySegment copy = arena().allocate(Math.max(1, bytes), ALIGNMENT).asSlice(0, bytes);
    fill.accept(copy);
    words[index] = copy.address();
    return copy;
  }

  /** Does {@code copy} once the function has returned. */
  public void copyBack(Runnable copy) {
    copiesBack.add(copy);
  }

  private Arena arena() {
    if (arena == null) {
      arena = Arena.ofConfined();
    }
    return arena;
  }

  /** The words, with the addresses of the accesses filled in. */
  long[] words(long[] addresses) {
    int[] slots = slots();
    for (int i = 0; i < slots.length; i++) {
      words[slots[i]] = addresses[i];
    }
    return words;
  }

  void copyAllBack() {
    copiesBack.forEach(Runnable::run);
    Reference.reachabilityFence(kept);
  }

  /** Frees the copies. */
  @Override
  public void close() {
    if (arena != null) {
      arena.close();
    }
  }
}

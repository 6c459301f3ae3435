package org.grcuda;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.util.List;
import java.util.stream.IntStream;
import org.grcuda.core.engine.Computations;
import org.grcuda.core.engine.DeviceCopy;
import org.grcuda.core.engine.NdArray;
import org.grcuda.core.image.Images;
import org.grcuda.core.memory.HostBuffers;
import org.grcuda.core.memory.HostMemory;
import org.grcuda.core.task.HostRequest;
import org.grcuda.driver.image.Sampler;
import org.grcuda.image.ImageLayout;
import org.grcuda.image.Surface;
import org.grcuda.image.Texture;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Places;
import org.grcuda.task.Request;
import org.grcuda.task.Usable;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.Order;

/**
 * A device array: memory that kernels and the host share.
 *
 * <p>Launches, fills and copies between device arrays are asynchronous: they return at once, and
 * run when what they depend on is done. An access of the host waits for exactly what it needs: a
 * read waits for the computation that writes the memory, and a write also for those that read it.
 * Neither waits for anything else. If the computation that wrote the memory failed, the access
 * throws its error.
 *
 * <p>Rows, slices and reshaped arrays are views: they share the memory, and computations on a view
 * are ordered by its part of the memory only.
 *
 * <p>The memory is released by {@link #close}, or when neither the array nor a view of it is
 * reachable any more. Several threads may use an array. If two threads access one element at the
 * same time and one of them writes, they race as on any memory of Java.
 */
public abstract sealed class DeviceArray implements AutoCloseable, Usable permits TypedArray {

  private final NdArray array;
  private final Allocation allocation;
  private final long address;
  private final long length;
  private final long[] extents;
  // Distances in bytes between neighbours, along each dimension and in memory order.
  private final long[] strides;
  private final long step;
  // Number of elements that one index alone can reach: none if the array is neither a row nor
  // dense.
  private final long reach;

  DeviceArray(NdArray array) {
    this.array = array;
    this.allocation = array.storage().allocation();
    this.address = array.address();
    this.length = array.size();
    this.extents = array.shape();
    long bytes = array.type().sizeBytes();
    this.strides =
        IntStream.range(0, extents.length).mapToLong(d -> array.stride(d) * bytes).toArray();
    this.step = extents.length == 1 ? strides[0] : bytes;
    this.reach = extents.length == 1 || array.isContiguous() ? length : 0;
  }

  /** Wraps {@code array} in the class for the type of its elements. */
  static DeviceArray of(NdArray array) {
    return switch (array.type()) {
      case BOOLEAN -> new BooleanArray(array);
      case CHAR, BYTE -> new ByteArray(array);
      case UCHAR -> new UByteArray(array);
      case SHORT -> new ShortArray(array);
      case USHORT -> new UShortArray(array);
      case INT -> new IntArray(array);
      case UINT -> new UIntArray(array);
      case LONG -> new LongArray(array);
      case ULONG -> new ULongArray(array);
      case HALF -> new HalfArray(array);
      case FLOAT -> new FloatArray(array);
      case DOUBLE -> new DoubleArray(array);
      case COMPLEX64 -> new Complex64Array(array);
      case COMPLEX128 -> new Complex128Array(array);
    };
  }

  final NdArray array() {
    return array;
  }

  final Computations session() {
    return array.storage().session();
  }

  /** Elements in all. */
  public final long length() {
    return length;
  }

  /** Elements along each dimension. */
  public final long[] shape() {
    return extents.clone();
  }

  /** The type of its elements. */
  public final ElementType type() {
    return array.type();
  }

  /** How its dimensions lie in memory; {@link Order#C} where that makes no difference. */
  public final Order order() {
    return array.order();
  }

  /** Size in bytes. */
  public final long byteSize() {
    return array.bytes();
  }

  /**
   * The address of its first element, the same for as long as it lives.
   *
   * @throws GrCudaException if it was freed
   */
  public final long pointer() {
    array.storage().checkAlive(array);
    return address;
  }

  /**
   * The places that hold an up-to-date copy.
   *
   * @throws GrCudaException if it was freed
   */
  public final Location location() {
    long places = session().holders(array);
    List<Integer> devices =
        IntStream.range(0, session().deviceCount())
            .filter(device -> Places.contains(places, device))
            .boxed()
            .toList();
    return new Location(Places.contains(places, Places.HOST), devices);
  }

  /** Whether its memory was freed by {@link #close}. */
  public final boolean isFreed() {
    return array.storage().isFreed();
  }

  final long addressToRead(long i) {
    return isBelow(i, reach) && allocation.isHostReadable()
        ? address + i * step
        : prepare(AccessMode.READ, i);
  }

  final long addressToRead(long i, long j) {
    return isWithin(i, j) && allocation.isHostReadable()
        ? address + i * strides[0] + j * strides[1]
        : prepare(AccessMode.READ, i, j);
  }

  final long addressToRead(long i, long j, long k) {
    return isWithin(i, j, k) && allocation.isHostReadable()
        ? address + i * strides[0] + j * strides[1] + k * strides[2]
        : prepare(AccessMode.READ, i, j, k);
  }

  final long addressToWrite(long i) {
    return isBelow(i, reach) && allocation.isHostWritable()
        ? address + i * step
        : prepare(AccessMode.WRITE, i);
  }

  final long addressToWrite(long i, long j) {
    return isWithin(i, j) && allocation.isHostWritable()
        ? address + i * strides[0] + j * strides[1]
        : prepare(AccessMode.WRITE, i, j);
  }

  final long addressToWrite(long i, long j, long k) {
    return isWithin(i, j, k) && allocation.isHostWritable()
        ? address + i * strides[0] + j * strides[1] + k * strides[2]
        : prepare(AccessMode.WRITE, i, j, k);
  }

  private boolean isWithin(long i, long j) {
    return extents.length == 2 && isBelow(i, extents[0]) && isBelow(j, extents[1]);
  }

  private boolean isWithin(long i, long j, long k) {
    return extents.length == 3
        && isBelow(i, extents[0])
        && isBelow(j, extents[1])
        && isBelow(k, extents[2]);
  }

  private static boolean isBelow(long index, long extent) {
    return Long.compareUnsigned(index, extent) < 0;
  }

  /** Address of one element, once the host may access it; refuses indices that name no element. */
  private long prepare(AccessMode mode, long... indices) {
    return session().hostAccess().element(array, mode, indices);
  }

  final NdArray rowOf(long index) {
    if (extents.length < 2) {
      throw new GrCudaException(
          GrCudaException.Kind.TYPE, "row of " + this + ", which has one dimension");
    }
    if (!isBelow(index, extents[0])) {
      throw new GrCudaException(
          GrCudaException.Kind.INDEX,
          "row " + index + " is out of range for " + this + ": legal are 0 to " + (extents[0] - 1));
    }
    return array.row(index);
  }

  /** {@code value}, which the element type must hold. */
  final long checked(long value) {
    if (!type().fits(value)) {
      throw new GrCudaException(GrCudaException.Kind.VALUE, this + ": " + type().rejection(value));
    }
    return value;
  }

  /**
   * Copies the bytes of all elements from {@code source}: one bulk copy.
   *
   * @throws GrCudaException if {@code source} is shorter than {@link #byteSize}, or its arena is
   *     closed
   */
  public final void copyFrom(MemorySegment source) {
    NdArray target = array.dense("copyFrom", "copied in bulk");
    DeviceCopy.checkBytes("copyFrom", target, source.byteSize());
    HostMemory.checkAlive("copyFrom", source);
    MemorySegment from = source.asSlice(0, byteSize());
    session()
        .hostAccess()
        .copy(
            target, AccessMode.OVERWRITE, to -> HostMemory.segment(to, byteSize()).copyFrom(from));
  }

  /**
   * Copies the bytes of all elements to {@code target}: one bulk copy.
   *
   * @throws GrCudaException if {@code target} is shorter than {@link #byteSize}, or read-only, or
   *     its arena is closed
   */
  public final void copyTo(MemorySegment target) {
    NdArray source = array.dense("copyTo", "copied in bulk");
    DeviceCopy.checkBytes("copyTo", source, target.byteSize());
    HostMemory.checkAlive("copyTo", target);
    HostMemory.checkWritable("copyTo", target);
    MemorySegment to = target.asSlice(0, byteSize());
    session()
        .hostAccess()
        .copy(source, AccessMode.READ, from -> to.copyFrom(HostMemory.segment(from, byteSize())));
  }

  /**
   * Copies all elements from {@code source}, from its position on; the position does not move.
   * {@code source} is a {@code ByteBuffer}, taken as bytes, or a buffer of the element type in the
   * machine's byte order.
   *
   * @throws GrCudaException if {@code source} has fewer elements remaining, or elements of another
   *     type
   */
  public final void copyFrom(Buffer source) {
    copyFrom(HostBuffers.segment("copyFrom", source, type()));
  }

  /**
   * Copies all elements to {@code target}, from its position on; the position does not move. Errors
   * as {@link #copyFrom(Buffer)}, and if {@code target} is read-only.
   */
  public final void copyTo(Buffer target) {
    copyTo(HostBuffers.segment("copyTo", target, type()));
  }

  final void fillBits(long bits) {
    session().fill(array, bits);
  }

  /**
   * Maps the array into host memory without a copy: waits for the computations that conflict, and
   * makes later ones that conflict wait until the view is closed.
   *
   * @param access {@link HostView#READ}, {@link HostView#WRITE}, or both: {@code READ | WRITE}
   * @throws GrCudaException if this is a view whose elements do not lie side by side
   */
  public final HostView map(int access) {
    return HostView.open(array.dense("map", "mapped"), access);
  }

  /**
   * A texture object that shows this array to kernels, which read it texel by texel or filtered.
   *
   * @param layout how the elements are texels
   * @param sampler how it is read
   * @throws GrCudaException if the array cannot be seen so, or the devices have no textures
   */
  public final Texture texture(ImageLayout layout, Sampler sampler) {
    return Images.of("texture", array, layout, sampler);
  }

  /** As the other, where each element is a texel. */
  public final Texture texture(Sampler sampler) {
    return texture(ImageLayout.PLAIN, sampler);
  }

  /**
   * A surface object that shows this array to kernels, which read and write it texel by texel.
   *
   * @param layout how the elements are texels
   * @throws GrCudaException if the array cannot be seen so, or the devices have no surfaces
   */
  public final Surface surface(ImageLayout layout) {
    return Images.of("surface", array, layout, null);
  }

  /**
   * Asks for the array on the host, and does not wait: the request becomes ready when the
   * computations before that conflict have ended and the data is on the host. From then on until it
   * is released, the host uses the elements without waiting, and computations that conflict wait.
   * An access to the elements before it is ready waits for the request only.
   *
   * @param access {@link HostView#READ}, {@link HostView#WRITE}, or both: {@code READ | WRITE}; to
   *     write lets the host read too
   * @throws GrCudaException if this is a view whose elements do not lie side by side, or an array
   *     that is kept on a device
   */
  public final Request request(int access) {
    return HostRequest.of(array, HostView.mode("request", access));
  }

  /**
   * Takes the array off the devices once the computations before have ended, and does not wait: the
   * devices' memory is free for other arrays then. The contents stay on the host, and the next
   * computation brings them to its device.
   *
   * @throws GrCudaException if this is a view whose elements do not lie side by side, or an array
   *     that is kept on a device
   */
  public final void evict() {
    session().evict(array);
  }

  /**
   * Frees the memory, ordered after the computations that use it. Idempotent. On a row or another
   * view it does nothing, as the memory belongs to the whole array. It also does nothing on a
   * variable ({@link Kernel#global}), whose memory belongs to the module.
   */
  @Override
  public final void close() {
    if (!array.isView() && !array.storage().isVariable()) {
      array.storage().free();
    }
  }

  /** Type and shape, such as {@code float[28][28]}. */
  @Override
  public final String toString() {
    return array.describe();
  }
}

package org.grcuda.world.array;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.grcuda.DeviceArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.spi.AnyArray;
import org.grcuda.types.Order;

/** Copies boxes between arrays and rows: by kernels where the elements of a box have gaps. */
public final class BoxKernels {

  private static final String SOURCE =
      """
      extern "C" __global__ void pack(const void *array, void *row, Box box, long long count) {
        long long i = blockIdx.x * (long long) blockDim.x + threadIdx.x;
        if (i < count) ((T *) row)[i] = ((const T *) array)[place(box, i)];
      }
      extern "C" __global__ void unpack(void *array, const void *row, Box box, long long count) {
        long long i = blockIdx.x * (long long) blockDim.x + threadIdx.x;
        if (i < count) ((T *) array)[place(box, i)] = ((const T *) row)[i];
      }
      """;

  /** Kernels for elements of one size. */
  private record Pair(Kernel pack, Kernel unpack) {}

  private final GrCuda cuda;
  private final Map<Integer, Pair> pairs = new ConcurrentHashMap<>();

  /** For arrays of a context. */
  public BoxKernels(GrCuda cuda) {
    this.cuda = cuda;
  }

  private Pair pair(DeviceArray array) {
    return pairs.computeIfAbsent(array.type().sizeBytes(), this::build);
  }

  private Pair build(int size) {
    String type =
        switch (size) {
          case 1 -> "unsigned char";
          case 2 -> "unsigned short";
          case 4 -> "unsigned int";
          case 8 -> "unsigned long long";
          default -> "ulonglong2";
        };
    String source = "typedef " + type + " T;\n" + BoxLayout.SOURCE + SOURCE;
    String box = ", box: " + BoxLayout.SIGNATURE + ", count: sint64)";
    Pair pair =
        new Pair(
            cuda.buildKernel(source, "pack(array: in pointer void, row: out pointer void" + box),
            cuda.buildKernel(
                source, "unpack(array: inout pointer void, row: in pointer void" + box));
    // For simulated devices: not the whole array, which is an argument.
    String bytes = 2 * size + " * count";
    pair.pack.cost("0", bytes);
    pair.unpack.cost("0", bytes);
    return pair;
  }

  /**
   * The elements of {@code source} as a row, asynchronously: a view if they have no gaps, else
   * copied into {@code buffer}.
   */
  public DeviceArray pack(Boxed source, DeviceArray buffer) {
    if (source.isDense()) {
      return source.row();
    }
    launch(pair(source.array()).pack(), source, buffer);
    return buffer;
  }

  /** Copies a row into {@code target}, asynchronously. */
  public void unpack(DeviceArray row, Boxed target) {
    if (target.isDense()) {
      AnyArray.copy(target.row(), row);
    } else {
      launch(pair(target.array()).unpack(), target, row);
    }
  }

  /** Copies {@code source} to {@code target}, asynchronously. */
  void copy(Boxed source, Boxed target) {
    if (source.isDense()) {
      unpack(source.row(), target);
    } else if (target.isDense()) {
      pack(source, target.row());
    } else {
      try (DeviceArray row = newRow(source)) {
        unpack(pack(source, row), target);
      }
    }
  }

  /** A new row for the elements of {@code box}. */
  public DeviceArray newRow(Boxed box) {
    return cuda.array(box.array().type(), Order.C, box.box().count());
  }

  private static void launch(Kernel kernel, Boxed boxed, DeviceArray row) {
    long count = boxed.box().count();
    kernel.forall(count).launch(boxed.array(), row, BoxLayout.of(boxed), count);
  }
}

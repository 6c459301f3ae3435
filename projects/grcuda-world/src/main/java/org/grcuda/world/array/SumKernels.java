package org.grcuda.world.array;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.grcuda.DeviceArray;
import org.grcuda.DoubleArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.LongArray;
import org.grcuda.types.ElementType;
import org.grcuda.types.Order;

/**
 * Sums of boxes. The order of additions depends on the box only. Integers are added in 64 bits,
 * other numbers as doubles.
 */
final class SumKernels {

  private static final int BLOCKS = 16;
  private static final int THREADS = 256;

  private static final String SOURCE =
      """
      extern "C" __global__ void sum(const void *array, void *sums, Box box) {
        __shared__ S partial[THREADS];
        S sum = 0;
        long long step = (long long) gridDim.x * THREADS;
        for (long long i = blockIdx.x * THREADS + threadIdx.x; i < box.count; i += step) {
          sum += value(((const T *) array)[place(box, i)]);
        }
        partial[threadIdx.x] = sum;
        for (int half = THREADS / 2; half > 0; half /= 2) {
          __syncthreads();
          if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
        }
        if (threadIdx.x == 0) ((S *) sums)[blockIdx.x] = partial[0];
      }
      """;

  private static final String HALF =
      """
      static __device__ S value(T bits) {
        float value;
        asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
        return value;
      }
      """;

  private static final String PLAIN = "static __device__ S value(T value) { return value; }\n";

  private final GrCuda cuda;
  private final Map<ElementType, Kernel> kernels = new ConcurrentHashMap<>();

  SumKernels(GrCuda cuda) {
    this.cuda = cuda;
  }

  private Kernel build(ElementType type) {
    String element =
        switch (type) {
          case BOOLEAN, UCHAR -> "unsigned char";
          case CHAR, BYTE -> "signed char";
          case USHORT, HALF -> "unsigned short";
          case UINT -> "unsigned int";
          case LONG -> "long long";
          case ULONG -> "unsigned long long";
          default -> type.typeName();
        };
    String source =
        "typedef %s T;\ntypedef %s S;\nconst int THREADS = %d;\n"
                .formatted(element, isFloating(type) ? "double" : "long long", THREADS)
            + (type == ElementType.HALF ? HALF : PLAIN)
            + BoxLayout.SOURCE
            + SOURCE;
    return cuda.buildKernel(
        source,
        "sum(array: in pointer void, sums: out pointer void, box: " + BoxLayout.SIGNATURE + ")");
  }

  private static boolean isFloating(ElementType type) {
    return type.kind() == ElementType.Kind.FLOATING;
  }

  /** Starts to add the elements of a box of real numbers. */
  Sum start(Boxed box) {
    ElementType type = box.array().type();
    ElementType sum = isFloating(type) ? ElementType.DOUBLE : ElementType.LONG;
    DeviceArray sums = cuda.array(sum, Order.C, BLOCKS);
    kernels
        .computeIfAbsent(type, this::build)
        .grid(BLOCKS)
        .block(THREADS)
        .launch(box.array(), sums, BoxLayout.of(box));
    return new Sum(type, sums);
  }

  /** A sum that is being computed. */
  record Sum(ElementType type, DeviceArray sums) implements AutoCloseable {

    /** The sum, when it is known. */
    double await() {
      return switch (sums) {
        case DoubleArray doubles -> added(doubles.toArray());
        case LongArray longs -> added(longs.toArray());
        default -> throw new IllegalStateException("sums of " + sums.type());
      };
    }

    private static double added(double[] sums) {
      double sum = 0;
      for (double each : sums) {
        sum += each;
      }
      return sum;
    }

    private double added(long[] sums) {
      long sum = 0;
      for (long each : sums) {
        sum += each;
      }
      return type == ElementType.ULONG && sum < 0 ? 2.0 * (sum >>> 1 | sum & 1) : sum;
    }

    @Override
    public void close() {
      sums.close();
    }
  }
}

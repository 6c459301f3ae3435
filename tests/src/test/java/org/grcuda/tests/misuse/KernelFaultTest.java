package org.grcuda.tests.misuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.driver.CudaResult;
import org.grcuda.tests.Configuration;
import org.grcuda.tests.Hosts;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Kernels that fail while they run. The error names the kernel; asynchronously it comes at the read
 * of what the kernel wrote. What depends on that has the same error, and nothing else has one.
 */
final class KernelFaultTest {

  private static final String SOURCE =
      """
      extern "C" __global__ void stray(int *x, long long index) {
        if (threadIdx.x == 2) {
          x[index] = 1;
        }
      }
      extern "C" __global__ void next(const int *x, int *y, int n) {
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
          y[i] = x[i] + 1;
        }
      }
      extern "C" __global__ void misaligned(int *x) {
        *(int *) ((char *) x + 1) = 1;
      }
      extern "C" __global__ void trap(int *x) {
        x[0] = 1;
        asm("trap;");
      }
      extern "C" __global__ void check(int *x, int n) {
        x[0] += 1;
        assert(x[0] == n);
      }
      """;

  private static final int LENGTH = 8;

  /** The index of an element 16 GiB behind the array. */
  private static final long FAR = 1L << 32;

  /** Where the access went, the line of the PTX and the device depend on the run. */
  private static final String PLACE =
      "0x[0-9a-f]+ \\(PTX line \\d+\\) \\[cuLaunchKernel on device [01]\\]";

  private static final String STRAY =
      "stray failed: CUDA_ERROR_ILLEGAL_ADDRESS \\(700\\): kernel 'stray', block \\(0, 0, 0\\),"
          + " thread \\(2, 0, 0\\): out-of-bounds access of 4 bytes at "
          + PLACE;

  static Stream<Configuration> configurations() {
    return Configuration.all(1, 2);
  }

  /** A context with the kernels, and arrays whose elements are 1. */
  private static final class Rig implements AutoCloseable {
    final GrCuda cuda;
    final Kernel stray;
    final Kernel next;
    final boolean sync;

    Rig(Configuration configuration) {
      cuda = configuration.typed().open();
      stray = cuda.buildKernel(SOURCE, "stray(x: inout pointer sint32, index: sint64)");
      next = cuda.buildKernel(SOURCE, "next", "const pointer, pointer, sint32");
      sync = configuration.options().get("ExecutionPolicy").equals("sync");
    }

    IntArray ones() {
      IntArray array = cuda.intArray(LENGTH);
      array.fill(1);
      return array;
    }

    /** Launches something that fails: at once where execution is synchronous, else later. */
    void fail(Runnable launch, String message) {
      if (sync) {
        check(launch, message);
      } else {
        launch.run();
      }
    }

    void next(IntArray from, IntArray to) {
      next.grid(1).block(LENGTH).launch(from, to, LENGTH);
    }

    void strayOn(IntArray array, long index) {
      stray.grid(1).block(LENGTH).launch(array, index);
    }

    @Override
    public void close() {
      cuda.close();
    }
  }

  private static void check(Runnable use, String message) {
    check(use, message, CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS);
  }

  private static void check(Runnable use, String message, CudaResult result) {
    var error = assertThrows(GrCudaException.class, use::run);
    assertTrue(error.getMessage().matches(message), error.getMessage());
    assertEquals(GrCudaException.Kind.DEVICE, error.kind());
    assertEquals(result, error.cudaResult());
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void everyReadOfTheOutputHasTheError(Configuration configuration) {
    try (Rig rig = new Rig(configuration)) {
      IntArray x = rig.ones();
      rig.fail(() -> rig.strayOn(x, FAR), STRAY);
      check(() -> x.get(0), STRAY);
      check(() -> x.get(LENGTH - 1), STRAY);
      check(x::toArray, STRAY);
      check(() -> x.slice(2, 4).get(0), STRAY);
      check(() -> x.set(0, 1), STRAY);
    }
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void waitingForEverythingTellsOfItOnce(Configuration configuration) {
    try (Rig rig = new Rig(configuration)) {
      IntArray x = rig.ones();
      rig.fail(() -> rig.strayOn(x, FAR), STRAY);
      if (!rig.sync) {
        check(rig.cuda::synchronize, STRAY);
      }
      rig.cuda.synchronize();
    }
  }

  @Test
  void closingTellsOfWhatNobodyRead() {
    StringBuilder messages = new StringBuilder();
    GrCuda cuda = GrCuda.builder().messages(messages::append).open();
    Kernel stray = cuda.buildKernel(SOURCE, "stray(x: inout pointer sint32, index: sint64)");
    stray.grid(1).block(LENGTH).launch(cuda.intArray(LENGTH), FAR);
    cuda.close();
    assertTrue(
        messages.toString().strip().matches("grcuda: warning: " + STRAY), messages::toString);
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void beforeTheArrayAsBehindIt(Configuration configuration) {
    try (Rig rig = new Rig(configuration)) {
      IntArray x = rig.ones();
      rig.fail(() -> rig.strayOn(x, -FAR), STRAY);
      check(() -> x.get(0), STRAY);
    }
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void whatDependsOnItFailsAndNothingElse(Configuration configuration) {
    try (Rig rig = new Rig(configuration)) {
      IntArray x = rig.ones();
      IntArray y = rig.ones();
      IntArray z = rig.ones();
      IntArray copy = rig.ones();
      rig.next(z, y);
      rig.fail(() -> rig.strayOn(x, FAR), STRAY);
      rig.fail(() -> rig.next(x, y), STRAY);
      rig.fail(() -> copy.copyFrom(y), STRAY);
      IntArray unrelated = rig.ones();
      rig.next(z, unrelated);
      assertEquals(2, unrelated.get(0));
      assertEquals(1, z.get(0));
      check(() -> y.get(0), STRAY);
      check(() -> copy.get(0), STRAY);
    }
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void overwritingEndsIt(Configuration configuration) {
    try (Rig rig = new Rig(configuration)) {
      IntArray x = rig.ones();
      rig.fail(() -> rig.strayOn(x, FAR), STRAY);
      check(() -> x.get(0), STRAY);
      x.fill(5);
      assertEquals(5, x.get(0));
      rig.next(x, x);
      assertEquals(6, x.get(LENGTH - 1));

      rig.fail(() -> rig.strayOn(x, FAR), STRAY);
      x.copyFrom(new int[LENGTH]);
      assertEquals(0, x.get(0));
    }
  }

  @ParameterizedTest
  @MethodSource("configurations")
  void otherFaults(Configuration configuration) {
    BiFunction<String, String, String> message =
        (kernel, fault) -> kernel + " failed: " + fault + "\\[cuLaunchKernel on device [01]\\]";
    String thread = "block \\(0, 0, 0\\), thread \\(0, 0, 0\\): ";
    String misaligned =
        "misaligned failed: CUDA_ERROR_MISALIGNED_ADDRESS \\(716\\): kernel 'misaligned', "
            + thread
            + "misaligned access of 4 bytes at "
            + PLACE;
    String trap =
        message.apply(
            "trap",
            "CUDA_ERROR_LAUNCH_FAILED \\(719\\): kernel 'trap', "
                + thread
                + "trap \\(PTX line \\d+\\) ");
    String assertion =
        message.apply(
            "check",
            "CUDA_ERROR_ASSERT \\(710\\): kernel 'check', "
                + thread
                + "kernel.cu:20: void check\\(int \\*, int\\): assertion `x\\[0\\] == n` failed ");
    fault(configuration, "misaligned", misaligned, CudaResult.CUDA_ERROR_MISALIGNED_ADDRESS);
    fault(configuration, "trap", trap, CudaResult.CUDA_ERROR_LAUNCH_FAILED);
    fault(configuration, "check", assertion, CudaResult.CUDA_ERROR_ASSERT, 7);
  }

  private static void fault(
      Configuration configuration,
      String kernel,
      String message,
      CudaResult result,
      Object... scalars) {
    try (Rig rig = new Rig(configuration)) {
      IntArray x = rig.ones();
      Object[] arguments = Stream.concat(Stream.of(x), Stream.of(scalars)).toArray();
      check(
          () -> {
            rig.cuda.buildKernel(SOURCE, kernel).grid(1).block(1).launch(arguments);
            x.get(0);
          },
          message,
          result);
      x.fill(1);
      rig.next(x, x);
      assertEquals(2, x.get(0));
    }
  }

  /** The same in the guest languages, each over its own exception. */
  @ParameterizedTest
  @MethodSource("configurations")
  void inGuestLanguages(Configuration configuration) {
    try (Context context = Hosts.open(configuration.options())) {
      Value cu = context.eval("grcuda", "CU");
      Value stray = cu.invokeMember("buildkernel", SOURCE, "stray", "pointer, sint64");
      Map<String, Function<Value, Value>> hosts =
          Map.of(
              "python",
              x ->
                  context
                      .eval(
                          "python",
                          """
                          def read(stray, x, far):
                              try:
                                  stray(1, 8)(x, far)
                                  return x[0]
                              except BaseException as e:
                                  return type(e).__name__ + ": " + str(e).partition(": ")[2]
                          read
                          """)
                      .execute(stray, x, FAR),
              "js",
              x ->
                  context
                      .eval(
                          "js",
                          """
                          (stray, x, far) => {
                            try {
                              stray(1, 8)(x, far);
                              return x[0];
                            } catch (e) {
                              return e.constructor.name + ': ' + e.message;
                            }
                          }
                          """)
                      .execute(stray, x, FAR));
      hosts.forEach(
          (host, read) -> {
            Value x = cu.invokeMember("DeviceArray", "int", LENGTH);
            String message = read.apply(x).asString();
            String name = host.equals("js") ? "Error: " : "ForeignException: ";
            assertTrue(message.matches(name + STRAY), message);
            var error = assertThrows(PolyglotException.class, () -> x.getArrayElement(0));
            assertTrue(error.getMessage().matches(STRAY), error.getMessage());
            x.invokeMember("fill", 3);
            assertEquals(3, x.getArrayElement(0).asInt());
          });
    }
  }
}

package org.grcuda.attacks.wild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;
import org.grcuda.driver.CudaResult;
import org.grcuda.types.GrCudaException;
import org.grcuda.types.GrCudaException.Kind;

/** Runs wild kernels on one engine, in contexts that each run some. */
final class WildRunner implements AutoCloseable {

  /** What CUDA says of kernels that do what they must not. */
  private static final Set<CudaResult> FAULTS =
      EnumSet.of(
          CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS,
          CudaResult.CUDA_ERROR_MISALIGNED_ADDRESS,
          CudaResult.CUDA_ERROR_INVALID_ADDRESS_SPACE,
          CudaResult.CUDA_ERROR_INVALID_PC,
          CudaResult.CUDA_ERROR_ILLEGAL_INSTRUCTION,
          CudaResult.CUDA_ERROR_HARDWARE_STACK_ERROR,
          CudaResult.CUDA_ERROR_LAUNCH_TIMEOUT,
          CudaResult.CUDA_ERROR_LAUNCH_FAILED,
          CudaResult.CUDA_ERROR_ASSERT);

  private static final int KERNELS_OF_A_CONTEXT = 50;
  private static final int LENGTH = WildKernel.BYTES / Integer.BYTES;
  private static final String TAME =
      """
      .version 8.3
      .target sm_90
      .address_size 64
      .visible .entry tame(.param .u64 p)
      {
        .reg .b64 %a, %l;
        .reg .b32 %t, %v;
        ld.param.u64 %a, [p];
        mov.u32 %t, %tid.x;
        cvt.u64.u32 %l, %t;
        mad.lo.s64 %a, %l, 4, %a;
        ld.global.u32 %v, [%a];
        add.s32 %v, %v, %t;
        st.global.u32 [%a], %v;
        ret;
      }
      """;

  private final Map<String, String> options;
  private final boolean interpreted;
  private final Canary canary;
  private final Path folder;
  private final Path tame;
  private final Map<String, Integer> outcomes = new TreeMap<>();
  private GrCuda cuda;
  private int ran;

  /**
   * @param options of the contexts
   * @param interpreted whether the kernels are such that the interpreter runs them
   */
  WildRunner(Map<String, String> options, boolean interpreted, Canary canary, Path folder)
      throws IOException {
    this.options = options;
    this.interpreted = interpreted;
    this.canary = canary;
    this.folder = folder;
    tame = Files.writeString(folder.resolve("tame.ptx"), TAME);
  }

  /** The kernel of {@code seed} computes or fails as a kernel may, and harms nothing. */
  void run(long seed) throws IOException {
    if (ran++ % KERNELS_OF_A_CONTEXT == 0) {
      reopen();
    }
    String text = new WildKernel(seed).text(interpreted);
    Path file = Files.writeString(folder.resolve("wild" + seed + ".ptx"), text);
    String outcome = outcome(file, text);
    outcomes.merge(outcome, 1, Integer::sum);
    canary.assertUnchanged(text);
    assertComputes(text);
    Files.delete(file);
  }

  private void reopen() {
    if (cuda != null) {
      cuda.close();
    }
    GrCuda.Builder builder =
        GrCuda.builder().option("Backend", "cpu").option("CpuDeviceMemory", "256M");
    options.forEach(builder::option);
    cuda = builder.output(text -> {}).messages(text -> {}).open();
  }

  private String outcome(Path file, String text) {
    Kernel kernel;
    try {
      kernel = cuda.bindKernel(file, WildKernel.SIGNATURE);
    } catch (GrCudaException refusal) {
      assertTrue(refusal.kind() == Kind.UNSUPPORTED, () -> refusal + "\n" + text);
      return "refused: " + refusal.getMessage().replaceAll(".*wild\\d+.ptx", "");
    }
    IntArray own = cuda.intArray(LENGTH);
    IntArray freed = cuda.intArray(LENGTH);
    long freedAddress = freed.pointer();
    freed.close();
    try {
      kernel
          .grid(2)
          .block(64)
          .launch(own, canary.arrayAddress(), freedAddress, canary.hostAddress(), 0);
      own.get(0);
      return "computed";
    } catch (GrCudaException fault) {
      CudaResult result = fault.cudaResult();
      assertNotNull(result, () -> fault + "\n" + text);
      assertTrue(FAULTS.contains(result), () -> fault + "\n" + text);
      return result.name();
    } finally {
      own.close();
    }
  }

  /** Arrays that are made now lie apart, and a kernel computes on each. */
  private void assertComputes(String after) {
    List<IntArray> arrays = new ArrayList<>();
    Kernel kernel = cuda.bindKernel(tame, "tame(p: inout pointer sint32)");
    for (int i = 0; i < 4; i++) {
      IntArray array = cuda.intArray(LENGTH);
      array.fill(1000 * i);
      kernel.grid(1).block(64).launch(array);
      arrays.add(array);
    }
    for (int i = 0; i < arrays.size(); i++) {
      assertEquals(1000 * i + 63, arrays.get(i).get(63), after);
      arrays.get(i).close();
    }
  }

  /** How often what came of it. */
  Map<String, Integer> outcomes() {
    return outcomes;
  }

  @Override
  public void close() {
    if (cuda != null) {
      cuda.close();
    }
  }
}

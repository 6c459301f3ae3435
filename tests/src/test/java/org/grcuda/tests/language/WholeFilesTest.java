package org.grcuda.tests.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.grcuda.tests.Hosts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code cu.module}: CUDA files with code of the host, on the CPU backend. */
final class WholeFilesTest {

  private static final String SOURCE =
      """
      #include <cstdio>
      #include <vector>
      #include <cuda_runtime.h>
      __constant__ float factor[2];
      namespace shapes {
      template <typename T>
      __global__ void scale(T *x, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) x[i] = x[i] * factor[0] + factor[1];
      }
      }
      extern "C" __global__ void add(uint *x, uint by) { x[threadIdx.x] = std::max(x[threadIdx.x], by); }
      int main(int argc, char **argv) {
        std::vector<float> host(64);
        float *x;
        cudaMalloc(&x, 64 * sizeof(float));
        shapes::scale<float><<<1, 64>>>(x, 64);
        printf("%f\\n", host[0]);
      }
      """;

  private final Context context = Hosts.open(Map.of("Backend", "cpu"));
  private final Value cu = context.eval("grcuda", "CU");

  @AfterEach
  void close() {
    context.close();
  }

  @Test
  void kernelsAndVariablesOfAFile() {
    Value module = cu.invokeMember("module", SOURCE);
    assertEquals("[add, shapes::scale<float>]", module.getMember("kernels").toString());
    Value factor = module.invokeMember("global", "factor");
    factor.setArrayElement(0, 3);
    factor.setArrayElement(1, 0.5);
    Value x = cu.invokeMember("DeviceArray", "float", 64);
    x.setArrayElement(5, 2);
    module.invokeMember("instance", "shapes::scale<float>").execute(1, 64).execute(x, 64);
    assertEquals(6.5, x.getArrayElement(5).asDouble());
    assertEquals(0.5, x.getArrayElement(63).asDouble());
    Value numbers = cu.invokeMember("DeviceArray", "uint", 32);
    numbers.setArrayElement(1, 9);
    module.invokeMember("add", 1, 32).execute(numbers, 7);
    assertEquals(9, numbers.getArrayElement(1).asInt());
    assertEquals(7, numbers.getArrayElement(2).asInt());
    assertEquals(1, module.getMember("setAside").getArraySize());
  }

  @Test
  void aFileThatIsNotThereIsRefused() {
    PolyglotException refused =
        assertThrows(PolyglotException.class, () -> cu.invokeMember("module", "missing.cu"));
    assertEquals("cannot read missing.cu: no such file or folder", refused.getMessage());
  }
}

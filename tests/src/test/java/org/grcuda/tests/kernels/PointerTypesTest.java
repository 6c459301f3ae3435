package org.grcuda.tests.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.grcuda.GrCuda;
import org.grcuda.types.GrCudaException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The types of pointers in a signature against those in the symbol of a C++ kernel. */
final class PointerTypesTest {

  private static final String SOURCE =
      """
      namespace a {
      __global__ void plain(float *x, const unsigned char *bytes, void *any, float2 *pairs,
                            unsigned long long *counts) {}
      template <class T> __global__ void same(T *x) {}
      }
      extern "C" __global__ void untold(float *x) {}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a::plain(x: out pointer float, b: in pointer char, any: in pointer double,"
            + " pairs: in pointer sint32, counts: inout pointer sint64); ''",
        "a::plain(x: out pointer void, b: in pointer uint8, any: in pointer void,"
            + " pairs: in pointer float, counts: inout pointer ull64); ''",
        "a::plain(x: out pointer double, b: in pointer char, any: in pointer void,"
            + " pairs: in pointer float, counts: inout pointer sint64);"
            + " kernel 'a::plain', parameter 1 'x': declared a pointer to double, but the kernel's"
            + " is one to float",
        "a::same<short>(x: inout pointer sint32); kernel 'a::same<short>', parameter 1 'x':"
            + " declared a pointer to sint32, but the kernel's is one to sint16",
        "untold(x: inout pointer double); ''"
      })
  void aContradictionIsTold(String signature, String expected) {
    StringBuilder told = new StringBuilder();
    try (GrCuda cuda = GrCuda.builder().messages(told::append).open()) {
      cuda.buildKernel(SOURCE, signature);
    }
    String warning = expected.isEmpty() ? "" : "grcuda: warning: " + expected + "\n";
    assertEquals(warning, told.toString().replace(System.lineSeparator(), "\n"));
    try (GrCuda cuda = GrCuda.builder().option("AccessModeCheck", "error").open()) {
      if (expected.isEmpty()) {
        cuda.buildKernel(SOURCE, signature);
      } else {
        var error = assertThrows(GrCudaException.class, () -> cuda.buildKernel(SOURCE, signature));
        assertEquals(expected, error.getMessage());
      }
    }
  }
}

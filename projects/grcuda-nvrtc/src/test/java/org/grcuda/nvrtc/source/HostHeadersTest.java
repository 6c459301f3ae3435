package org.grcuda.nvrtc.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers of libraries are left out of files whose device code does not use the library. */
class HostHeadersTest {

  @ParameterizedTest
  @CsvSource({
    "cub/cub.cuh, cub",
    "cub/block/block_scan.cuh, cub",
    "thrust/complex.h, thrust",
    "curand.h, curandStateXORWOW_t",
    "curand_kernel.h, curand_init",
    "curand_kernel.h, curand",
    "mma.h, nvcuda",
    "array, std",
  })
  void headersOfLibraries(String header, String name) {
    assertEquals(true, HostHeaders.isNeedless(header, Set.of("x", "accurand", "cubic")));
    assertEquals(false, HostHeaders.isNeedless(header, Set.of("x", name)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cub/device/device_scan.cuh", "cub/util_allocator.cuh", "thrust/event.h"})
  void headersThatOnlyTheHostUses(String header) {
    assertEquals(true, HostHeaders.isNeedless(header, Set.of("cub", "thrust")));
  }
}

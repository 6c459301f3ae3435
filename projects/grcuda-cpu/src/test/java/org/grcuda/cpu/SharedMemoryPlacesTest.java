package org.grcuda.cpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CyclicBarrier;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where the shared memories of running blocks are: machine code that stores for some lanes of a
 * vector writes back what it read for the others, so another worker's memory must not be near.
 */
final class SharedMemoryPlacesTest {

  /** Twice the vectors of AVX2. */
  private static final int MARGIN = 64;

  private static final int WORKERS = 2;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 960, 1023, 1024, 4096})
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void areApart(int sharedBytes) {
    CyclicBarrier together = new CyclicBarrier(WORKERS);
    Map<Long, Long> parametersOfShared = new ConcurrentSkipListMap<>();
    JavaKernels kernels =
        new JavaKernels()
            .add(
                "places",
                context -> {
                  parametersOfShared.put(context.shared, context.launch.parameters);
                  try {
                    together.await();
                  } catch (InterruptedException | BrokenBarrierException e) {
                    throw new AssertionError(e);
                  }
                });
    try (Driver driver = kernels.open(1, WORKERS, text -> {})) {
      Device device = driver.device(0);
      Stream stream = device.createStream();
      Submission submission = new Submission();
      LaunchShape shape = new LaunchShape(WORKERS, 1, 1, 1, 1, 1, sharedBytes);
      submission.launch(stream, JavaKernels.function(device, "places"), shape, new long[0], 0);
      device.submit(submission);
      stream.synchronize();
    }
    assertEquals(WORKERS, parametersOfShared.size(), "blocks ran together");
    long end = 0;
    for (Map.Entry<Long, Long> place : parametersOfShared.entrySet()) {
      end = Math.max(end, place.getValue());
      assertTrue(place.getKey() >= end + MARGIN, place.getKey() + " after " + end);
      end = place.getKey() + sharedBytes;
    }
  }
}

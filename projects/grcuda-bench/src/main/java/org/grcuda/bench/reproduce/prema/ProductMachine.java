package org.grcuda.bench.reproduce.prema;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The simulated machine on which matrices are multiplied: V100 that share one bus with the host, as
 * those of the publication (section 4.1.6). What the publication does not tell is assumed here.
 *
 * @param devices number of them
 * @param bus GB/s of the bus
 * @param pageable GB/s of copies of host memory that is not page-locked
 * @param call microseconds of an allocation of device memory, and of freeing it
 * @param pageLocks whether the host memory of arrays is page-locked
 * @param submission microseconds of the program and the scheduler for each submission
 * @param kernels time of kernels, as a factor
 */
record ProductMachine(
    int devices,
    double bus,
    double pageable,
    double call,
    boolean pageLocks,
    double submission,
    double kernels) {

  /** GB/s of a bus of PCIe 3, as the built-in machines have it. */
  static final double BUS = 12;

  /**
   * GB/s: page-locked memory was measured to be copied 1.5 to 2.4 times as fast as pageable
   * (University of Virginia, "Memory Management Overhead"). Here 2.4 times, which fits the text.
   */
  static final double PAGEABLE = 5;

  /**
   * Microseconds; the published gain by the pool for the smallest matrices suggests about as much.
   */
  static final double CALL = 2;

  /** Microseconds, those of the built-in machines. */
  private static final double SUBMISSION = 3;

  /** The machine as assumed, with page-locked memory. */
  static ProductMachine of(int devices, double bus) {
    return new ProductMachine(devices, bus, PAGEABLE, CALL, true, SUBMISSION, 1);
  }

  /** The same machine where no memory is page-locked. */
  ProductMachine unlocked() {
    return new ProductMachine(devices, bus, pageable, call, false, submission, kernels);
  }

  /** The same machine for a program without a scheduler, whose own work takes no time. */
  ProductMachine unscheduled() {
    return new ProductMachine(devices, bus, pageable, call, pageLocks, 0, kernels);
  }

  /** The same machine with another speed of pageable memory. */
  ProductMachine withPageable(double rate) {
    return new ProductMachine(devices, bus, rate, call, pageLocks, submission, kernels);
  }

  /** The same machine with another time of allocating and freeing. */
  ProductMachine withCall(double micros) {
    return new ProductMachine(devices, bus, pageable, micros, pageLocks, submission, kernels);
  }

  /** The same machine where kernels take so many times as long. */
  ProductMachine withKernels(double factor) {
    return new ProductMachine(devices, bus, pageable, call, pageLocks, submission, factor);
  }

  /** The text of its description. */
  String topology() {
    String links =
        IntStream.range(0, devices)
            .mapToObj(
                i -> ", {\"between\": [\"bus\", \"gpu%d\"], \"bandwidth\": %s}".formatted(i, bus))
            .collect(Collectors.joining());
    return String.format(
        Locale.ROOT,
        """
        {"like": "v100-8", "devices": %d, "limits": [], "device": {"memory": 8},
         "scale": {"kernels": %s},
         "host": {"memory": 8, "submission": %s, "pageable": %s, "pageLocks": %s,
                  "allocation": %s, "release": %s},
         "links": [{"between": ["host", "bus"], "bandwidth": %s}%s]}
        """,
        devices,
        kernels,
        submission,
        pageable,
        pageLocks,
        call,
        call,
        bus,
        links);
  }
}

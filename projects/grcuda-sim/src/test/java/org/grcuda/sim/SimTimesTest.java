package org.grcuda.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.grcuda.driver.Event;
import org.grcuda.driver.Stream;
import org.junit.jupiter.api.Test;

/** What commands take on a machine without overheads, against closed forms. */
class SimTimesTest extends ModelMachine {

  @Test
  void copyTakesItsBytesOverItsLink() {
    long from = driver.allocateHost(100 * MB);
    long to = devices.get(0).allocate(100 * MB);
    submit(0, s -> s.copy(streams.get(0), to, from, 100 * MB));
    assertEquals(10 * MB, end());
  }

  @Test
  void copiesToTwoDevicesShareTheSwitchAndThoseBackDoNotDisturb() {
    long from = driver.allocateHost(100 * MB);
    long first = devices.get(0).allocate(150 * MB);
    long second = devices.get(1).allocate(150 * MB);
    Stream back = devices.get(0).createStream();
    submit(0, s -> s.copy(streams.get(0), first, from, 75 * MB));
    submit(1, s -> s.copy(streams.get(1), second, from, 75 * MB));
    submit(0, s -> s.copy(back, from, first, 100 * MB));
    assertEquals(10 * MB, end());
  }

  @Test
  void copyEnginesBoundWhatGoesOnAtOnce() {
    // Two at once, 5 GB/s each: the third begins when they have ended.
    long from = driver.allocateHost(100 * MB);
    long to = devices.get(0).allocate(300 * MB);
    for (int i = 0; i < 3; i++) {
      Stream own = devices.get(0).createStream();
      long part = to + i * 100 * MB / 256 * 256;
      submit(0, s -> s.copy(own, part, from, 50 * MB));
    }
    assertEquals(15 * MB, end());
  }

  @Test
  void forkAndJoinTakeTheLongerBranch() {
    Event fork = devices.get(0).createEvent(false);
    Event join = devices.get(1).createEvent(false);
    submit(
        0,
        s -> {
          launch(s, 0, streams.get(0), FULL, 100 * MB);
          s.record(streams.get(0), fork);
          launch(s, 0, streams.get(0), FULL, 200 * MB);
        });
    submit(
        1,
        s -> {
          s.waitFor(streams.get(1), fork);
          launch(s, 1, streams.get(1), FULL, 500 * MB);
          s.record(streams.get(1), join);
        });
    submit(
        0,
        s -> {
          s.waitFor(streams.get(0), join);
          launch(s, 0, streams.get(0), FULL, 100 * MB);
        });
    assertEquals((1 + 5 + 1) * MB, end());
  }

  @Test
  void pipelineTakesItsSlowestStageOftenest() {
    // Four times: copy 2 ms, then kernel 3 ms: 2 + 4 * 3.
    long from = driver.allocateHost(100 * MB);
    long to = devices.get(0).allocate(100 * MB);
    Stream copies = devices.get(0).createStream();
    for (int i = 0; i < 4; i++) {
      Event arrived = devices.get(0).createEvent(false);
      submit(
          0,
          s -> {
            s.copy(copies, to, from, 20 * MB);
            s.record(copies, arrived);
            s.waitFor(streams.get(0), arrived);
            launch(s, 0, streams.get(0), FULL, 300 * MB);
          });
    }
    assertEquals(14 * MB, end());
  }

  @Test
  void kernelsOfOneDeviceShareIt() {
    Stream other = devices.get(0).createStream();
    submit(0, s -> launch(s, 0, streams.get(0), FULL, 100 * MB));
    submit(0, s -> launch(s, 0, other, FULL, 100 * MB));
    assertEquals(2 * MB, end());
    // Half of the threads reach half of the bandwidth: both fit.
    submit(0, s -> launch(s, 0, streams.get(0), HALF, 100 * MB));
    submit(0, s -> launch(s, 0, other, HALF, 100 * MB));
    assertEquals(2 * MB, end());
  }

  @Test
  void kernelTakesItsOperationsOrItsBytes() {
    submit(
        0,
        s -> {
          s.launch(streams.get(0), kernels.get(0), FULL, new long[1], 8);
          s.cost(2e9, 0, 100 * MB, 0);
        });
    assertEquals(2 * MB, end());
    submit(
        0,
        s -> {
          s.launch(streams.get(0), kernels.get(0), FULL, new long[1], 8);
          s.cost(1e9, 1e9, 100 * MB, 0);
        });
    assertEquals(3 * MB, end());
  }

  @Test
  void undeclaredKernelTakesTheBytesOfItsArguments() {
    long x = devices.get(0).allocate(100 * MB);
    submit(
        0,
        s -> {
          s.launch(streams.get(0), kernels.get(0), FULL, new long[] {x}, 8);
          s.cost(Double.NaN, Double.NaN, Double.NaN, 0);
          s.access(x, 100 * MB, true, true);
          s.access(x, 50 * MB, true, false);
        });
    assertEquals(2_500_000, end());
  }
}

package org.grcuda.runtime.schedule.export;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.grcuda.runtime.schedule.ComputationKind;
import org.grcuda.runtime.schedule.ComputationStatus;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.Schedule.Dependency;
import org.grcuda.runtime.schedule.Schedule.Eviction;
import org.grcuda.runtime.schedule.Schedule.ScheduledDevice;
import org.grcuda.runtime.schedule.Schedule.ScheduledStream;
import org.grcuda.runtime.schedule.ScheduledComputation;
import org.grcuda.runtime.schedule.ScheduledComputation.Argument;
import org.grcuda.runtime.schedule.ScheduledComputation.Pull;
import org.grcuda.runtime.schedule.ScheduledComputation.Shape;
import org.grcuda.runtime.schedule.ScheduledComputation.Transfer;
import org.grcuda.runtime.schedule.StreamKind;

/**
 * Makes schedules to draw: a machine on which every computation starts when its stream and its
 * parents are ready, and the program submits one every two microseconds. Deterministic.
 */
final class Machine {

  private static final long SUBMISSION = 2_000;
  private static final int STREAMS = 3;

  private final Map<String, String> metadata = new LinkedHashMap<>();
  private final List<ScheduledComputation> computations = new ArrayList<>();
  private final List<Dependency> dependencies = new ArrayList<>();
  private final Map<String, Map<Integer, Long>> holders = new LinkedHashMap<>();
  private final long[][] ready;
  private final boolean timed;
  private long now;

  Machine(String program, int devices, boolean timed) {
    this.timed = timed;
    metadata.put("program", program);
    metadata.put("Backend", "null");
    metadata.put("DeviceSelectionPolicy", "round-robin");
    ready = new long[devices][STREAMS + 1];
  }

  /**
   * A launch on {@code device} of {@code micros}; reads and writes arrays, which moves them there.
   */
  ScheduledComputation launch(
      String kernel, int device, double micros, List<String> reads, List<String> writes) {
    List<Argument> arguments = new ArrayList<>();
    Map<Long, Set<String>> parents = new LinkedHashMap<>();
    for (String array : reads) {
      arguments.add(new Argument(array, writes.contains(array) ? "inout" : "in", 0, 1 << 22, true));
      move(array, device);
    }
    for (String array : writes) {
      if (!reads.contains(array)) {
        arguments.add(new Argument(array, "out", 0, 1 << 22, true));
      }
    }
    for (String array : reads) {
      Long producer = holders.get(array).get(device);
      if (producer != null) {
        parents.computeIfAbsent(producer, key -> new LinkedHashSet<>()).add(array);
      }
    }
    int stream = 0;
    for (int s = 1; s < STREAMS; s++) {
      stream = ready[device][s] < ready[device][stream] ? s : stream;
    }
    ScheduledComputation made =
        add(
            kernel,
            ComputationKind.LAUNCH,
            arguments,
            new Shape(64, 1, 1, 256, 1, 1, 0),
            null,
            device,
            stream,
            (long) (micros * 1000),
            parents);
    for (String array : writes) {
      holders.put(array, new LinkedHashMap<>(Map.of(device, made.id())));
    }
    return made;
  }

  private void move(String array, int device) {
    Map<Integer, Long> held = holders.computeIfAbsent(array, key -> new LinkedHashMap<>());
    if (held.containsKey(device)) {
      return;
    }
    boolean onHost = held.isEmpty();
    int from = onHost ? ScheduledComputation.HOST : held.keySet().iterator().next();
    ScheduledComputation made =
        add(
            "move " + array,
            ComputationKind.TRANSFER,
            List.of(),
            null,
            new Transfer(from, device, 1 << 22),
            device,
            STREAMS,
            onHost ? 350_000 : 120_000,
            onHost ? Map.of() : Map.of(held.get(from), Set.of(array)));
    held.put(device, made.id());
  }

  private ScheduledComputation add(
      String name,
      ComputationKind kind,
      List<Argument> arguments,
      Shape shape,
      Transfer transfer,
      int device,
      int stream,
      long nanos,
      Map<Long, Set<String>> parents) {
    now += SUBMISSION;
    long id = computations.size() + 1L;
    long start = Math.max(now + 4_000, ready[device][stream]);
    for (Map.Entry<Long, Set<String>> parent : parents.entrySet()) {
      start = Math.max(start, computations.get(parent.getKey().intValue() - 1).endNanos());
      dependencies.add(new Dependency(parent.getKey(), id, List.copyOf(parent.getValue())));
    }
    ready[device][stream] = start + nanos;
    ScheduledComputation made =
        new ScheduledComputation(
            id,
            name,
            kind,
            arguments,
            shape,
            transfer,
            device,
            stream,
            now,
            start,
            start + nanos,
            ComputationStatus.COMPLETE,
            null,
            null);
    computations.add(made);
    return made;
  }

  Schedule schedule() {
    List<ScheduledDevice> devices = new ArrayList<>();
    List<ScheduledStream> streams = new ArrayList<>();
    for (int d = 0; d < ready.length; d++) {
      devices.add(new ScheduledDevice(d, "Null Device", 16L << 30));
      for (int s = 0; s <= STREAMS; s++) {
        streams.add(
            new ScheduledStream(d, s, s < STREAMS ? StreamKind.COMPUTE : StreamKind.TRANSFER));
      }
    }
    List<ScheduledComputation> all = new ArrayList<>(computations);
    if (!timed) {
      all.replaceAll(Machine::withoutTimes);
    }
    return new Schedule(metadata, devices, streams, all, dependencies, 0);
  }

  private static ScheduledComputation withoutTimes(ScheduledComputation it) {
    return new ScheduledComputation(
        it.id(),
        it.name(),
        it.kind(),
        it.arguments(),
        it.shape(),
        it.transfer(),
        it.device(),
        it.stream(),
        it.submittedNanos(),
        ScheduledComputation.UNTIMED,
        ScheduledComputation.UNTIMED,
        it.status(),
        it.failure(),
        null);
  }

  /** Blurs of an image at three scales, and their combination, for several images. */
  static Schedule image(int images, int devices, boolean timed) {
    Machine machine = new Machine("image.py", devices, timed);
    for (int i = 0; i < images; i++) {
      int d = i % devices;
      String n = "_" + i;
      machine.launch("gaussian_blur", d, 310, List.of("image" + n), List.of("small" + n));
      machine.launch("gaussian_blur", d, 470, List.of("image" + n), List.of("large" + n));
      machine.launch("gaussian_blur", d, 240, List.of("image" + n), List.of("unsharpen" + n));
      machine.launch("sobel", d, 150, List.of("small" + n), List.of("mask_small" + n));
      machine.launch("sobel", d, 160, List.of("large" + n), List.of("mask_large" + n));
      machine.launch("maximum", d, 40, List.of("mask_large" + n), List.of("highest" + n));
      machine.launch("minimum", d, 42, List.of("mask_large" + n), List.of("lowest" + n));
      machine.launch(
          "extend",
          d,
          60,
          List.of("mask_large" + n, "highest" + n, "lowest" + n),
          List.of("mask_large" + n));
      machine.launch(
          "unsharpen", d, 90, List.of("image" + n, "unsharpen" + n), List.of("sharp" + n));
      machine.launch(
          "combine",
          d,
          100,
          List.of("sharp" + n, "large" + n, "mask_large" + n),
          List.of("c2" + n));
      machine.launch(
          "combine", d, 105, List.of("c2" + n, "small" + n, "mask_small" + n), List.of("out" + n));
    }
    return machine.schedule();
  }

  /** An ensemble of two classifiers over rows of a matrix, a partition on each device. */
  static Schedule ensemble(int rounds, int devices, boolean timed) {
    Machine machine = new Machine("ml.py", devices, timed);
    for (int round = 0; round < rounds; round++) {
      String r = "_" + round;
      for (int d = 0; d < devices; d++) {
        String p = r + "_" + d;
        machine.launch("rr_1", d, 180, List.of("x_" + d), List.of("z" + p));
        machine.launch("rr_2", d, 420, List.of("z" + p, "ridge"), List.of("r2" + p));
        machine.launch("rr_3", d, 45, List.of("r2" + p), List.of("r2" + p));
        machine.launch("nb_1", d, 610, List.of("x_" + d, "features"), List.of("r1" + p));
        machine.launch("nb_2", d, 70, List.of("r1" + p), List.of("amax" + p));
        machine.launch("nb_3", d, 66, List.of("r1" + p, "amax" + p), List.of("l" + p));
        machine.launch("nb_4", d, 52, List.of("r1" + p, "l" + p), List.of("r1" + p));
        machine.launch("softmax", d, 80, List.of("r1" + p), List.of("r1" + p));
        machine.launch("softmax", d, 82, List.of("r2" + p), List.of("r2" + p));
        machine.launch("argmax", d, 30, List.of("r1" + p, "r2" + p), List.of("r" + p));
      }
      List<String> parts = new ArrayList<>();
      for (int d = 0; d < devices; d++) {
        parts.add("r" + r + "_" + d);
      }
      machine.launch("reduce", round % devices, 60, parts, List.of("x_0"));
    }
    return machine.schedule();
  }

  /** {@code count} computations that read what a few of the last 200 wrote. */
  static Schedule random(int count, int devices) {
    Machine machine = new Machine("random.js", devices, true);
    Random random = new Random(42);
    String[] kernels = {"gather", "scale", "stencil", "reduce", "scan", "sort_step", "spmv"};
    for (int i = 0; machine.computations.size() < count; i++) {
      List<String> reads = new ArrayList<>();
      for (int k = random.nextInt(3); k > 0 && i > 0; k--) {
        reads.add("a" + (i - 1 - random.nextInt(Math.min(i, 200))));
      }
      machine.launch(
          kernels[random.nextInt(kernels.length)],
          i * 7 % devices,
          3 + random.nextInt(90),
          reads,
          List.of("a" + i));
    }
    return machine.schedule();
  }

  /** Four computations: one, two that read it, and one that reads both. */
  static Schedule diamond(boolean timed) {
    Machine machine = new Machine("diamond.py", 2, timed);
    machine.launch("source", 0, 20, List.of(), List.of("x"));
    machine.launch("left", 0, 30, List.of("x"), List.of("y"));
    machine.launch("right", 1, 50, List.of("x"), List.of("z"));
    machine.launch("sink", 0, 10, List.of("y", "z"), List.of("x"));
    return machine.schedule();
  }

  /** {@code count} computations, each of which reads what the one before wrote. */
  static Schedule chain(int count) {
    Machine machine = new Machine("chain.py", 1, true);
    for (int i = 0; i < count; i++) {
      machine.launch("next", 0, 5, i == 0 ? List.of() : List.of("x" + i), List.of("x" + (i + 1)));
    }
    return machine.schedule();
  }

  /** Two calls of host code at once, from two threads. */
  static Schedule overlapping() {
    List<ScheduledComputation> calls = new ArrayList<>();
    for (long id = 1; id <= 3; id++) {
      calls.add(
          new ScheduledComputation(
              id,
              "call",
              ComputationKind.HOST,
              List.of(),
              null,
              null,
              ScheduledComputation.HOST,
              -1,
              id * 10,
              id * 10,
              id * 10 + 15,
              ComputationStatus.COMPLETE,
              null,
              null));
    }
    return new Schedule(Map.of(), List.of(), List.of(), calls, List.of(), 0);
  }

  /**
   * A stream on which two transfers, which were timed together, are followed by a launch that is
   * five thousand times as long.
   */
  static Schedule shortBeforeLong() {
    List<ScheduledComputation> all = new ArrayList<>();
    all.add(transfer(1, 1_000, 100, 200));
    all.add(transfer(2, 3_000, 100, 200));
    all.add(
        new ScheduledComputation(
            3,
            "long",
            ComputationKind.LAUNCH,
            List.of(),
            null,
            null,
            0,
            0,
            0,
            200,
            500_200,
            ComputationStatus.COMPLETE,
            null,
            null));
    return new Schedule(
        Map.of(),
        List.of(new ScheduledDevice(0, "Null Device", 1)),
        List.of(new ScheduledStream(0, 0, StreamKind.COMPUTE)),
        all,
        List.of(),
        0);
  }

  private static ScheduledComputation transfer(long id, long bytes, long start, long end) {
    return new ScheduledComputation(
        id,
        "x",
        ComputationKind.TRANSFER,
        List.of(),
        null,
        new Transfer(ScheduledComputation.HOST, 0, bytes),
        0,
        0,
        0,
        start,
        end,
        ComputationStatus.COMPLETE,
        null,
        null);
  }

  /** A schedule of nothing. */
  static Schedule empty() {
    return new Schedule(Map.of(), List.of(), List.of(), List.of(), List.of(), 0);
  }

  /** Without any time, dependency or device: a name, which is hostile. */
  static Schedule named(String name) {
    ScheduledComputation it =
        new ScheduledComputation(
            1,
            name,
            ComputationKind.LAUNCH,
            List.of(new Argument(name, "in", 0, 4, true)),
            null,
            null,
            0,
            0,
            10,
            ScheduledComputation.UNTIMED,
            ScheduledComputation.UNTIMED,
            ComputationStatus.FAILED,
            name,
            null);
    return new Schedule(
        Map.of("program", name),
        List.of(new ScheduledDevice(0, name, 1)),
        List.of(),
        Arrays.asList(it),
        List.of(),
        0);
  }

  /** A device that pulled a kernel, after it had given up the array that it loads again. */
  static Schedule pulled() {
    Transfer again = new Transfer(ScheduledComputation.HOST, 0, 1 << 20, 1 << 20);
    ScheduledComputation kernel =
        new ScheduledComputation(
            1,
            "multiply",
            ComputationKind.LAUNCH,
            List.of(),
            null,
            null,
            0,
            0,
            0,
            50_000,
            90_000,
            ComputationStatus.COMPLETE,
            null,
            new Pull("set-free", "tile", 5_000, 20_000));
    ScheduledComputation reload =
        new ScheduledComputation(
            2,
            "transfer of tile",
            ComputationKind.TRANSFER,
            List.of(),
            null,
            again,
            0,
            1,
            20_000,
            20_000,
            50_000,
            ComputationStatus.COMPLETE,
            null,
            null);
    return new Schedule(
        Map.of(),
        List.of(new ScheduledDevice(0, "Null Device", 1 << 20)),
        List.of(
            new ScheduledStream(0, 0, StreamKind.COMPUTE),
            new ScheduledStream(0, 1, StreamKind.TRANSFER)),
        List.of(kernel, reload),
        List.of(),
        List.of(),
        List.of(new Eviction(0, 10_000, "tile", 0, 1 << 20, 0)),
        0);
  }
}

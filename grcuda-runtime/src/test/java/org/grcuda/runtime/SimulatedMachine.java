package org.grcuda.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.grcuda.driver.Submission.Command;
import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.runtime.computation.Allocation;
import org.grcuda.runtime.computation.Places;
import org.grcuda.runtime.policy.BandwidthMatrix;

/**
 * Decides when the commands that a null driver holds back complete: a machine with a clock of its
 * own. Kernels of a device share it evenly, transfers take turns on their link, streams and events
 * are the driver's. Deterministic. Knows where each allocation is valid from the commands that have
 * completed, not from what the runtime believes.
 */
final class SimulatedMachine {

  private static final double TRANSFER_NANOS = 10_000;

  /** What a launch does: how long it takes alone, and where it leaves its data. */
  record Work(double nanos, List<Allocation> read, List<Allocation> written) {}

  private static final class Active {
    final String resource;
    double left;
    double rate;
    int turn;

    Active(String resource, double left) {
      this.resource = resource;
      this.left = left;
    }
  }

  private final NullDriver driver;
  private final BandwidthMatrix matrix;
  private final Map<String, Work> launches = new HashMap<>();
  private final NavigableMap<Long, Long> places = new TreeMap<>();
  private final Map<QueuedCommand, Active> active = new LinkedHashMap<>();
  private double now;
  private double movedBetweenDevices;

  SimulatedMachine(NullDriver driver, BandwidthMatrix matrix) {
    this.driver = driver;
    this.matrix = matrix;
  }

  /** Nanoseconds since the start. */
  double now() {
    return now;
  }

  /** Bytes that went from one device to another. */
  double movedBetweenDevices() {
    return movedBetweenDevices;
  }

  /** What the launch of the kernel called {@code name} does. */
  void define(String name, Work work) {
    launches.put(name, work);
  }

  /** The host has the only copy of {@code allocation}. */
  void onHost(Allocation allocation) {
    places.put(allocation.hostAddress(), Places.of(Places.HOST));
  }

  /** The host reads {@code allocation}: it is copied there if it is not there. */
  void read(Allocation allocation) {
    long holders = places.get(allocation.hostAddress());
    if (!Places.contains(holders, Places.HOST)) {
      int from = fastest(holders, Places.HOST);
      double until = now + TRANSFER_NANOS + allocation.bytes() / matrix.between(from, Places.HOST);
      while (now < until && step(until)) {
        continue;
      }
      now = until;
      places.put(allocation.hostAddress(), holders | Places.of(Places.HOST));
    }
  }

  /** Completes the next command; false if none is ready. */
  boolean step() {
    return step(Double.POSITIVE_INFINITY);
  }

  private boolean step(double until) {
    for (QueuedCommand command : driver.ready()) {
      if (!isUnderWay(command)) {
        active.computeIfAbsent(command, this::begin);
      }
    }
    if (active.isEmpty()) {
      return false;
    }
    Map<String, Integer> sharing = new HashMap<>();
    double least = Double.POSITIVE_INFINITY;
    for (Active one : active.values()) {
      one.turn = sharing.merge(one.resource, 1, Integer::sum);
    }
    for (Active one : active.values()) {
      one.rate =
          one.resource.startsWith("device")
              ? 1.0 / sharing.get(one.resource)
              : one.turn == 1 ? 1 : 0;
      if (one.rate > 0) {
        least = Math.min(least, one.left / one.rate);
      }
    }
    double elapsed = Math.min(least, until - now);
    now += elapsed;
    List<QueuedCommand> done = new ArrayList<>();
    active.forEach(
        (command, one) -> {
          one.left -= elapsed * one.rate;
          if (one.left <= 1e-6 && one.rate > 0) {
            done.add(command);
          }
        });
    for (QueuedCommand command : done) {
      active.remove(command);
      end(command);
      driver.complete(command);
    }
    return true;
  }

  /** Whether {@code command} is a launch whose data is being copied to its device. */
  private boolean isUnderWay(QueuedCommand command) {
    if (command.kind() != Command.LAUNCH || active.containsKey(command)) {
      return false;
    }
    for (Allocation missing : missing(command)) {
      for (QueuedCommand other : active.keySet()) {
        if (other.kind() == Command.PREFETCH
            && other.device() == command.device()
            && other.word(0) == missing.hostAddress()) {
          return true;
        }
      }
    }
    return false;
  }

  /** What a launch uses and its device does not hold. */
  private List<Allocation> missing(QueuedCommand launch) {
    Work work = launches.get(launch.kernel());
    List<Allocation> missing = new ArrayList<>();
    for (List<Allocation> some : List.of(work.read(), work.written())) {
      for (Allocation one : some) {
        if (!Places.contains(places.get(one.hostAddress()), launch.device())) {
          missing.add(one);
        }
      }
    }
    return missing;
  }

  private Active begin(QueuedCommand command) {
    int device = command.device();
    if (command.kind() == Command.LAUNCH) {
      Work work = launches.get(command.kernel());
      double nanos = work.nanos();
      for (Allocation missing : missing(command)) {
        // Comes by page faults.
        long holders = places.get(missing.hostAddress());
        int from = fastest(holders, device);
        nanos += TRANSFER_NANOS + missing.bytes() / matrix.between(from, device);
        places.put(missing.hostAddress(), holders | Places.of(device));
      }
      return new Active("device " + device, nanos);
    }
    if (command.kind() == Command.ADVISE) {
      return new Active("nothing " + command.index(), 0);
    }
    if (command.kind() != Command.PREFETCH) {
      throw new IllegalStateException(command + " is not simulated");
    }
    long holders = places.floorEntry(command.word(0)).getValue();
    if (Places.contains(holders, device)) {
      return new Active("nothing " + command.index(), 0);
    }
    int from = fastest(holders, device);
    double bytes = command.word(1);
    if (from != Places.HOST) {
      movedBetweenDevices += bytes;
    }
    return new Active(
        from + " to " + device, TRANSFER_NANOS + bytes / matrix.between(from, device));
  }

  private void end(QueuedCommand command) {
    long here = Places.of(command.device());
    if (command.kind() == Command.PREFETCH) {
      places.merge(places.floorKey(command.word(0)), here, (one, other) -> one | other);
      return;
    }
    if (command.kind() == Command.ADVISE) {
      return;
    }
    Work work = launches.get(command.kernel());
    for (Allocation allocation : work.written()) {
      places.put(allocation.hostAddress(), here);
    }
  }

  private int fastest(long holders, int to) {
    int best = Places.HOST;
    double bandwidth = Places.contains(holders, Places.HOST) ? matrix.between(-1, to) : 0;
    for (int from = 0; from < matrix.devices(); from++) {
      if (Places.contains(holders, from) && matrix.between(from, to) > bandwidth) {
        bandwidth = matrix.between(from, to);
        best = from;
      }
    }
    return best;
  }
}

package org.grcuda.runtime.policy;

import java.util.ArrayList;
import java.util.List;

/** A machine and a computation as a table: what a test says, and nothing else. */
final class FakeContext implements DeviceSelectionContext {

  private record Part(long bytes, long devices, boolean onHost) {}

  private final List<Part> parts = new ArrayList<>();
  private final int[] busy;
  private final double[] finishes;
  private final double[] transfers;
  private final double[] hostTransfers;
  private final double[] readies;
  private final double[] nexts;
  private double expected = -1;
  private double likely;
  private BandwidthMatrix bandwidths;
  private double threshold = 0.1;
  int current;
  double now;
  double link;
  double horizon;
  double following;
  double awaited;

  FakeContext(int devices) {
    busy = new int[devices];
    finishes = new double[devices];
    transfers = new double[devices];
    hostTransfers = new double[devices];
    readies = new double[devices];
    nexts = new double[devices];
    bandwidths = BandwidthMatrix.assumed(devices);
  }

  FakeContext bandwidths(BandwidthMatrix matrix) {
    bandwidths = matrix;
    return this;
  }

  FakeContext threshold(double share) {
    threshold = share;
    return this;
  }

  FakeContext busy(int... streams) {
    System.arraycopy(streams, 0, busy, 0, streams.length);
    return this;
  }

  /** Predicted finish and transfer time on {@code device}. */
  FakeContext predicted(int device, double finish, double transfer) {
    finishes[device] = finish;
    transfers[device] = transfer;
    return this;
  }

  /** Of the transfer time to {@code device} what comes from the host. */
  FakeContext fromHost(int device, double transfer) {
    hostTransfers[device] = transfer;
    return this;
  }

  /** When {@code device} will have done what it was given. */
  FakeContext ready(int device, double nanos) {
    readies[device] = nanos;
    return this;
  }

  /** What would move later if {@code device} were chosen. */
  FakeContext next(int device, double nanos) {
    nexts[device] = nanos;
    return this;
  }

  /** The duration from history. */
  FakeContext expected(double nanos) {
    expected = nanos;
    likely = nanos;
    return this;
  }

  /** The duration as guessed, for a computation that was never timed. */
  FakeContext guessed(double nanos) {
    expected = -1;
    likely = nanos;
    return this;
  }

  /** Adds data that these places hold. */
  FakeContext data(long bytes, int... places) {
    long devices = 0;
    boolean onHost = false;
    for (int place : places) {
      if (place == BandwidthMatrix.HOST) {
        onHost = true;
      } else {
        devices |= 1L << place;
      }
    }
    parts.add(new Part(bytes, devices, onHost));
    return this;
  }

  FakeContext clear() {
    parts.clear();
    return this;
  }

  /** A set of devices. */
  static long set(int... devices) {
    long set = 0;
    for (int device : devices) {
      set |= 1L << device;
    }
    return set;
  }

  @Override
  public String name() {
    return "k";
  }

  @Override
  public int deviceCount() {
    return busy.length;
  }

  @Override
  public int currentDevice() {
    return current;
  }

  @Override
  public int busyStreams(int device) {
    return busy[device];
  }

  @Override
  public long parentDevices() {
    return 0;
  }

  @Override
  public int accessCount() {
    return parts.size();
  }

  @Override
  public long accessBytes(int index) {
    return parts.get(index).bytes();
  }

  @Override
  public boolean reads(int index) {
    return true;
  }

  @Override
  public boolean writes(int index) {
    return false;
  }

  @Override
  public boolean holds(int index, int place) {
    return place == BandwidthMatrix.HOST
        ? isPartOnHost(index)
        : (partDevices(index) & 1L << place) != 0;
  }

  @Override
  public long neededBytes() {
    return parts.stream().mapToLong(Part::bytes).sum();
  }

  @Override
  public long missingBytes(int device) {
    return parts.stream()
        .filter(part -> (part.devices() & 1L << device) == 0)
        .mapToLong(Part::bytes)
        .sum();
  }

  @Override
  public int partCount() {
    return parts.size();
  }

  @Override
  public long partBytes(int part) {
    return parts.get(part).bytes();
  }

  @Override
  public long partDevices(int part) {
    return parts.get(part).devices();
  }

  @Override
  public boolean isPartOnHost(int part) {
    return parts.get(part).onHost();
  }

  @Override
  public BandwidthMatrix bandwidths() {
    return bandwidths;
  }

  @Override
  public double dataThreshold() {
    return threshold;
  }

  @Override
  public double expectedNanos(int device) {
    return expected;
  }

  @Override
  public double likelyNanos() {
    return likely;
  }

  @Override
  public double predictedFinish(int device) {
    return finishes[device];
  }

  @Override
  public double linkNanos() {
    return link;
  }

  @Override
  public double predictedNow() {
    return now;
  }

  @Override
  public double predictedReady(int device) {
    return readies[device];
  }

  @Override
  public double nextTransferNanos(int device) {
    return nexts[device];
  }

  @Override
  public double transferNanos(int device) {
    return transfers[device];
  }

  @Override
  public double hostTransferNanos(int device) {
    return hostTransfers[device];
  }

  @Override
  public double horizonNanos() {
    return horizon;
  }

  @Override
  public double awaitedNanos() {
    return awaited;
  }

  @Override
  public double followingNanos() {
    return following;
  }
}

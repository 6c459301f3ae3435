package org.grcuda.worklist;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.grcuda.ArrayType;
import org.grcuda.DeviceArray;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.UIntArray;
import org.grcuda.graph.Weights;
import org.grcuda.graph.engine.Engine;
import org.grcuda.graph.engine.MoreWork;
import org.grcuda.graph.engine.Network;
import org.grcuda.graph.partition.Part;
import org.grcuda.graph.partition.Partition;
import org.grcuda.types.GrCudaException;

/**
 * A distributed worklist: takes vertices whose value was improved, follows their edges, and goes on
 * with those that improve. Each part of the graph does so at an endpoint of its own, on the devices
 * in turn; improvements of others' vertices are sent to their owners.
 *
 * <p>Calls by several threads take turns.
 */
public final class Worklist implements AutoCloseable {

  private final GrCuda cuda;
  private final Partition partition;
  private final Operator operator;
  private final List<Worker> workers = new ArrayList<>();
  private final Engine<UIntArray> engine;

  /** A run has begun and not ended, or has failed. */
  private boolean running;

  /** Time of the runs. */
  private long nanos;

  /**
   * A worklist without work.
   *
   * @throws GrCudaException if the operator does not compile, or memory is exhausted
   */
  public Worklist(GrCuda cuda, Partition partition, Operator operator, Settings settings) {
    this.cuda = cuda;
    this.partition = partition;
    this.operator = operator;
    int count = partition.parts().size();
    Threshold order = Threshold.of(settings, operator.valueArray());
    Weights weights = partition.graph().weightType();
    Kernels kernels =
        Kernels.of(new Programs(cuda, operator, weights), operator.valueArray().signatureType());
    int packet = Math.clamp(partition.mostGhosts(), 1, settings.packet());
    Network<UIntArray> network =
        new Network<>(cuda, ArrayType.UINT, count, new WorkLayout(count, 0, 0).header(), packet, 2);
    for (Part part : partition.parts()) {
      int index = part.index();
      WorkLayout layout = WorkLayout.of(count, part);
      PartMemory memory =
          new PartMemory(
              cuda.at(network.endpoint(index)), layout, part, weights, operator, order.first());
      workers.add(
          new Worker(
              part,
              layout,
              memory,
              kernels,
              settings,
              order,
              network.reports(index),
              network.packets(index)));
    }
    boolean synchronous = settings.schedule() == Settings.Schedule.BULK_SYNCHRONOUS;
    MoreWork raises = new Raises(workers, synchronous || settings.strict());
    engine = network.engine(workers, synchronous, raises);
  }

  /**
   * The vertex with this value is to be taken, if the value improves its own.
   *
   * @throws GrCudaException if there is no such vertex, or the value is none of the array's type
   */
  public synchronized void push(int vertex, Number value) {
    requireUsable();
    if (vertex < 0 || vertex >= partition.graph().vertices()) {
      throw new GrCudaException(
          GrCudaException.Kind.INDEX,
          "worklist, push: vertex "
              + vertex
              + ", expected 0 to "
              + (partition.graph().vertices() - 1));
    }
    int bits = operator.valueArray().bits(value);
    try (UIntArray pair = cuda.uintArray(1, 2)) {
      pair.copyFrom(new int[] {partition.local(vertex), bits});
      workers.get(partition.owner(vertex)).push(pair);
    }
  }

  /** All vertices are to be taken with {@code value}, where it improves their own. */
  public synchronized void pushAll(Number value) {
    requireUsable();
    Number argument = operator.valueArray().argument(value);
    workers.forEach(worker -> worker.pushAll(argument));
  }

  /** All is as at first: no work, and the state arrays have their initial values. */
  public synchronized void reset() {
    requireUsable();
    workers.forEach(Worker::reset);
    nanos = 0;
  }

  /**
   * Works until no work and no packet is left.
   *
   * @throws GrCudaException if a kernel failed; the worklist cannot be used any more then
   */
  public synchronized void run() {
    requireUsable();
    running = true;
    long began = cuda.nanoTime();
    engine.run();
    nanos += cuda.nanoTime() - began;
    running = false;
  }

  /**
   * Works in rounds, if it is bulk-synchronous, until none is left or many vertices are near.
   *
   * @return how many rounds it has done, if more than {@code mostNear} vertices are near; then it
   *     has to be {@linkplain #reset reset} before it can run again
   */
  public synchronized OptionalInt runWhileFew(long mostNear) {
    requireUsable();
    running = true;
    long began = cuda.nanoTime();
    int[] rounds = {0};
    boolean stopped =
        engine.runUntil(
            () -> {
              rounds[0]++;
              return workers.stream().mapToLong(Worker::near).sum() > mostNear;
            });
    nanos += cuda.nanoTime() - began;
    running = false;
    return stopped ? OptionalInt.of(rounds[0]) : OptionalInt.empty();
  }

  private void requireUsable() {
    if (running) {
      throw new GrCudaException(
          GrCudaException.Kind.STATE, this + ": its run has failed; make another");
    }
  }

  /** What the runs of this worklist have done, since it was made or reset. */
  public synchronized Statistics statistics() {
    return workers.stream()
        .map(Worker::statistics)
        .reduce(Statistics.NONE, Statistics::plus)
        .ran(nanos);
  }

  /**
   * A state array of integers, by the vertices of the graph.
   *
   * @throws GrCudaException if there is none of this name, or it has numbers of another kind
   */
  public synchronized int[] gatherInts(String name) {
    int[] gathered = new int[partition.graph().vertices()];
    for (Part part : partition.parts()) {
      int[] values =
          switch (workers.get(part.index()).memory().state(name)) {
            case UIntArray array -> array.toArray();
            case IntArray array -> array.toArray();
            case DeviceArray other -> throw wrongType(name, "integers", other);
          };
      for (int local = 0; local < part.own(); local++) {
        gathered[part.vertex(local)] = values[local];
      }
    }
    return gathered;
  }

  /** A state array of floating-point numbers; else as {@link #gatherInts}. */
  public synchronized float[] gatherFloats(String name) {
    float[] gathered = new float[partition.graph().vertices()];
    for (Part part : partition.parts()) {
      if (!(workers.get(part.index()).memory().state(name) instanceof FloatArray array)) {
        throw wrongType(name, "floats", workers.get(part.index()).memory().state(name));
      }
      float[] values = array.toArray();
      for (int local = 0; local < part.own(); local++) {
        gathered[part.vertex(local)] = values[local];
      }
    }
    return gathered;
  }

  /**
   * A state array as an ordinary device array, by the vertices of the graph.
   *
   * @throws GrCudaException if there is none of this name
   */
  public synchronized DeviceArray gather(String name) {
    return switch (workers.getFirst().memory().state(name)) {
      case FloatArray floats -> cuda.array(gatherFloats(name));
      case IntArray integers -> cuda.array(gatherInts(name));
      default -> {
        UIntArray gathered = cuda.uintArray(partition.graph().vertices());
        gathered.copyFrom(gatherInts(name));
        yield gathered;
      }
    };
  }

  /**
   * A state array of a part, at its endpoint: an element for each own vertex, then one for each
   * ghost.
   *
   * @throws GrCudaException if there is none of this name
   */
  public DeviceArray state(int part, String name) {
    return workers.get(part).memory().state(name);
  }

  private static GrCudaException wrongType(String name, String wanted, DeviceArray given) {
    return new GrCudaException(
        GrCudaException.Kind.TYPE,
        "worklist: state '" + name + "' has elements of type " + given.type() + ", not " + wanted);
  }

  /** Such as {@code "worklist Bfs on 4 parts of a graph of 1000 vertices and 9000 edges"}. */
  @Override
  public String toString() {
    return "worklist " + operator.name() + " on " + partition;
  }

  /** Frees its arrays. */
  @Override
  public synchronized void close() {
    workers.forEach(worker -> worker.memory().close());
  }
}

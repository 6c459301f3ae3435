package org.grcuda.world;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.grcuda.ArrayType;
import org.grcuda.DeviceArray;
import org.grcuda.GrCuda;
import org.grcuda.driver.DeviceKind;
import org.grcuda.spi.ContextPart;
import org.grcuda.spi.HostTask;
import org.grcuda.transport.Transport;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.array.ArrayWorld;
import org.grcuda.world.collective.Departures;
import org.grcuda.world.collective.Gathering;
import org.grcuda.world.collective.Handshake;
import org.grcuda.world.collective.Patience;
import org.grcuda.world.collective.Termination;
import org.grcuda.world.message.Messages;
import org.grcuda.world.mobile.Balancing;
import org.grcuda.world.mobile.Objects;
import org.grcuda.world.mobile.PlainBytes;
import org.grcuda.world.object.Handler;
import org.grcuda.world.object.MobileObject;
import org.grcuda.world.object.MobilePointer;
import org.grcuda.world.progress.Progress;
import org.grcuda.world.transfer.Transfers;

/**
 * The ranks of a program, seen from one of them: messages of arrays, mobile objects, and what all
 * ranks do together. Used by one thread at a time.
 *
 * <p>Handlers run only within {@link #run} and {@link #poll}, on the thread that calls these.
 * Launches of kernels, sends and receives are computations: they return at once, and what depends
 * on them waits. Source: sections 1.1 and 3.2 of the paper on heterogeneous tasking with PREMA.
 */
public final class World implements ContextPart, AutoCloseable {

  /** A wait in which nothing happens for so long is told of, in nanoseconds. */
  private static final long PATIENCE_NANOS = 30_000_000_000L;

  private final GrCuda cuda;
  private final Progress progress;
  private final Transfers transfers;
  private final Termination termination;
  private final Departures departures;
  private final Gathering gathering;
  private final Objects objects;
  private final Balancing balancing;
  private final Patience patience;
  private final Consumer<String> warnings;
  private final ArrayWorld arrays;
  private boolean isServing;
  private boolean isClosed;

  private World(
      GrCuda cuda, Transport transport, WorldSettings settings, Consumer<String> warnings) {
    this.cuda = cuda;
    this.warnings = warnings;
    progress = new Progress(transport, settings.credits(), haveCores(cuda));
    patience = new Patience(transport.rank(), PATIENCE_NANOS, warnings);
    transfers = new Transfers(cuda, progress);
    termination = new Termination(progress);
    departures = new Departures(progress, transfers::gone);
    gathering = new Gathering(progress, patience, departures);
    objects = new Objects(cuda, progress, transfers, termination);
    balancing = new Balancing(progress, objects, settings.balancer(transport), System::nanoTime);
    arrays = new ArrayWorld(cuda, transfers, this::gatherNumbers);
    Handshake handshake = new Handshake(progress, settings.identity());
    if (settings.hasThread()) {
      progress.start();
    } else {
      // As if a thread drove all the time.
      progress.begin();
    }
    handshake.greet();
    if (size() > 1) {
      ContextPart.nameRank(cuda, rank());
    }
    HostTask.driveWith(cuda, progress);
  }

  private static boolean haveCores(GrCuda cuda) {
    return cuda.devices().stream().allMatch(device -> device.kind() == DeviceKind.CPU);
  }

  /**
   * The world of a context: the ranks that one {@code mpirun} has started, or this one alone. It is
   * closed with the context.
   *
   * @throws GrCudaException if the ranks cannot be connected, if another context of this process
   *     has the connection, or if there are several ranks and the context denies native access
   */
  public static World of(GrCuda cuda) {
    return ContextPart.of(
        cuda,
        World.class,
        environment ->
            over(cuda, Connection.open(cuda, environment), text -> ContextPart.warn(cuda, text)));
  }

  /**
   * The world of a context over a transport, which it closes.
   *
   * @param warnings takes what is told of long waits
   */
  public static World over(GrCuda cuda, Transport transport, Consumer<String> warnings) {
    return over(cuda, transport, WorldSettings.of(cuda), warnings);
  }

  /** As the other, with settings that options do not have. */
  static World over(
      GrCuda cuda, Transport transport, WorldSettings settings, Consumer<String> warnings) {
    return new World(cuda, transport, settings, warnings);
  }

  /** The context. */
  public GrCuda cuda() {
    return cuda;
  }

  /** The number of this rank, from 0. */
  public int rank() {
    return progress.rank();
  }

  /** The number of ranks. */
  public int size() {
    return progress.size();
  }

  /** Messages of arrays from one rank to another, which both name. */
  public Messages messages() {
    requireOpen();
    return transfers;
  }

  /**
   * Starts a distributed array. All ranks make the same arrays in the same order.
   *
   * @param type of the arrays of its parts: {@code ArrayType.FLOAT}
   * @param shape elements along each axis
   */
  public <A extends DeviceArray> DistributedArrayBuilder<A> distributedArray(
      ArrayType<A> type, long... shape) {
    return new DistributedArrayBuilder<>(arrays, type.elements(), shape);
  }

  /** As the other, of elements of {@code type}. */
  public DistributedArrayBuilder<DeviceArray> distributedArray(ElementType type, long... shape) {
    return new DistributedArrayBuilder<>(arrays, type, shape);
  }

  /**
   * Makes a mobile object on this rank.
   *
   * @param state null, numbers, texts, arrays, pointers, and lists and maps of them
   * @throws GrCudaException for anything else
   */
  public MobilePointer create(Object state) {
    return objects().create(state);
  }

  /** The object of {@code pointer} if it is on this rank now; otherwise null. */
  public MobileObject find(MobilePointer pointer) {
    return objects().find(pointer);
  }

  /**
   * Gives a name to what calls of objects do on this rank. Each rank names its handlers: code does
   * not travel.
   */
  public void handler(String name, Handler handler) {
    objects().handler(name, handler);
  }

  /**
   * Calls a handler of an object, wherever it is, with copies of the arguments. Does not wait. The
   * calls of one rank of one object are handled in their order.
   *
   * @param arguments as the state of an object
   */
  public void send(MobilePointer pointer, String handler, Object... arguments) {
    objects().call(pointer, handler, Arrays.asList(arguments));
  }

  /** Overwrites the array that is the state of an object, with as many elements. Does not wait. */
  public void put(MobilePointer pointer, DeviceArray elements) {
    objects().put(pointer, elements, "");
  }

  /** As the other, and then calls a handler of the object without arguments. */
  public void put(MobilePointer pointer, DeviceArray elements, String handler) {
    objects().put(pointer, elements, handler);
  }

  /**
   * Overwrites {@code elements} with the array that is the state of an object. Does not wait: what
   * uses {@code elements} does, and its rank answers when it serves calls.
   */
  public void get(MobilePointer pointer, DeviceArray elements) {
    objects().get(pointer, elements, "");
  }

  /** As the other, and then calls a handler of the object without arguments. */
  public void get(MobilePointer pointer, DeviceArray elements, String handler) {
    objects().get(pointer, elements, handler);
  }

  /** Moves an object to a rank, after the calls that this rank has made before. Does not wait. */
  public void migrate(MobilePointer pointer, int rank) {
    objects().migrate(pointer, rank);
  }

  /** Ends an object, after the calls that this rank has made before. Does not wait. */
  public void free(MobilePointer pointer) {
    objects().free(pointer);
  }

  /**
   * Serves calls until no rank has any left and none is on its way. All ranks call it.
   *
   * @throws GrCudaException if a rank could not do what this one has asked for: the calls that are
   *     left are served when it is called again
   */
  public void run() {
    serve(
        () -> {
          long end = termination.begin();
          balancing.begin(end);
          try {
            while (termination.ends() < end) {
              if (objects.handleNext()) {
                balancing.handled();
              } else {
                await("other ranks to call run", () -> hasWork(end));
              }
            }
          } finally {
            balancing.end();
          }
        });
  }

  private boolean hasWork(long end) {
    if (objects.hasNext() || termination.ends() >= end) {
      return true;
    }
    int missing = departures.missingFromRun(end);
    if (missing >= 0) {
      throw Departures.missing("run", missing);
    }
    balancing.idle();
    termination.passive();
    return false;
  }

  /** Serves the calls that are here. Does not wait for others. */
  public void poll() {
    serve(
        () -> {
          progress.driveNext();
          while (objects.handleNext()) {
            progress.driveNext();
          }
        });
  }

  private void serve(Runnable loop) {
    requireOpen();
    if (isServing) {
      throw new GrCudaException(
          GrCudaException.Kind.STATE,
          "run and poll serve handlers, and no handler may call them: send to objects instead");
    }
    isServing = true;
    try {
      progress.driving(loop);
    } finally {
      isServing = false;
    }
  }

  private void await(String what, BooleanSupplier isMet) {
    progress.awaitUntil(isMet, patience.of(what));
  }

  /** Waits until all ranks have called it. */
  public void barrier() {
    gatherAll("barrier", null);
  }

  /**
   * The values of all ranks, in their order, on each rank. All ranks call it.
   *
   * @param value as the state of an object, without arrays
   */
  public List<Object> gather(Object value) {
    return gatherAll("gather", value);
  }

  /** The sum of the numbers of all ranks, added in their order, on each rank. */
  public double sum(double value) {
    double sum = 0;
    for (Object each : gatherAll("sum", value)) {
      sum += (Double) each;
    }
    return sum;
  }

  private void requireOpen() {
    if (isClosed) {
      throw new GrCudaException(GrCudaException.Kind.STATE, "the world is closed");
    }
  }

  /** The objects of an open world. */
  private Objects objects() {
    requireOpen();
    return objects;
  }

  private double[][] gatherNumbers(String name, double... values) {
    return gatherAll(name, Arrays.stream(values).boxed().toList()).stream()
        .map(each -> ((List<?>) each).stream().mapToDouble(Double.class::cast).toArray())
        .toArray(double[][]::new);
  }

  private List<Object> gatherAll(String name, Object value) {
    requireOpen();
    if (isServing) {
      throw new GrCudaException(
          GrCudaException.Kind.STATE, name + " waits for all ranks, and no handler may call it");
    }
    List<Object> values = new ArrayList<>();
    for (byte[] each : gathering.gather(name, PlainBytes.of(name, value))) {
      values.add(PlainBytes.value(each));
    }
    return values;
  }

  /**
   * Ends all ranks at once, with an exit code.
   *
   * @throws GrCudaException with {@code reason}, where the ranks are one process, which goes on
   */
  public void abort(int code, String reason) {
    progress.abort(code, reason);
    await("the end", () -> false);
  }

  /** Waits until all ranks close, and disconnects. Idempotent. */
  @Override
  public void close() {
    close(false);
  }

  /** As the other; a rank whose context is cancelled ends all ranks. */
  @Override
  public void close(boolean cancelled) {
    if (!isClosed) {
      isClosed = true;
      transfers.close();
      if (cancelled) {
        progress.abort(1, "its context was cancelled");
      }
      if (!cancelled && !progress.hasFailed()) {
        leave();
      }
      HostTask.driveWith(cuda, null);
      progress.close();
    }
  }

  private void leave() {
    objects.leave();
    transfers.leave();
    departures.leave(transfers::submitted, termination.ends(), gathering.count());
    try {
      await("all ranks to end", this::isOver);
    } catch (GrCudaException e) {
      // The context is being closed, and nobody else would tell.
      warnings.accept(e.getMessage());
    }
  }

  private boolean isOver() {
    return departures.areAllGone() && transfers.areEnded() && !progress.isBusy();
  }

  @Override
  public String toString() {
    return "rank " + rank() + " of " + size();
  }
}

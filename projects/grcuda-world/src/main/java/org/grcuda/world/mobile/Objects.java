package org.grcuda.world.mobile;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.grcuda.DeviceArray;
import org.grcuda.GrCuda;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.balance.WaitingCalls;
import org.grcuda.world.collective.Termination;
import org.grcuda.world.frame.FrameException;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordReader;
import org.grcuda.world.frame.RecordWriter;
import org.grcuda.world.mobile.Invocation.Request;
import org.grcuda.world.object.Handler;
import org.grcuda.world.object.MobileObject;
import org.grcuda.world.object.MobilePointer;
import org.grcuda.world.progress.FlowControl.Flow;
import org.grcuda.world.progress.Progress;
import org.grcuda.world.transfer.Transfers;

/**
 * The mobile objects of a rank, and the calls between ranks. What arrives waits in a queue until
 * the program's thread handles it. Used by one thread at a time.
 */
public final class Objects {

  /** A record that has arrived; {@code call} is null unless it is one. */
  private record Arrived(int source, RecordReader record, Invocation call) {}

  private final Progress progress;
  private final Transfers transfers;
  private final Termination termination;
  private final Places places;
  private final Outbound outbound;
  private final Inbound inbound;
  private final Deliveries deliveries;
  private final Queue<Arrived> inbox = new ConcurrentLinkedQueue<>();

  /** Calls that waited, and can be handled now. */
  private final Deque<Invocation> ready = new ArrayDeque<>();

  private final Map<MobilePointer, Resident> here = new HashMap<>();

  /** Calls of objects that are on their way to this rank. */
  private final Map<MobilePointer, List<Invocation>> coming = new HashMap<>();

  /** Of each object that this rank has called, how often. */
  private final Map<MobilePointer, Long> sequences = new HashMap<>();

  private long nextSerial;
  private long delivered;
  private volatile boolean hasLeft;

  /** With arrays of {@code cuda}. */
  public Objects(GrCuda cuda, Progress progress, Transfers transfers, Termination termination) {
    this.progress = progress;
    this.transfers = transfers;
    this.termination = termination;
    places = new Places(progress);
    outbound = new Outbound(progress, transfers, termination);
    inbound = new Inbound(cuda, transfers);
    deliveries = new Deliveries(transfers, inbound, outbound);
    progress.on(Kind.INVOKE, this::keep);
    progress.on(Kind.MIGRATE, this::keep);
    progress.on(Kind.ERROR, this::keep);
  }

  private void keep(int source, RecordReader record) {
    if (hasLeft) {
      return;
    }
    RecordReader kept = RecordReader.first(MemorySegment.ofArray(record.toBytes()));
    boolean isCall = kept.kind() == Kind.INVOKE;
    inbox.add(new Arrived(source, kept, isCall ? Invocation.read(source, kept) : null));
  }

  /** From now on, what arrives is dropped. */
  public void leave() {
    hasLeft = true;
    inbox.clear();
  }

  /** Makes an object on this rank. */
  public MobilePointer create(Object state) {
    Object checked = PlainValues.checked("state", state);
    MobilePointer pointer = new MobilePointer(progress.rank(), nextSerial++);
    here.put(pointer, new Resident(pointer, checked, 0));
    return pointer;
  }

  /** The object, if it is on this rank; otherwise null. */
  public MobileObject find(MobilePointer pointer) {
    return here.get(pointer);
  }

  /**
   * Gives a name to a handler.
   *
   * @throws GrCudaException if another has it
   */
  public void handler(String name, Handler handler) {
    deliveries.add(name, handler);
  }

  /** Calls handler {@code name} of an object, wherever it is. Does not wait. */
  public void call(MobilePointer pointer, String name, List<?> arguments) {
    send(pointer, Request.CALL, name, arguments);
  }

  /** Writes the array that is the state of an object; then calls {@code name} unless empty. */
  public void put(MobilePointer pointer, DeviceArray elements, String name) {
    send(pointer, Request.PUT, name, List.of(elements));
  }

  /** Reads it into {@code elements}; then calls {@code name} unless empty. */
  public void get(MobilePointer pointer, DeviceArray elements, String name) {
    place(pointer);
    List<Long> arguments =
        List.of((long) progress.rank(), transfers.ask(elements), elements.byteSize());
    send(pointer, Request.GET, name, arguments);
  }

  /** Moves an object to rank {@code target} once the calls before are handled. */
  public void migrate(MobilePointer pointer, int target) {
    if (target < 0 || target >= progress.size()) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "migrate: expected a rank from 0 to " + (progress.size() - 1) + ", given " + target);
    }
    send(pointer, Request.MIGRATE, "", List.of(target));
  }

  /** Ends an object once the calls before are handled. */
  public void free(MobilePointer pointer) {
    send(pointer, Request.FREE, "", List.of());
  }

  private void send(MobilePointer pointer, Request request, String handler, List<?> arguments) {
    List<Object> checked = new ArrayList<>();
    for (Object argument : arguments) {
      checked.add(PlainValues.checked(describe(request, handler), argument));
    }
    int place = place(pointer);
    long sequence = sequences.getOrDefault(pointer, 0L);
    outbound.post(
        place, Invocation.write(pointer, progress.rank(), sequence, request, handler), checked);
    // Not if its arrays were refused: the calls after it would wait for this one.
    sequences.put(pointer, sequence + 1);
  }

  private static String describe(Request request, String handler) {
    return request == Request.CALL
        ? "an argument of '" + handler + "'"
        : request.name().toLowerCase(Locale.ROOT);
  }

  /** The rank to which calls of an object are sent. */
  private int place(MobilePointer pointer) {
    int place = here.containsKey(pointer) ? progress.rank() : places.of(pointer);
    if (place == Places.NOWHERE) {
      throw new GrCudaException(GrCudaException.Kind.STATE, pointer + " was freed");
    }
    if (place < 0 || place >= progress.size()) {
      throw new GrCudaException(GrCudaException.Kind.VALUE, pointer + ": there is no such rank");
    }
    return place;
  }

  /** Whether something has arrived that {@link #handleNext} would handle. */
  public boolean hasNext() {
    return !ready.isEmpty() || !inbox.isEmpty();
  }

  /**
   * Handles the next of what has arrived.
   *
   * @return whether there was anything
   * @throws GrCudaException if another rank could not do what this one has asked for
   * @throws RuntimeException what a handler throws
   */
  public boolean handleNext() {
    Invocation waited = ready.poll();
    if (waited != null) {
      handle(waited);
      return true;
    }
    Arrived next = inbox.poll();
    if (next == null) {
      return false;
    }
    took(next);
    switch (next.record.kind()) {
      case INVOKE -> handle(next.call);
      case MIGRATE -> settle(next.source, next.record);
      default -> {
        termination.handled();
        throw error(next.record);
      }
    }
    return true;
  }

  /** How many calls have reached their objects on this rank. */
  long delivered() {
    return delivered;
  }

  private void took(Arrived arrived) {
    progress.flows().handled(Flow.CALLS, arrived.source, arrived.record.bytes());
  }

  private Stream<Invocation> calls() {
    return Stream.concat(
        ready.stream(), inbox.stream().map(Arrived::call).filter(java.util.Objects::nonNull));
  }

  /** The calls that wait for objects of this rank, by object, in the order of the first ones. */
  List<WaitingCalls> waiting() {
    Map<MobilePointer, List<Invocation>> queues = new LinkedHashMap<>();
    calls()
        .filter(call -> here.containsKey(call.pointer()))
        .forEach(
            call -> queues.computeIfAbsent(call.pointer(), key -> new ArrayList<>()).add(call));
    List<WaitingCalls> waiting = new ArrayList<>();
    queues.forEach((pointer, calls) -> waiting.add(waiting(pointer, calls)));
    return waiting;
  }

  private WaitingCalls waiting(MobilePointer pointer, List<Invocation> calls) {
    double nanos =
        calls.stream().mapToDouble(call -> deliveries.durations().of(call.handler())).sum();
    double move = Durations.ofMove(here.get(pointer).state());
    return new WaitingCalls(pointer, calls.size(), nanos, move);
  }

  /** Moves an object to rank {@code target}, and sends the calls on that wait for it. */
  void give(MobilePointer pointer, int target) {
    leave(here.get(pointer), target);
    List<Invocation> calls = new ArrayList<>();
    ready.removeIf(call -> call.pointer().equals(pointer) && calls.add(call));
    inbox.removeIf(
        arrived -> {
          boolean isOurs = arrived.call != null && arrived.call.pointer().equals(pointer);
          if (isOurs) {
            took(arrived);
            calls.add(arrived.call);
          }
          return isOurs;
        });
    calls.forEach(this::sendOn);
  }

  private static GrCudaException error(RecordReader record) {
    GrCudaException.Kind[] kinds = GrCudaException.Kind.values();
    int kind = record.readByte();
    if (kind < 0 || kind >= kinds.length) {
      throw new FrameException("an error of kind " + kind);
    }
    return new GrCudaException(kinds[kind], record.readText());
  }

  /**
   * Handles a call. It counts as handled when it has been: not while it waits for an earlier one,
   * or for its object.
   */
  private void handle(Invocation call) {
    Resident object = here.get(call.pointer());
    if (object == null) {
      sendOn(call);
      return;
    }
    long expected = object.expected.getOrDefault(call.caller(), 0L);
    Map<Long, Invocation> early =
        object.early.computeIfAbsent(call.caller(), caller -> new TreeMap<>());
    if (call.sequence() != expected) {
      early.put(call.sequence(), call);
      return;
    }
    delivered++;
    object.expected.put(call.caller(), expected + 1);
    Invocation following = early.remove(expected + 1);
    if (following != null) {
      ready.add(following);
    }
    try {
      deliver(object, call);
    } finally {
      termination.handled();
    }
  }

  private void deliver(Resident object, Invocation call) {
    switch (call.request()) {
      case CALL -> deliveries.call(object, call, inbound.arguments(call));
      case PUT -> deliveries.put(object, call);
      case GET -> deliveries.get(object, call);
      case MIGRATE -> leave(object, (int) Inbound.integer(inbound.arguments(call), 0));
      case FREE -> {
        inbound.arguments(call);
        remove(object, Places.NOWHERE);
        sendOnEarly(object);
      }
    }
  }

  /** Sends a call to where its object is, as far as this rank knows. */
  private void sendOn(Invocation call) {
    MobilePointer pointer = call.pointer();
    int place = places.of(pointer);
    boolean isUnknown = pointer.home() == progress.rank() && pointer.serial() >= nextSerial;
    if (place == progress.rank() && !isUnknown) {
      // It was sent here, and its state is behind this call in the queue.
      coming.computeIfAbsent(pointer, key -> new ArrayList<>()).add(call);
      return;
    }
    List<Object> arguments = inbound.arguments(call);
    if (place == Places.NOWHERE || isUnknown) {
      String problem = isUnknown ? " was never made" : " was freed";
      outbound.refuse(call, arguments, GrCudaException.Kind.STATE, pointer + problem);
    } else {
      outbound.post(
          place,
          Invocation.write(pointer, call.caller(), call.sequence(), call.request(), call.handler()),
          arguments);
      places.tell(call.caller(), pointer);
    }
    termination.handled();
  }

  /** {@code object} is no longer here but on {@code rank}. */
  private void remove(Resident object, int rank) {
    here.remove(object.pointer());
    places.learn(object.pointer(), rank, object.moves + 1);
  }

  private void sendOnEarly(Resident object) {
    object.early.values().forEach(calls -> calls.values().forEach(this::sendOn));
    object.early.clear();
  }

  private void leave(Resident object, int target) {
    if (target == progress.rank()) {
      return;
    }
    remove(object, target);
    RecordWriter record = new RecordWriter(Kind.MIGRATE);
    ValueWriter.write(record, object.pointer()).addInt(object.moves + 1);
    record.addInt(object.expected.size());
    object.expected.forEach((caller, next) -> record.addInt(caller).addLong(next));
    outbound.post(target, record, Collections.singletonList(object.state()));
    sendOnEarly(object);
  }

  /** An object comes to stay. */
  private void settle(int source, RecordReader record) {
    MobilePointer pointer = ValueReader.readPointer(record);
    int moves = record.readInt();
    Map<Integer, Long> expected = new HashMap<>();
    int callers = record.readCount(Integer.BYTES + Long.BYTES);
    for (int i = 0; i < callers; i++) {
      expected.put(record.readInt(), record.readLong());
    }
    Resident object = new Resident(pointer, inbound.values(source, record).getFirst(), moves);
    object.expected.putAll(expected);
    here.put(pointer, object);
    places.learn(pointer, progress.rank(), moves);
    List<Invocation> calls = coming.remove(pointer);
    if (calls != null) {
      ready.addAll(calls);
    }
    termination.handled();
  }
}

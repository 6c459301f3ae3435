package org.grcuda.world.mobile;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.LongSupplier;
import org.grcuda.types.GrCudaException;
import org.grcuda.world.balance.LoadBalancer;
import org.grcuda.world.balance.WaitingCalls;
import org.grcuda.world.frame.FrameException;
import org.grcuda.world.frame.Kind;
import org.grcuda.world.frame.RecordReader;
import org.grcuda.world.frame.RecordWriter;
import org.grcuda.world.object.MobilePointer;
import org.grcuda.world.progress.Progress;

/**
 * Moves work to idle ranks, as a {@link LoadBalancer} decides. A rank asks and is answered by
 * records that count for nothing: the object that is given is counted as any that moves, and its
 * calls are sent on as those of any object that has moved. So neither the detection of termination
 * nor the order of calls knows of it.
 */
public final class Balancing {

  private static final int ASK = 0;
  private static final int ANSWER = 1;

  /** Between two questions, in nanoseconds; ever longer while there is no work. */
  private static final long SHORTEST_PAUSE = 20_000;

  private static final long LONGEST_PAUSE = 10_000_000;

  private final Progress progress;
  private final Objects objects;
  private final LoadBalancer balancer;
  private final LongSupplier clock;

  /** Ranks that have asked, and wait for an answer. */
  private final Queue<Integer> thieves = new ConcurrentLinkedQueue<>();

  /** 1 for a rank that was asked, and has not answered. */
  private final AtomicIntegerArray asked;

  /** The run that this rank takes part in; 0 while it takes part in none. */
  private volatile long run;

  /** Calls that had reached their objects when this rank last answered. */
  private long delivered;

  private long pause = SHORTEST_PAUSE;
  private long nextQuestion;

  /**
   * @param clock in nanoseconds
   */
  public Balancing(Progress progress, Objects objects, LoadBalancer balancer, LongSupplier clock) {
    this.progress = progress;
    this.objects = objects;
    this.balancer = balancer;
    this.clock = clock;
    asked = new AtomicIntegerArray(progress.size());
    nextQuestion = clock.getAsLong();
    progress.on(Kind.BALANCE, this::receive);
  }

  private void receive(int source, RecordReader record) {
    switch (record.readByte()) {
      case ASK -> {
        // Who asks in another run would get what it does not serve.
        if (record.readLong() == run) {
          thieves.add(source);
        } else if (!progress.hasLeft()) {
          answer(source);
        }
      }
      case ANSWER -> asked.set(source, 0);
      default -> throw new FrameException("a question of no kind, from rank " + source);
    }
  }

  private void answer(int thief) {
    progress.post(thief, new RecordWriter(Kind.BALANCE).addByte(ANSWER).finish());
  }

  private void answerAll() {
    for (Integer thief = thieves.poll(); thief != null; thief = thieves.poll()) {
      answer(thief);
    }
  }

  /** This rank takes part in run {@code number}, from 1. */
  public void begin(long number) {
    answerAll();
    pause = SHORTEST_PAUSE;
    run = number;
  }

  /** It takes part in none. */
  public void end() {
    run = 0;
    answerAll();
  }

  /**
   * Something was handled. Answers one rank, if a call has reached its object since the last time:
   * so ranks that give each other an object use it in between.
   */
  public void handled() {
    if (objects.delivered() == delivered) {
      return;
    }
    delivered = objects.delivered();
    pause = SHORTEST_PAUSE;
    Integer thief = thieves.poll();
    if (thief == null) {
      return;
    }
    try {
      List<WaitingCalls> waiting = objects.waiting();
      MobilePointer given = waiting.isEmpty() ? null : balancer.give(thief, waiting);
      if (given != null) {
        requireWaiting(given, waiting);
        objects.give(given, thief);
      }
    } finally {
      answer(thief);
    }
  }

  private static void requireWaiting(MobilePointer given, List<WaitingCalls> waiting) {
    if (waiting.stream().noneMatch(each -> each.object().equals(given))) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "LoadBalancer: give returned " + given + ", which has no calls that wait here");
    }
  }

  /** There is nothing to do here: asks another rank, unless it is too early. */
  public void idle() {
    answerAll();
    long now = clock.getAsLong();
    if (now - nextQuestion < 0) {
      return;
    }
    int victim = balancer.victim();
    if (victim < -1 || victim >= progress.size()) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "LoadBalancer: victim returned " + victim + ", and there is no such rank");
    }
    nextQuestion = now + pause;
    pause = Math.min(2 * pause, LONGEST_PAUSE);
    if (victim >= 0 && victim != progress.rank() && asked.compareAndSet(victim, 0, 1)) {
      progress.post(victim, new RecordWriter(Kind.BALANCE).addByte(ASK).addLong(run).finish());
    }
  }
}

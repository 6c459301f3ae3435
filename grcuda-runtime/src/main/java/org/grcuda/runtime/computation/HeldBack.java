package org.grcuda.runtime.computation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * State of a vertex that few vertices need: those that are held back, or come after what is held
 * back, that fail, or whose event a thread waits for. Guarded by the scheduling lock.
 */
public final class HeldBack {

  private static final Vertex[] NONE = {};
  private static final int FIRST_ROOM = 4;

  private Vertex[] children = NONE;
  private int childCount;
  private List<Vertex> followers = List.of();

  /** As {@link Vertex#refusal}. */
  Throwable refusal;

  /** Set before the status says that the vertex failed, and read after. */
  Failure failure;

  /** The stream that was chosen before it was ready ({@link NotReadyException}); null for none. */
  public ComputeStream chosenStream;

  /** What moves its data and goes to the driver before it; null if nothing does. */
  public EarlyMoves earlyMoves;

  /** Threads that wait for its event. */
  public int waiters;

  /** Parents that are not with the driver. */
  public int missingParents;

  /** For a vertex that waits for the end of its parents: how many have not ended. */
  public int unendedParents;

  /** Receives the vertex when they have ended. */
  public Consumer<Vertex> afterParents;

  /** The thread that runs this vertex as host code, until it has left. */
  public Thread hostThread;

  /** Whether it is a task of the host that has begun. */
  public boolean hasBegun;

  /** For a vertex that a device pulls: its number there, from 0. */
  public int task = -1;

  /** What of the buffer of a device it takes up. */
  public double share;

  /** Whether a thread waits for it, and for little else. */
  public boolean isUrgent;

  /** Receives the vertex when it has ended; null if nobody does. */
  public Consumer<Vertex> whenEnded;

  /**
   * Its rank among what is held back: nanoseconds until the end of the chain that depends on it
   * there.
   */
  public double rank;

  /** Whether the {@code Backlog} counts it, and with how much. */
  public boolean counted;

  public double kernelNanos;

  public double hostNanos;

  HeldBack() {}

  /** Number of vertices that wait for this one to be dispatched. */
  public int childCount() {
    return childCount;
  }

  /** One of them, from 0. */
  public Vertex child(int index) {
    return children[index];
  }

  /** Adds a vertex that waits for this one to be dispatched. */
  public void addChild(Vertex child) {
    if (childCount == children.length) {
      children = Arrays.copyOf(children, Math.max(FIRST_ROOM, 2 * childCount));
    }
    children[childCount++] = child;
  }

  /** Gives each child that waits for nothing else to {@code ready}, and forgets them all. */
  public void releaseChildren(Consumer<Vertex> ready) {
    Vertex[] released = children;
    int count = childCount;
    children = NONE;
    childCount = 0;
    for (int i = 0; i < count; i++) {
      if (--released[i].held.missingParents == 0) {
        ready.accept(released[i]);
      }
    }
  }

  /** Adds a vertex that waits for the end of this one and others. */
  public void addFollower(Vertex follower) {
    if (followers.isEmpty()) {
      followers = new ArrayList<>(FIRST_ROOM);
    }
    followers.add(follower);
  }

  /** This one has ended: gives each follower that waits for no other to {@code ready}. */
  public void releaseFollowers(Consumer<Vertex> ready) {
    for (Vertex follower : followers) {
      if (--follower.held.unendedParents == 0) {
        ready.accept(follower);
      }
    }
    followers = List.of();
  }
}

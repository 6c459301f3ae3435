package org.grcuda.driver.queue;

import java.util.Arrays;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.Submission;

/**
 * Commands of one submission that follow one another on one stream, up to the first record of an
 * event, whose {@link Recording} it is as well. It is one object, where separate commands would
 * need one or two each, since there may be millions of commands in a queue. Guarded by the lock of
 * {@link CommandQueues}.
 */
final class Batch extends Recording {

  private static final Submission.Command[] COMMANDS = Submission.Command.values();
  private static final int KIND_BITS = 4;
  private static final int MOST_COMMANDS = Integer.SIZE / KIND_BITS;

  private final Batch origin;
  private final QueuedStream stream;
  private final boolean submitted;
  private final long firstIndex;
  private int kinds;
  private byte count;
  private byte done;
  private QueuedEvent event;
  // What each wait or launch waits for or launches, in order; an array, with room, if there are
  // several.
  private Object handles;

  /** The next batch in its stream. */
  Batch next;

  /**
   * @param origin the first batch of the same submission; null if it is this
   * @param submitted as {@link #isSubmitted}
   * @param firstIndex number of its first command
   */
  Batch(Batch origin, QueuedStream stream, boolean submitted, long firstIndex) {
    this.origin = origin == null ? this : origin;
    this.stream = stream;
    this.submitted = submitted;
    this.firstIndex = firstIndex;
  }

  Batch origin() {
    return origin;
  }

  QueuedStream stream() {
    return stream;
  }

  /** The number of the first command of its submission. */
  long submission() {
    return origin.firstIndex;
  }

  /** Whether it was part of a submission, not made for a host thread that waits. */
  boolean isSubmitted() {
    return submitted;
  }

  /** Whether a command of {@code target} may follow. */
  boolean takes(QueuedStream target) {
    return target == stream
        && count < MOST_COMMANDS
        && (count == 0 || kind(count - 1) != Submission.Command.RECORD);
  }

  /** Adds the end of the stream, or the record of {@code recorded} unless null. */
  void addRecord(QueuedEvent recorded) {
    add(Submission.Command.RECORD);
    event = recorded;
    if (recorded != null) {
      recorded.renew(this);
    }
  }

  /** Adds a wait for the latest record of {@code awaited}. */
  void addWait(QueuedEvent awaited) {
    add(Submission.Command.WAIT);
    Recording latest = awaited.latest();
    addHandle(latest != null ? latest : awaited);
  }

  void addLaunch(Function function) {
    add(Submission.Command.LAUNCH);
    addHandle(function);
  }

  void add(Submission.Command kind) {
    kinds |= kind.ordinal() << (KIND_BITS * count);
    count++;
  }

  /** Keeps the handle of the last command. */
  private void addHandle(Object handle) {
    int before = handlesBefore(count - 1);
    if (before == 0) {
      handles = handle;
      return;
    }
    Object[] several = before == 1 ? new Object[] {handles, null} : (Object[]) handles;
    if (before == several.length) {
      several = Arrays.copyOf(several, 2 * before);
    }
    several[before] = handle;
    handles = several;
  }

  /** Keeps the operands, as {@link Submission} lays out words: headers included. */
  void keepWords(long[] copy) {
    detailed().words = copy;
  }

  int count() {
    return count;
  }

  /** Number of commands that are done. */
  int done() {
    return done;
  }

  boolean isDone() {
    return done == count;
  }

  Submission.Command kind(int position) {
    return COMMANDS[kinds >>> (KIND_BITS * position) & (1 << KIND_BITS) - 1];
  }

  /**
   * The recording that the wait at {@code position} waits for; null if the event was never
   * recorded.
   */
  Recording awaited(int position) {
    return handle(position) instanceof Recording recording ? recording : null;
  }

  Event event(int position) {
    return switch (kind(position)) {
      case RECORD -> event;
      case WAIT -> handle(position) instanceof Batch batch ? batch.event : (Event) handle(position);
      default -> null;
    };
  }

  Function function(int position) {
    return kind(position) == Submission.Command.LAUNCH ? (Function) handle(position) : null;
  }

  private Object handle(int position) {
    return handles instanceof Object[] several ? several[handlesBefore(position)] : handles;
  }

  /** How many of the commands before {@code position} have a handle. */
  private int handlesBefore(int position) {
    int before = 0;
    for (int i = 0; i < position; i++) {
      Submission.Command kind = kind(i);
      if (kind == Submission.Command.WAIT || kind == Submission.Command.LAUNCH) {
        before++;
      }
    }
    return before;
  }

  long index(int position) {
    return firstIndex + position;
  }

  /** The operands of the command at {@code position}; null if they were not kept. */
  long[] words(int position) {
    long[] words = details() == null ? null : details().words;
    if (words == null) {
      return null;
    }
    int header = 0;
    for (int i = 0; i < position; i++) {
      header += 1 + Submission.operandCount(words[header]);
    }
    return Arrays.copyOfRange(
        words, header + 1, header + 1 + Submission.operandCount(words[header]));
  }

  /** The command at {@code position}: the same object each time. */
  QueuedCommand command(int position) {
    QueuedCommand[] known = detailed().commands;
    if (known == null) {
      known = new QueuedCommand[count];
      details().commands = known;
    }
    if (known[position] == null) {
      known[position] = new QueuedCommand(this, position);
    }
    return known[position];
  }

  /** Ends the command whose turn it is. */
  void settle(QueuedCommand.State end) {
    Details details = details();
    if (details != null && details.commands != null && details.commands[done] != null) {
      details.commands[done].settle(end);
    }
    done++;
    if (isDone()) {
      // An event may keep the batch for long, so it drops its contents; commands that are still
      // known keep theirs.
      handles = null;
      if (details != null) {
        details.words = null;
        details.commands = null;
      }
    }
  }

  /** Whether the event that it records, if any, tells the time. */
  boolean isTimed() {
    return event != null && event.isTimed();
  }

  /** The first failure among the commands of its submission; null if there is none. */
  DriverException submissionFailure() {
    return origin.details() == null ? null : origin.details().submissionFailure;
  }

  void fail(DriverException cause) {
    Details first = origin.detailed();
    if (first.submissionFailure == null) {
      first.submissionFailure = cause;
    }
  }
}

package org.grcuda.driver.queue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.grcuda.driver.Device;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.grcuda.driver.UsageException;

/**
 * The queues of all streams of one driver, under one lock that is held for a few commands at a
 * time. A waiting command blocks no thread: when an event completes, the streams that wait for it
 * go on.
 */
public final class CommandQueues implements SubmissionCheck.Handles {

  private final CommandExecutor executor;
  private final Set<QueuedStream> streams = new LinkedHashSet<>();
  private final ArrayDeque<QueuedStream> toAdvance = new ArrayDeque<>();
  private final Submission.Reader reader = new Submission.Reader();
  private long commandCount;
  private int streamCount;
  private int openStreams;
  private int openEvents;
  private volatile boolean closed;

  /** Queues whose work {@code executor} does. */
  public CommandQueues(CommandExecutor executor) {
    this.executor = executor;
  }

  /** A new, empty stream. */
  public synchronized Stream createStream(Device device) {
    requireOpen();
    QueuedStream stream = new QueuedStream(this, device, streamCount++);
    streams.add(stream);
    openStreams++;
    return stream;
  }

  /** A new event. */
  public synchronized Event createEvent(Device device, boolean timing) {
    requireOpen();
    openEvents++;
    return new QueuedEvent(this, device, timing);
  }

  /**
   * Enqueues all commands of a submission, or none.
   *
   * @param check throws for a submission that cannot be enqueued
   */
  public void submit(Submission submission, SubmissionCheck check) {
    requireOpen();
    check.run(submission, this);
    submitUnchecked(submission);
  }

  /** As {@link #submit}, for a caller that has made sure that the commands are legal. */
  public void submitUnchecked(Submission submission) {
    synchronized (this) {
      requireOpen();
      enqueue(submission);
      advance();
    }
  }

  @Override
  public Device deviceOf(Stream stream) {
    if (!(stream instanceof QueuedStream given) || given.queues() != this) {
      return null;
    }
    given.requireOpen();
    return given.device();
  }

  @Override
  public Device deviceOf(Event event) {
    if (!(event instanceof QueuedEvent given) || given.queues() != this) {
      return null;
    }
    given.requireOpen();
    return given.device();
  }

  /**
   * Ends a command that {@link CommandExecutor#begin} did not complete.
   *
   * @param failure why it failed, or null
   */
  public synchronized void finish(QueuedCommand command, DriverException failure) {
    if (failure != null) {
      command.batch().fail(failure);
    }
    QueuedStream stream = command.stream();
    stream.remove(failure == null ? QueuedCommand.State.COMPLETED : QueuedCommand.State.FAILED);
    toAdvance.add(stream);
    advance();
  }

  /** Commands not yet done, waits and records included, oldest first. */
  public synchronized List<QueuedCommand> pending() {
    return streams.stream()
        .flatMap(stream -> stream.pending().stream())
        .sorted(Comparator.comparingLong(QueuedCommand::index))
        .toList();
  }

  /** Waits until everything enqueued so far on the streams of a device is done. */
  public void synchronize(Device device) {
    requireOpen();
    List<Recording> ends = new ArrayList<>();
    synchronized (this) {
      streams.stream()
          .filter(stream -> stream.device() == device)
          .forEach(stream -> ends.add(end(stream)));
    }
    ends.forEach(this::awaitUninterruptibly);
  }

  /** Whether everything enqueued on the streams of a device is done. Not a query of the program. */
  public synchronized boolean isIdle(Device device) {
    return streams.stream().allMatch(stream -> stream.device() != device || stream.head() == null);
  }

  /** Whether everything enqueued on {@code stream} is done. Not a query of the program. */
  public synchronized boolean isDone(Stream stream) {
    return ((QueuedStream) stream).head() == null;
  }

  /** Refuses every later use of the queues and their handles, and waits for what is enqueued. */
  public void close() {
    List<Recording> ends = new ArrayList<>();
    synchronized (this) {
      closed = true;
      streams.forEach(stream -> ends.add(end(stream)));
    }
    ends.forEach(this::awaitUninterruptibly);
  }

  /** Number of streams created and not closed. */
  public synchronized int openStreams() {
    return openStreams;
  }

  /** Number of events created and not closed. */
  public synchronized int openEvents() {
    return openEvents;
  }

  /** Whether {@link #close} was called. */
  public boolean isClosed() {
    return closed;
  }

  /**
   * Refuses use after {@link #close}.
   *
   * @throws UsageException if the driver is closed
   */
  public void requireOpen() {
    if (closed) {
      throw new UsageException("the driver is closed");
    }
  }

  /** The executor, which must learn of the queries of host threads. */
  CommandExecutor executor() {
    return executor;
  }

  /** Returns when {@code recording} is complete. */
  void await(Recording recording) throws InterruptedException {
    if (!recording.isComplete() && !executor.drive(recording::isComplete, Long.MAX_VALUE)) {
      recording.await();
    }
  }

  /** Returns when {@code recording} is complete, or {@code nanos} nanoseconds have passed. */
  boolean await(Recording recording, long nanos) throws InterruptedException {
    return recording.isComplete()
        || (executor.drive(recording::isComplete, nanos)
            ? recording.isComplete()
            : recording.await(nanos));
  }

  /** Returns when one of {@code some} is complete, or {@code nanos} nanoseconds have passed. */
  void awaitAny(List<Recording> some, long nanos) throws InterruptedException {
    if (!executor.drive(() -> Recording.isAnyComplete(some), nanos)) {
      Recording.awaitAny(some, nanos);
    }
  }

  /** As {@link #await}; an interrupt is kept for the caller. */
  void awaitUninterruptibly(Recording recording) {
    boolean interrupted = false;
    while (!recording.isComplete()) {
      try {
        await(recording);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** A recording that completes when everything enqueued on {@code stream} so far is done. */
  synchronized Recording end(QueuedStream stream) {
    Batch end = new Batch(null, stream, false, commandCount++);
    end.addRecord(null);
    stream.add(end);
    toAdvance.add(stream);
    advance();
    return end;
  }

  synchronized void closed(QueuedStream stream) {
    openStreams--;
    forgetIfDone(stream);
  }

  synchronized void closedEvent() {
    openEvents--;
  }

  private void enqueue(Submission submission) {
    reader.restart(submission);
    Batch origin = null;
    Batch batch = null;
    int begin = 0;
    while (reader.next()) {
      QueuedStream stream = (QueuedStream) reader.stream();
      if (batch == null || !batch.takes(stream)) {
        if (batch != null) {
          enqueue(batch, submission, begin, reader.position());
        }
        begin = reader.position();
        batch = new Batch(origin, stream, true, commandCount);
        origin = batch.origin();
      }
      switch (reader.command()) {
        case RECORD -> batch.addRecord((QueuedEvent) reader.event());
        case WAIT -> batch.addWait((QueuedEvent) reader.event());
        case LAUNCH -> batch.addLaunch(reader.function());
        case COPY, FILL, PREFETCH, ADVISE, ATTACH -> batch.add(reader.command());
      }
      commandCount++;
    }
    if (batch != null) {
      enqueue(batch, submission, begin, reader.position());
    }
  }

  /**
   * Puts {@code batch}, made of the words from {@code begin} to before {@code end}, in its queue.
   */
  private void enqueue(Batch batch, Submission submission, int begin, int end) {
    if (executor.keepsOperands()) {
      batch.keepWords(submission.copyOfWords(begin, end));
    }
    QueuedStream stream = batch.stream();
    stream.add(batch);
    if (executor.watches()) {
      for (int i = 0; i < batch.count(); i++) {
        executor.enqueued(batch.command(i));
      }
    }
    if (stream.head() == batch) {
      toAdvance.add(stream);
    }
  }

  private void advance() {
    QueuedStream stream;
    while ((stream = toAdvance.poll()) != null) {
      while (takeHead(stream)) {
        // Each command that can take effect does.
      }
      forgetIfDone(stream);
    }
  }

  /** Lets the next command of a stream take effect; false if there is none or it cannot yet. */
  private boolean takeHead(QueuedStream stream) {
    Batch head = stream.head();
    if (head == null || stream.isBusy()) {
      return false;
    }
    int position = head.done();
    Submission.Command kind = head.kind(position);
    switch (kind) {
      case RECORD -> goOn(head.complete(head.submissionFailure(), executor.now(), head.isTimed()));
      case WAIT -> {
        Recording awaited = head.awaited(position);
        if (awaited != null && !awaited.isComplete()) {
          awaited.detailed().addWaiting(stream);
          return false;
        }
      }
      case COPY, FILL, PREFETCH, ADVISE, ATTACH, LAUNCH -> {
        if (head.submissionFailure() != null) {
          stream.remove(QueuedCommand.State.SKIPPED);
          return true;
        }
        if (!executor.passes(kind)) {
          stream.setBusy();
          if (!executor.begin(head.command(position))) {
            return false;
          }
        }
      }
    }
    stream.remove(QueuedCommand.State.COMPLETED);
    return true;
  }

  /** Lets go on what has waited for an event. By index: it is mostly empty. */
  private void goOn(List<QueuedStream> released) {
    for (int i = 0; i < released.size(); i++) {
      toAdvance.add(released.get(i));
    }
  }

  private void forgetIfDone(QueuedStream stream) {
    if (stream.isClosed() && stream.head() == null) {
      streams.remove(stream);
    }
  }
}

package org.grcuda.sim.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;

/**
 * Takes turns between the processes of a simulation: one runs at a time, each on a thread of its
 * own, and the next is always the one that is furthest behind. Of several, it is the one that was
 * made first. So a simulation takes the same times whenever it runs. Takes O(log n) for a turn.
 */
public final class Turns {

  private final List<Process> processes = new ArrayList<>();

  /** Those that wait for their turn. */
  private final TreeSet<Process> waiting =
      new TreeSet<>(Comparator.comparingDouble(Process::due).thenComparingInt(Process::number));

  /** Whose turn it is: nobody else touches anything of the simulation. */
  private volatile Process running;

  /** Without processes. */
  public Turns() {}

  /** Another process, to be {@linkplain #run run}. */
  public Process process(Engine engine) {
    Process process = new Process(engine, this, processes.size());
    processes.add(process);
    return process;
  }

  /**
   * Runs the programs of all processes, in their order, until all have ended. A program that throws
   * ends.
   *
   * @throws InterruptedException if this thread is interrupted while it waits
   */
  public void run(List<Runnable> programs) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (Process process : processes) {
      Runnable program = programs.get(process.number());
      Thread thread =
          Thread.ofVirtual()
              .name("process " + process.number())
              .unstarted(() -> run(process, program));
      process.runBy(thread);
      threads.add(thread);
      waiting.add(process);
    }
    threads.forEach(Thread::start);
    pass();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void run(Process process, Runnable program) {
    awaitTurn(process);
    try {
      program.run();
    } finally {
      pass();
    }
  }

  /** Waits for a turn of {@code process} at {@code time}. Others that are behind come first. */
  void take(Process process, double time) {
    process.setDue(time);
    if (waiting.isEmpty() || waiting.comparator().compare(process, waiting.first()) < 0) {
      return;
    }
    waiting.add(process);
    pass();
    awaitTurn(process);
  }

  /** Something arrives at {@code process}, which may wait until later. */
  void hurry(Process process, double time) {
    if (time < process.due() && waiting.remove(process)) {
      process.setDue(time);
      waiting.add(process);
    }
  }

  private void pass() {
    Process next = waiting.pollFirst();
    running = next;
    if (next != null) {
      LockSupport.unpark(next.thread());
    }
  }

  private void awaitTurn(Process process) {
    while (running != process) {
      LockSupport.park(this);
    }
  }
}

package org.grcuda.sim.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Processes of one simulation take turns by their times. */
class TurnsTest {

  private final Turns turns = new Turns();
  private final List<Engine> engines = new ArrayList<>();
  private final List<Process> processes = new ArrayList<>();
  private final List<String> log = new ArrayList<>();

  private void process() {
    Engine engine = new Engine();
    engines.add(engine);
    processes.add(turns.process(engine));
  }

  /** The process goes on to {@code time}, or to what arrives before. */
  private void sleep(int number, double time) {
    double until = processes.get(number).sleep(time);
    engines.get(number).advance(until);
    log.add(number + " at " + (int) engines.get(number).now());
  }

  @Test
  void theOneThatIsFurthestBehindIsNext() throws InterruptedException {
    process();
    process();
    process();
    turns.run(
        List.of(
            () -> {
              sleep(0, 30);
              sleep(0, 50);
            },
            () -> {
              sleep(1, 10);
              sleep(1, 40);
            },
            () -> sleep(2, 30)));
    assertEquals(List.of("1 at 10", "0 at 30", "2 at 30", "1 at 40", "0 at 50"), log);
  }

  @Test
  void anArrivalEndsASleepOnce() throws InterruptedException {
    process();
    process();
    turns.run(
        List.of(
            () -> {
              sleep(0, Double.POSITIVE_INFINITY);
              sleep(0, 100);
              sleep(0, 200);
            },
            () -> {
              sleep(1, 10);
              processes.getFirst().arrive(15);
              processes.getFirst().arrive(120);
              sleep(1, 20);
            }));
    assertEquals(List.of("1 at 10", "0 at 15", "1 at 20", "0 at 100", "0 at 120"), log);
  }

  /** Work of its own a process does without turns; it meets the others where it learns of them. */
  @Test
  void othersComeFirstWhereTheyAreBehind() throws InterruptedException {
    process();
    process();
    turns.run(
        List.of(
            () -> {
              engines.getFirst().advance(1_000);
              log.add("0 alone");
              processes.getFirst().meet();
              log.add("0 after all");
            },
            () -> {
              sleep(1, 500);
              sleep(1, 1_000);
              sleep(1, 1_001);
            }));
    assertEquals(List.of("0 alone", "1 at 500", "0 after all", "1 at 1000", "1 at 1001"), log);
  }

  @Test
  void processesThatAllWaitStandStill() throws InterruptedException {
    process();
    process();
    List<Double> until = new ArrayList<>();
    turns.run(
        List.of(
            () -> until.add(processes.getFirst().sleep(Double.POSITIVE_INFINITY)),
            () -> until.add(processes.getLast().sleep(Double.POSITIVE_INFINITY))));
    assertEquals(List.of(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY), until);
  }

  @Test
  void aProcessAloneSleepsAsLongAsItLikes() {
    Process alone = Process.alone(new Engine());
    assertEquals(7, alone.sleep(7));
    assertTrue(alone.isAlone());
    alone.meet();
  }
}

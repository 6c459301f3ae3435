package org.grcuda.runtime.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.grcuda.driver.queue.QueuedCommand;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.scheduling.PullProgram.Step;
import org.grcuda.runtime.scheduling.PullProgram.Use;

/**
 * What memory holds while the commands of a {@link PullProgram} complete, and what its steps must
 * find there: what they would find one after the other. A step writes its number; what only writes
 * ({@link AccessMode#WRITE}) leaves all but its first cell as it was.
 */
final class ContentModel {

  private static final int NOTHING = Integer.MIN_VALUE;
  private static final int CELLS = PullProgram.CELLS;
  private static final long CELL_BYTES = PullProgram.CELL_BYTES;

  private final PullProgram program;
  private final Map<Long, Integer> memory = new HashMap<>();

  /** Of each step and each of its uses: what its cells hold before the step. */
  private final List<int[][]> expected = new ArrayList<>();

  /** Of each step: those whose failure makes it fail. */
  private final List<Set<Integer>> sources = new ArrayList<>();

  private final int[][] last;
  private final Set<Integer> failed = new HashSet<>();

  ContentModel(PullProgram program) {
    this.program = program;
    int[][] cells = new int[program.arrays()][CELLS];
    last = new int[program.arrays()][CELLS];
    int[][] sourceOf = new int[program.arrays()][CELLS];
    for (int array = 0; array < program.arrays(); array++) {
      for (int cell = 0; cell < CELLS; cell++) {
        cells[array][cell] = initial(array, cell);
        sourceOf[array][cell] = NOTHING;
      }
    }
    for (int number = 0; number < program.steps().size(); number++) {
      List<Use> uses = program.steps().get(number).uses();
      expected.add(
          uses.stream()
              .map(use -> Arrays.copyOfRange(cells[use.array()], use.from(), use.to()))
              .toArray(int[][]::new));
      Set<Integer> from = new TreeSet<>();
      for (Use use : uses) {
        for (int cell = use.from(); use.mode().keepsContents() && cell < use.to(); cell++) {
          from.add(sourceOf[use.array()][cell]);
        }
      }
      from.remove(NOTHING);
      sources.add(from);
      for (Use use : uses) {
        if (use.mode().writes()) {
          Arrays.fill(cells[use.array()], use.from(), written(use), number);
          Arrays.fill(sourceOf[use.array()], use.from(), use.to(), number);
        }
      }
    }
    for (int array = 0; array < last.length; array++) {
      last[array] = cells[array];
    }
  }

  private static int initial(int array, int cell) {
    return -1 - array * CELLS - cell;
  }

  private static int written(Use use) {
    return use.mode() == AccessMode.WRITE ? use.from() + 1 : use.to();
  }

  /** The host fills {@code array}, which is at {@code address}. */
  void fill(int array, long address) {
    for (int cell = 0; cell < CELLS; cell++) {
      memory.put(address + cell * CELL_BYTES, initial(array, cell));
    }
  }

  /** The earlier steps whose results step {@code number} uses. */
  Set<Integer> sources(int number) {
    return sources.get(number);
  }

  void copy(QueuedCommand command) {
    for (long at = 0; at < command.word(2); at += CELL_BYTES) {
      memory.put(command.word(0) + at, memory.getOrDefault(command.word(1) + at, NOTHING));
    }
  }

  /** Step {@code number} runs; its uses begin at {@code addresses}. */
  void run(int number, long[] addresses) {
    Step step = program.steps().get(number);
    if (!isBad(number)) {
      for (int i = 0; i < step.uses().size(); i++) {
        Use use = step.uses().get(i);
        if (use.mode().keepsContents()) {
          assertEquals(
              Arrays.toString(expected.get(number)[i]),
              Arrays.toString(found(use, addresses[i])),
              "step " + number + ", " + use);
        }
      }
    }
    for (int i = 0; i < step.uses().size(); i++) {
      Use use = step.uses().get(i);
      for (int cell = use.from(); use.mode().writes() && cell < written(use); cell++) {
        memory.put(addresses[i] + (cell - use.from()) * CELL_BYTES, number);
      }
    }
  }

  private int[] found(Use use, long address) {
    int[] found = new int[use.to() - use.from()];
    Arrays.setAll(found, i -> memory.getOrDefault(address + i * CELL_BYTES, NOTHING));
    return found;
  }

  /** Step {@code number} fails by itself. */
  void fail(int number) {
    failed.add(number);
  }

  /** Whether step {@code number} has failed, or comes from one that has. */
  boolean isBad(int number) {
    return failed.contains(number) || sources.get(number).stream().anyMatch(this::isBad);
  }

  /** The host looks at {@code array}, which is at {@code address}, when all is done. */
  void checkLast(int array, long address) {
    assertEquals(
        Arrays.toString(last[array]),
        Arrays.toString(found(PullProgram.read(array), address)),
        "array " + array + " in the end");
  }
}

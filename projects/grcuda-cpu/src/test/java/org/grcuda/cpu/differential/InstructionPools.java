package org.grcuda.cpu.differential;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The instructions that random programs are made of. A line of the catalogue is as likely as any
 * other, and so is a form of a line.
 */
final class InstructionPools {

  private final List<List<InstructionForm>> values = new ArrayList<>();
  private final List<List<InstructionForm>> accesses = new ArrayList<>();
  private final List<List<InstructionForm>> meetings = new ArrayList<>();
  private final boolean plain;

  /**
   * Sorts forms, those that a program cannot use left out.
   *
   * @param plain whether there are no carries and indexed branches, which have no machine code
   */
  InstructionPools(Collection<InstructionForm> forms, boolean plain) {
    this.plain = plain;
    Map<String, List<InstructionForm>> lines = new LinkedHashMap<>();
    for (InstructionForm form : forms) {
      if (RandomProgram.uses(form)) {
        lines.computeIfAbsent(form.pattern(), p -> new ArrayList<>()).add(form);
      }
    }
    for (List<InstructionForm> line : lines.values()) {
      InstructionForm form = line.get(0);
      (form.synchronizes() ? meetings : form.accessesMemory() ? accesses : values).add(line);
    }
  }

  boolean isPlain() {
    return plain;
  }

  /** One that computes. */
  InstructionForm value(RandomGenerator random) {
    return pick(values, random);
  }

  /** One that accesses memory. */
  InstructionForm access(RandomGenerator random) {
    return pick(accesses, random);
  }

  /** One at which threads meet. */
  InstructionForm meeting(RandomGenerator random) {
    return pick(meetings, random);
  }

  private static InstructionForm pick(List<List<InstructionForm>> pool, RandomGenerator random) {
    List<InstructionForm> forms = pool.get(random.nextInt(pool.size()));
    return forms.get(random.nextInt(forms.size()));
  }
}

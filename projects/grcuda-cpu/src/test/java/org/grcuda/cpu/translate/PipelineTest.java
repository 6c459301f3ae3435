package org.grcuda.cpu.translate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.grcuda.cpu.translate.Pipeline.Fact;
import org.grcuda.cpu.translate.Pipeline.Pass;
import org.junit.jupiter.api.Test;

/** The order of the passes is one in which each has what it needs. */
final class PipelineTest {

  @Test
  void eachPassHasWhatItNeeds() {
    Set<Fact> known = EnumSet.of(Fact.MODULE);
    List<Pass> all = new ArrayList<>(Pipeline.COMMON);
    all.addAll(Pipeline.MACHINE_CODE);
    for (Pass pass : all) {
      assertTrue(known.containsAll(pass.needs()), () -> pass.name() + " needs " + pass.needs());
      known.addAll(pass.gives());
    }
    assertEquals(EnumSet.allOf(Fact.class), known);
  }

  @Test
  void theCheckOfAllInstructionsIsAheadOfWhatReadsThem() {
    assertEquals(
        List.of("CallGraph", "WellFormed"),
        Pipeline.COMMON.subList(0, 2).stream().map(Pass::name).toList());
  }
}

package org.grcuda.tests.property;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.grcuda.tests.Configuration;
import org.junit.jupiter.api.Test;

/** The product has every value of every option, those that are dear to run rarely. */
final class OptionSpaceTest {

  private static final int CONFIGURATIONS = 3200;

  private static double share(List<Configuration> all, String name, String value) {
    return all.stream()
            .filter(one -> one.options().getOrDefault(name, OptionSpace.UNSET).equals(value))
            .count()
        / (double) all.size();
  }

  @Test
  void theProductHasEveryValueOfEveryOption() {
    List<Configuration> all = OptionSpace.product(CONFIGURATIONS).toList();
    for (OptionSpace.Dimension dimension : OptionSpace.dimensions()) {
      double least = 1.0 / (20 * dimension.values().size());
      for (String value : dimension.values()) {
        double share = share(all, dimension.name(), value);
        assertTrue(share > least, dimension.name() + "=" + value + ": " + share);
      }
    }
  }

  @Test
  void fewConfigurationsSpin() {
    List<Configuration> all = OptionSpace.product(CONFIGURATIONS).toList();
    assertTrue(share(all, "SyncPolicy", "spin") < 0.1);
    assertTrue(share(all, "SyncPolicy", "block") > 0.3);
  }

  @Test
  void configurationsAreNotRepeatedSoon() {
    List<Configuration> all = OptionSpace.product(CONFIGURATIONS).toList();
    int distinct = all.stream().map(OptionSpace::describe).collect(Collectors.toSet()).size();
    assertTrue(distinct > 0.95 * CONFIGURATIONS, distinct + " of " + CONFIGURATIONS);
  }
}

package org.grcuda.core.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Allocation;

/**
 * The memory that a kernel touches besides its arguments.
 *
 * @param variables variables of its module; not to be changed
 * @param elsewhere what it does through pointers that do not come from an argument; null for
 *     nothing
 */
public record SideEffects(Access[] variables, AccessMode elsewhere) {

  /** {@code arguments} with the variables of the module. */
  public Access[] named(Access[] arguments) {
    return joined(arguments, variables);
  }

  /** {@code first} and then {@code second}. */
  public static Access[] joined(Access[] first, Access[] second) {
    if (second.length == 0) {
      return first;
    }
    Access[] joined = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, joined, first.length, second.length);
    return joined;
  }

  /**
   * {@code accesses} with the memory that is touched {@link #elsewhere}, not null: all of {@code
   * live}.
   */
  public Access[] withElsewhere(Access[] accesses, List<Allocation> live) {
    List<Access> all = new ArrayList<>(Arrays.asList(accesses));
    Set<Allocation> named = new HashSet<>();
    for (Access access : accesses) {
      if (access.region().isWhole()) {
        named.add(access.allocation());
      }
    }
    for (Allocation allocation : live) {
      if (!allocation.isFreed() && (elsewhere.writes() || !named.contains(allocation))) {
        all.add(new Access(allocation.whole(), elsewhere, false));
      }
    }
    return all.toArray(Access[]::new);
  }
}

package org.grcuda.core.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.grcuda.runtime.Access;
import org.grcuda.runtime.AccessMode;
import org.grcuda.runtime.Allocation;
import org.grcuda.runtime.Placement;

/**
 * What a kernel touches besides its arguments.
 *
 * @param globals stands for the variables of its module in the DAG; null if it uses none that any
 *     kernel writes
 * @param globalsMode what it does to them
 * @param elsewhere what it does through pointers that are derived from no argument; null: nothing
 */
record SideEffects(Allocation globals, AccessMode globalsMode, AccessMode elsewhere) {

  static final SideEffects NONE = new SideEffects(null, null, null);

  /** Where such a kernel may run: variables that are written exist once, on the first device. */
  Placement placement() {
    return globals == null ? Placement.ANYWHERE : Placement.onDevice(0);
  }

  /** {@code arguments} with what is touched besides; {@code live}: every allocation there is. */
  Access[] with(Access[] arguments, Collection<Allocation> live) {
    if (globals == null && elsewhere == null) {
      return arguments;
    }
    List<Access> all = new ArrayList<>(Arrays.asList(arguments));
    if (globals != null) {
      all.add(new Access(globals.whole(), globalsMode));
    }
    if (elsewhere != null) {
      Set<Allocation> named = new HashSet<>();
      for (Access access : all) {
        if (access.region().isWhole()) {
          named.add(access.allocation());
        }
      }
      for (Allocation allocation : live) {
        if (!allocation.isFreed() && (elsewhere.writes() || !named.contains(allocation))) {
          all.add(new Access(allocation.whole(), elsewhere));
        }
      }
    }
    return all.toArray(Access[]::new);
  }
}

package org.grcuda.core.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.grcuda.GrCudaException;
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

  private static final int FIRST_DEVICE = 0;

  static final SideEffects NONE = new SideEffects(null, null, null);

  /**
   * Where such a kernel runs if {@code requested} is wanted: variables that are written exist once,
   * on the first device.
   *
   * @throws GrCudaException if that is another place
   */
  Placement placement(GpuKernel kernel, Placement requested) {
    if (globals == null || requested.device() == FIRST_DEVICE) {
      return requested;
    }
    if (requested.device() != Placement.ANY_DEVICE) {
      throw new GrCudaException(
          GrCudaException.Kind.UNSUPPORTED,
          "kernel '"
              + kernel.name()
              + "' uses variables of its module that kernels write, and runs on device 0 only;"
              + " given "
              + (requested.stream() != null ? requested.stream() : "device " + requested.device()));
    }
    return Placement.onDevice(FIRST_DEVICE);
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

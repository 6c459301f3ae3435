package org.grcuda.core.task;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.grcuda.core.engine.Computations;
import org.grcuda.core.engine.NdArray;
import org.grcuda.runtime.computation.Access;
import org.grcuda.runtime.computation.AccessMode;
import org.grcuda.runtime.computation.Region;

/** What launches of a kernel use besides their arguments. Immutable; keeps arrays reachable. */
public final class Uses {

  /** Nothing. */
  public static final Uses NONE = new Uses(List.of());

  private static final Access[] NO_ACCESSES = {};

  /** A use of the memory that {@code region} gives, unless that cannot be used any more. */
  private record Use(Supplier<Region> region, AccessMode mode) {}

  private final List<Use> uses;

  private Uses(List<Use> uses) {
    this.uses = uses;
  }

  /**
   * These, and an array.
   *
   * @param session the context of the kernel
   * @throws org.grcuda.types.GrCudaException if the array was freed, or is of another context
   */
  public Uses and(Computations session, NdArray array, AccessMode mode) {
    return and(new Use(() -> session.checkedRegion(array), mode));
  }

  /**
   * These, and a resource.
   *
   * @param session the context of the kernel
   * @throws org.grcuda.types.GrCudaException if the resource is of another context
   */
  public Uses and(Computations session, Token token, AccessMode mode) {
    return and(new Use(() -> token.region(session), mode));
  }

  private Uses and(Use use) {
    // A wrong use is refused here, not at the first launch.
    use.region.get();
    List<Use> all = new ArrayList<>(uses);
    all.add(use);
    return new Uses(List.copyOf(all));
  }

  /**
   * The accesses of a launch.
   *
   * @throws org.grcuda.types.GrCudaException if an array was freed
   */
  public Access[] accesses() {
    if (uses.isEmpty()) {
      return NO_ACCESSES;
    }
    Access[] accesses = new Access[uses.size()];
    for (int i = 0; i < accesses.length; i++) {
      accesses[i] = new Access(uses.get(i).region.get(), uses.get(i).mode);
    }
    return accesses;
  }
}

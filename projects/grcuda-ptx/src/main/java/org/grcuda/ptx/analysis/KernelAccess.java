package org.grcuda.ptx.analysis;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grcuda.ptx.PtxType;

/**
 * What a kernel may do to memory.
 *
 * @param parameters one per parameter, in order: the access through addresses derived from its
 *     value. This matters for pointers; a number that only shifts an address gets that access too
 * @param globals the access to each module-scoped variable that the kernel names
 * @param globalTypes for each of these variables, the types of the loads and stores through
 *     addresses derived from it, with bits for stored constants; no entry if there are none
 * @param elsewhere the access through all other addresses: loaded from memory, returned by unknown
 *     code, absolute
 * @param images the parameters that are texture or surface objects, by position
 */
public record KernelAccess(
    List<AccessMode> parameters,
    Map<String, AccessMode> globals,
    Map<String, Set<PtxType>> globalTypes,
    AccessMode elsewhere,
    Set<Integer> images) {

  public KernelAccess {
    parameters = List.copyOf(parameters);
    globals = Collections.unmodifiableMap(new LinkedHashMap<>(globals));
    globalTypes = Collections.unmodifiableMap(new LinkedHashMap<>(globalTypes));
    images = Set.copyOf(images);
  }

  /** The worst case, for a kernel of which nothing is known, such as one without PTX. */
  public static KernelAccess unknown(int parameterCount) {
    return new KernelAccess(
        Collections.nCopies(parameterCount, AccessMode.READ_WRITE),
        Map.of(),
        Map.of(),
        AccessMode.READ_WRITE,
        Set.of());
  }

  /** The types of the loads and stores through the address of a variable. */
  public Set<PtxType> globalTypes(String name) {
    return globalTypes.getOrDefault(name, Set.of());
  }

  /**
   * The kernel may store through a pointer that is not derived from a parameter, module-scoped
   * variables included: it conflicts with every live region.
   */
  public boolean storesOutsideParameters() {
    return elsewhere == AccessMode.READ_WRITE || globals.containsValue(AccessMode.READ_WRITE);
  }

  /** As {@link #storesOutsideParameters()}, for loads or stores. */
  public boolean accessesOutsideParameters() {
    return elsewhere != AccessMode.NONE
        || globals.values().stream().anyMatch(mode -> mode != AccessMode.NONE);
  }
}

package org.grcuda.ptx.analysis;

import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.grcuda.ptx.PtxType;

/** Collects the accesses to the memory behind each origin. */
final class AccessRecord {

  private final Origins origins;
  private final AccessMode[] parameters;
  private final Map<Integer, AccessMode> globals = new LinkedHashMap<>();
  private final Map<Integer, Set<PtxType>> globalTypes = new LinkedHashMap<>();
  private final Set<Integer> images = new HashSet<>();
  private AccessMode elsewhere = AccessMode.NONE;

  AccessRecord(Origins origins, int parameterCount) {
    this.origins = origins;
    this.parameters = new AccessMode[parameterCount];
    Arrays.fill(parameters, AccessMode.NONE);
  }

  /** A load or a store of values of {@code type}, null where that is unknown. */
  void access(BitSet bases, AccessMode mode, PtxType type) {
    access(bases, mode);
    if (type == null) {
      return;
    }
    for (int origin = bases.nextSetBit(0); origin >= 0; origin = bases.nextSetBit(origin + 1)) {
      int global = origins.globalIndex(origin);
      if (global >= 0) {
        globalTypes.computeIfAbsent(global, index -> EnumSet.noneOf(PtxType.class)).add(type);
      }
    }
  }

  /** An access by a texture or surface object. */
  void image(BitSet objects, AccessMode mode) {
    access(objects, mode);
    for (int o = objects.nextSetBit(0); o >= 0; o = objects.nextSetBit(o + 1)) {
      if (origins.valueParameter(o) >= 0) {
        images.add(origins.valueParameter(o));
      }
    }
  }

  /** An access through an address with these bases. */
  void access(BitSet bases, AccessMode mode) {
    if (bases.get(Origins.UNKNOWN)) {
      elsewhere(mode);
    }
    mark(bases, mode);
  }

  /** A value of these origins reaches code or memory that is not followed. */
  void escape(BitSet value) {
    mark(value, AccessMode.READ_WRITE);
  }

  /** An access to memory of no known origin. */
  void elsewhere(AccessMode mode) {
    elsewhere = elsewhere.or(mode);
  }

  private void mark(BitSet set, AccessMode mode) {
    for (int origin = set.nextSetBit(0); origin >= 0; origin = set.nextSetBit(origin + 1)) {
      int value = origins.valueParameter(origin);
      int address = origins.addressParameter(origin);
      int global = origins.globalIndex(origin);
      if (value >= 0) {
        parameters[value] = parameters[value].or(mode);
      } else if (address >= 0 && mode == AccessMode.READ_WRITE) {
        parameters[address] = mode;
      } else if (global >= 0) {
        globals.merge(global, mode, AccessMode::or);
      }
    }
  }

  KernelAccess result() {
    List<String> names = origins.globalNames();
    Map<String, AccessMode> byName = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      byName.put(names.get(i), globals.getOrDefault(i, AccessMode.NONE));
    }
    Map<String, Set<PtxType>> typesByName = new LinkedHashMap<>();
    globalTypes.forEach((index, types) -> typesByName.put(names.get(index), types));
    return new KernelAccess(List.of(parameters), byName, typesByName, elsewhere, images);
  }
}

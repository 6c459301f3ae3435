package org.grcuda.runtime.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The durations of one kernel by device and size class. Reading takes no lock and allocates
 * nothing.
 */
final class DurationTable {

  private static final int MIN_CAPACITY = 8;

  /** Open addressing with linear probing; never more than half full; replaced when it grows. */
  private volatile Durations[] slots = new Durations[MIN_CAPACITY];

  private int count;
  private final int[] models;

  /**
   * @param models of each device, a number of its model; devices beyond it are of model 0, and the
   *     host, device -1, of its own
   */
  DurationTable(int[] models) {
    this.models = models;
  }

  private int model(int device) {
    return device < 0 ? device : device < models.length ? models[device] : 0;
  }

  /** Null if there are none yet. */
  Durations find(int device, int sizeClass) {
    Durations[] table = slots;
    int mask = table.length - 1;
    for (int i = hash(device, sizeClass) & mask; table[i] != null; i = (i + 1) & mask) {
      if (table[i].sizeClass() == sizeClass && table[i].device() == device) {
        return table[i];
      }
    }
    return null;
  }

  /** Made if there are none yet. */
  Durations get(int device, int sizeClass) {
    Durations found = find(device, sizeClass);
    return found != null ? found : add(device, sizeClass);
  }

  private synchronized Durations add(int device, int sizeClass) {
    Durations found = find(device, sizeClass);
    if (found != null) {
      return found;
    }
    Durations added = new Durations(device, sizeClass);
    count++;
    Durations[] table = slots;
    Durations[] grown = new Durations[2 * count > table.length ? 2 * table.length : table.length];
    for (Durations durations : table) {
      if (durations != null) {
        put(grown, durations);
      }
    }
    put(grown, added);
    // A reader of the field sees complete slots, as they are never written after this store.
    slots = grown;
    return added;
  }

  private static void put(Durations[] table, Durations durations) {
    int mask = table.length - 1;
    int i = hash(durations.device(), durations.sizeClass()) & mask;
    while (table[i] != null) {
      i = (i + 1) & mask;
    }
    table[i] = durations;
  }

  /** All entries that have a duration, by device and size. */
  List<Durations> all() {
    List<Durations> all = new ArrayList<>();
    for (Durations durations : slots) {
      if (durations != null && durations.average() >= 0) {
        all.add(durations);
      }
    }
    all.sort(Comparator.comparingInt(Durations::device).thenComparingInt(Durations::sizeClass));
    return all;
  }

  /**
   * Expected duration of a launch that runs alone, in nanoseconds: from launches of its class on
   * its device, else from those on other devices of the same model, else from those of the nearest
   * class on such devices, in proportion to the size; -1 if there was none.
   */
  double estimate(int device, int sizeClass) {
    Durations exact = find(device, sizeClass);
    if (exact != null && exact.alone() >= 0) {
      return exact.alone();
    }
    Durations nearest = null;
    double least = Double.POSITIVE_INFINITY;
    for (Durations other : slots) {
      if (other != null && other.alone() >= 0 && model(other.device()) == model(device)) {
        double distance = Math.abs(Math.log(ratio(sizeClass, other.sizeClass())));
        // Among equally near classes, one of the same device is taken.
        distance += other.device() == device ? 0 : 1e-9;
        if (distance < least) {
          least = distance;
          nearest = other;
        }
      }
    }
    return nearest == null ? -1 : nearest.alone() * ratio(sizeClass, nearest.sizeClass());
  }

  /**
   * How many times as much work a launch of one class is as a launch of the other: threads and
   * bytes count equally.
   */
  private static double ratio(int sizeClass, int other) {
    double threads = (1.0 + SizeClass.threads(sizeClass)) / (1.0 + SizeClass.threads(other));
    double bytes = (1.0 + SizeClass.bytes(sizeClass)) / (1.0 + SizeClass.bytes(other));
    return Math.sqrt(threads * bytes);
  }

  private static int hash(int device, int sizeClass) {
    int key = device * SizeClass.LIMIT + sizeClass;
    int mixed = key * 0x9E3779B9;
    return mixed ^ mixed >>> 16;
  }
}

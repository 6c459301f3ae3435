package org.grcuda.runtime.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;

/** The durations of all kernels of a context. May be used from any thread. */
public final class KernelHistory {

  /**
   * The durations of one kernel on one device in one size class.
   *
   * @param kernel its name
   * @param code a fingerprint of the code, which distinguishes kernels of one name; may be empty
   * @param device ordinal
   * @param sizeClass see {@link SizeClass}
   * @param durations figures about them
   */
  public record Row(
      String kernel, String code, int device, int sizeClass, DurationSummary durations) {

    /** The fewest threads of a launch of this class. */
    public long threads() {
      return SizeClass.threads(sizeClass);
    }

    /** The fewest bytes of the arguments of a launch of this class. */
    public long bytes() {
      return SizeClass.bytes(sizeClass);
    }
  }

  private record Key(String kernel, String code) implements Comparable<Key> {

    @Override
    public int compareTo(Key other) {
      int byName = kernel.compareTo(other.kernel);
      return byName != 0 ? byName : code.compareTo(other.code);
    }
  }

  private final Map<Key, DurationTable> kernels = new ConcurrentSkipListMap<>();
  private final int[] models;

  /** An empty one, of devices that are all of one model. */
  public KernelHistory() {
    this(List.of());
  }

  /**
   * An empty one. What is measured on a device tells nothing about devices of other models.
   *
   * @param models the model of each device; devices with equal texts are alike
   */
  public KernelHistory(List<String> models) {
    this.models = models.stream().mapToInt(models::indexOf).toArray();
  }

  /**
   * The profile of a kernel that was just made; it shares its durations with those of the same name
   * and code.
   *
   * @param kernel its name
   * @param code a fingerprint of its code, such as a hash; empty if there is none
   */
  public KernelProfile profile(String kernel, String code) {
    return new KernelProfile(kernel, table(kernel, code));
  }

  /** Adds durations of an earlier run. */
  public void addEarlier(Row row) {
    table(row.kernel(), row.code()).get(row.device(), row.sizeClass()).addEarlier(row.durations());
  }

  /** Everything known, by kernel, device and size. */
  public List<Row> rows() {
    return rows(Durations::summary);
  }

  /** As {@link #rows}, without the durations of earlier runs. */
  public List<Row> addedRows() {
    return rows(Durations::added);
  }

  private List<Row> rows(Function<Durations, DurationSummary> figures) {
    List<Row> rows = new ArrayList<>();
    kernels.forEach(
        (key, table) -> {
          for (Durations durations : table.all()) {
            DurationSummary summary = figures.apply(durations);
            if (summary.count() > 0) {
              rows.add(
                  new Row(
                      key.kernel, key.code, durations.device(), durations.sizeClass(), summary));
            }
          }
        });
    return rows;
  }

  private DurationTable table(String kernel, String code) {
    return kernels.computeIfAbsent(new Key(kernel, code), key -> new DurationTable(models));
  }
}

package org.grcuda.runtime.history;

import com.google.gson.FormattingStyle;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import com.google.gson.stream.MalformedJsonException;
import java.io.EOFException;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The durations of kernels that are kept between runs, for any number of machines: JSON, one row
 * per line. Immutable.
 *
 * @param entries in the order of the file
 */
public record HistoryFile(List<Entry> entries) {

  private static final String FORMAT = "grcuda-history";
  private static final int VERSION = 1;
  private static final FormattingStyle LINES = FormattingStyle.COMPACT.withNewline("\n");

  /**
   * The durations of one kernel on one device in one size class.
   *
   * @param machine the backend and the name of the device: durations hold only where these are the
   *     same
   */
  public record Entry(String machine, KernelHistory.Row row) {

    private Key key() {
      return new Key(machine, row.kernel(), row.code(), row.device(), row.sizeClass());
    }
  }

  private record Key(String machine, String kernel, String code, int device, int sizeClass) {}

  /** Copies the list. */
  public HistoryFile {
    entries = List.copyOf(entries);
  }

  /** These durations, and after them those of {@code later}. */
  public HistoryFile followedBy(HistoryFile later) {
    Map<Key, Entry> all = new LinkedHashMap<>();
    entries.forEach(entry -> all.put(entry.key(), entry));
    for (Entry entry : later.entries) {
      all.merge(entry.key(), entry, HistoryFile::join);
    }
    Comparator<Entry> order =
        Comparator.comparing(Entry::machine)
            .thenComparing(entry -> entry.row().kernel())
            .thenComparing(entry -> entry.row().code())
            .thenComparingInt(entry -> entry.row().device())
            .thenComparingInt(entry -> entry.row().sizeClass());
    return new HistoryFile(all.values().stream().sorted(order).toList());
  }

  private static Entry join(Entry earlier, Entry later) {
    KernelHistory.Row row = later.row();
    return new Entry(
        later.machine(),
        new KernelHistory.Row(
            row.kernel(),
            row.code(),
            row.device(),
            row.sizeClass(),
            earlier.row().durations().followedBy(row.durations())));
  }

  /** As text. */
  public String toJson() {
    StringWriter text = new StringWriter();
    try (JsonWriter json = new JsonWriter(text)) {
      json.setFormattingStyle(FormattingStyle.COMPACT);
      json.beginObject();
      json.name("format").value(FORMAT);
      json.name("version").value(VERSION);
      json.name("rows").beginArray();
      for (Entry entry : entries) {
        json.setFormattingStyle(LINES);
        json.beginObject();
        json.setFormattingStyle(FormattingStyle.COMPACT);
        write(json, entry);
        json.endObject();
      }
      json.endArray();
      json.endObject();
    } catch (IOException e) {
      throw new IllegalStateException("writing to memory", e);
    }
    return text.append('\n').toString();
  }

  private static void write(JsonWriter json, Entry entry) throws IOException {
    KernelHistory.Row row = entry.row();
    DurationSummary durations = row.durations();
    json.name("machine").value(entry.machine());
    json.name("kernel").value(row.kernel());
    json.name("code").value(row.code());
    json.name("device").value(row.device());
    json.name("threads").value(row.threads());
    json.name("bytes").value(row.bytes());
    json.name("count").value(durations.count());
    json.name("mean").value(durations.meanNanos());
    json.name("variance").value(durations.varianceNanos());
    json.name("min").value(durations.minNanos());
    json.name("last").value(durations.lastNanos());
    json.name("average").value(durations.averageNanos());
  }

  /**
   * Reads what {@link #toJson} writes. Unknown fields are skipped.
   *
   * @throws HistoryFormatException if {@code in} holds no history, saying what is wrong and where
   * @throws IOException if {@code in} throws it
   */
  public static HistoryFile read(Reader in) throws IOException {
    JsonReader json = new JsonReader(in);
    try {
      return new HistoryFile(readAll(json));
    } catch (MalformedJsonException | EOFException e) {
      throw new HistoryFormatException("not JSON at " + json.getPath(), e);
    } catch (IllegalStateException | NumberFormatException e) {
      throw new HistoryFormatException("unexpected value at " + json.getPath(), e);
    }
  }

  private static List<Entry> readAll(JsonReader json) throws IOException {
    List<Entry> entries = new ArrayList<>();
    String format = "";
    json.beginObject();
    while (json.hasNext()) {
      switch (json.nextName()) {
        case "format" -> format = json.nextString();
        case "version" -> {
          int version = json.nextInt();
          if (version != VERSION) {
            throw new HistoryFormatException(
                "format version " + version + ", where " + VERSION + " is understood", null);
          }
        }
        case "rows" -> {
          json.beginArray();
          while (json.hasNext()) {
            entries.add(readRow(json));
          }
          json.endArray();
        }
        default -> json.skipValue();
      }
    }
    json.endObject();
    if (!format.equals(FORMAT)) {
      throw new HistoryFormatException("the field \"format\" is not \"" + FORMAT + "\"", null);
    }
    return entries;
  }

  private static Entry readRow(JsonReader json) throws IOException {
    String place = json.getPath();
    Map<String, String> texts = new LinkedHashMap<>();
    Map<String, Double> numbers = new LinkedHashMap<>();
    json.beginObject();
    while (json.hasNext()) {
      String name = json.nextName();
      switch (name) {
        case "machine", "kernel", "code" -> texts.put(name, json.nextString());
        case "device", "threads", "bytes", "count", "mean", "variance", "min", "last", "average" ->
            numbers.put(name, json.nextDouble());
        default -> json.skipValue();
      }
    }
    json.endObject();
    for (String name : List.of("machine", "kernel", "code")) {
      require(texts.containsKey(name), place, name);
    }
    for (String name :
        List.of(
            "device", "threads", "bytes", "count", "mean", "variance", "min", "last", "average")) {
      require(numbers.containsKey(name), place, name);
      boolean isDevice = name.equals("device");
      boolean whole = !isDevice || numbers.get(name) == numbers.get(name).intValue();
      if (!(numbers.get(name) >= (isDevice ? -1 : 0)) || !whole) {
        throw new HistoryFormatException(
            place + ": the field \"" + name + "\" is " + numbers.get(name), null);
      }
    }
    DurationSummary durations =
        new DurationSummary(
            numbers.get("count").longValue(),
            numbers.get("mean"),
            numbers.get("variance"),
            numbers.get("min").longValue(),
            numbers.get("last").longValue(),
            numbers.get("average"));
    int sizeClass =
        SizeClass.of(numbers.get("threads").longValue(), numbers.get("bytes").longValue());
    return new Entry(
        texts.get("machine"),
        new KernelHistory.Row(
            texts.get("kernel"),
            texts.get("code"),
            numbers.get("device").intValue(),
            sizeClass,
            durations));
  }

  private static void require(boolean there, String place, String name)
      throws HistoryFormatException {
    if (!there) {
      throw new HistoryFormatException(place + ": the field \"" + name + "\" is missing", null);
    }
  }
}

package org.grcuda.ptx.text;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which line of the CUDA source a line of PTX comes from: the debugging directives {@code .file}
 * and {@code .loc} (PTX ISA 11.5), which NVRTC emits with {@code -lineinfo}.
 */
public final class SourceLines {

  private static final Pattern FILE = Pattern.compile("\\s*\\.file\\s+(\\d+)\\s+\"([^\"]*)\".*");
  private static final Pattern LOC =
      Pattern.compile(
          "\\s*\\.loc\\s+(\\d+)\\s+(\\d+)\\s[^,]*(?:,.*inlined_at\\s+(\\d+)\\s+(\\d+)\\s.*)?");
  private static final SourceLines NONE = new SourceLines();

  private record Place(int file, int line, Place inlinedAt) {}

  private final Map<Integer, String> files = new HashMap<>();
  private final NavigableMap<Integer, Place> places = new TreeMap<>();

  private SourceLines() {}

  /** The directives of a PTX text. */
  public static SourceLines of(String ptx) {
    if (!ptx.contains(".loc")) {
      return NONE;
    }
    SourceLines result = new SourceLines();
    int number = 0;
    for (String line : (Iterable<String>) ptx.lines()::iterator) {
      result.read(line, ++number);
    }
    return result;
  }

  private void read(String line, int number) {
    if (line.startsWith("}")) {
      places.put(number, new Place(0, 0, null));
    } else if (line.contains(".loc")) {
      Matcher loc = LOC.matcher(line);
      if (loc.matches()) {
        Place caller =
            loc.group(3) == null ? null : new Place(number(loc, 3), number(loc, 4), null);
        places.put(number, new Place(number(loc, 1), number(loc, 2), caller));
      }
    } else if (line.contains(".file")) {
      Matcher file = FILE.matcher(line);
      if (file.matches()) {
        String path = file.group(2);
        files.put(number(file, 1), path.substring(path.lastIndexOf('/') + 1));
      }
    }
  }

  /** A number of up to eight digits, else 0, which no file and no line has. */
  private static int number(Matcher matcher, int group) {
    String digits = matcher.group(group);
    return digits.length() > 8 ? 0 : Integer.parseInt(digits);
  }

  /**
   * The source of a PTX line, such as {@code kernel.cu:12} or {@code half.hpp:40 inlined at
   * kernel.cu:12}; null if no directive says it, or the compiler made the line from several source
   * lines.
   *
   * @param ptxLine from 1
   */
  public String at(int ptxLine) {
    Map.Entry<Integer, Place> before = places.floorEntry(ptxLine);
    return before == null ? null : words(before.getValue());
  }

  private String words(Place place) {
    String file = files.get(place.file());
    String own = file == null || place.line() == 0 ? null : file + ":" + place.line();
    String caller = place.inlinedAt() == null ? null : words(place.inlinedAt());
    return own == null ? caller : caller == null ? own : own + " inlined at " + caller;
  }
}

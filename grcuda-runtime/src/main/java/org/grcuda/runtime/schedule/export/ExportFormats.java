package org.grcuda.runtime.schedule.export;

import java.util.List;
import java.util.stream.Collectors;
import org.grcuda.runtime.schedule.ScheduleExporter;
import org.grcuda.runtime.schedule.ScheduleWriter;

/** The formats that a schedule can be written in, by the extension of the file. */
public final class ExportFormats {

  private static final ScheduleExporter DOT = new DotExporter();
  private static final List<ScheduleExporter> ALL =
      List.of(DOT, new ScheduleWriter(), new HtmlExporter(), new SvgExporter());

  private ExportFormats() {}

  /** The format of a file: DOT where its name has no extension, null where no format has it. */
  public static ScheduleExporter of(String path) {
    String file = path.substring(path.lastIndexOf('/') + 1);
    int dot = file.lastIndexOf('.');
    if (dot <= 0) {
      return DOT;
    }
    String extension = file.substring(dot + 1);
    for (ScheduleExporter format : ALL) {
      if (format.extension().equals(extension)) {
        return format;
      }
    }
    return null;
  }

  /** Whether files of {@code format} show when computations ran. */
  public static boolean showsTimes(ScheduleExporter format) {
    return format != DOT;
  }

  /** The extensions there are: {@code ".dot, .json, .html, .svg"}. */
  public static String extensions() {
    return ALL.stream().map(format -> "." + format.extension()).collect(Collectors.joining(", "));
  }
}

package org.grcuda.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.grcuda.runtime.schedule.Schedule;
import org.grcuda.runtime.schedule.ScheduleExporter;
import org.grcuda.runtime.schedule.ScheduleFormatException;
import org.grcuda.runtime.schedule.ScheduleReader;
import org.grcuda.runtime.schedule.export.DotExporter;
import org.grcuda.runtime.schedule.export.HtmlExporter;
import org.grcuda.runtime.schedule.export.SvgExporter;

/** {@code grcuda dag FILE.json -o FILE}: draws a recorded schedule. */
final class DagCommand implements Command {

  private static final String OUTPUT = "-o";

  private static final List<ScheduleExporter> FORMATS =
      List.of(new HtmlExporter(), new SvgExporter(), new DotExporter());

  @Override
  public String name() {
    return "dag";
  }

  @Override
  public String synopsis() {
    return "FILE.json -o FILE.(svg|html|dot)";
  }

  @Override
  public String summary() {
    return "Draws a schedule that ExportDAG=FILE.json recorded: as a page (.html), a picture (.svg)"
        + " or a graph for GraphViz (.dot).";
  }

  @Override
  public Set<String> options() {
    return Set.of(OUTPUT);
  }

  @Override
  public boolean takesLanguageOptions() {
    return false;
  }

  @Override
  public int run(Arguments arguments) {
    List<String> operands = arguments.operands();
    if (operands.size() != 1) {
      throw CommandFailure.usage("dag: expected one FILE.json, got " + operands.size());
    }
    String output = arguments.commandOptions().get(OUTPUT);
    if (output == null) {
      throw CommandFailure.usage("dag: no output file; add " + OUTPUT + " FILE with " + endings());
    }
    ScheduleExporter format = format(output);
    Path input = Path.of(operands.getFirst());
    if (!Files.isRegularFile(input) || !Files.isReadable(input)) {
      boolean exists = Files.exists(input);
      throw CommandFailure.usage((exists ? "not a readable file: " : "no such file: ") + input);
    }
    try (ProgressLine line = new ProgressLine("dag", System.err)) {
      FileProgress progress = new FileProgress(line, input.toFile().length());
      write(read(input, progress), input, format, Path.of(output), progress);
    }
    return 0;
  }

  private static ScheduleExporter format(String output) {
    for (ScheduleExporter format : FORMATS) {
      if (output.endsWith("." + format.extension())) {
        return format;
      }
    }
    throw CommandFailure.usage(
        "dag: cannot write %s: expected a name with %s".formatted(output, endings()));
  }

  private static String endings() {
    return FORMATS.stream()
        .map(format -> "." + format.extension())
        .collect(Collectors.joining(" or ", "the ending ", ""));
  }

  private static Schedule read(Path input, FileProgress progress) {
    try (Reader reader = progress.reading(Files.newBufferedReader(input))) {
      return ScheduleReader.read(reader);
    } catch (ScheduleFormatException e) {
      throw CommandFailure.failed("dag: %s: %s".formatted(input, e.getMessage()), e);
    } catch (CharacterCodingException e) {
      throw CommandFailure.failed("dag: %s: no recorded schedule: not UTF-8".formatted(input), e);
    } catch (IOException e) {
      throw CommandFailure.failed("dag: cannot read %s: %s".formatted(input, e), e);
    }
  }

  private static void write(
      Schedule schedule, Path input, ScheduleExporter format, Path output, FileProgress progress) {
    try {
      OutputFile.write(output, writer -> format.write(schedule, progress.writing(writer)));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.failed("dag: %s: %s".formatted(input, e.getMessage()), e);
    } catch (IOException e) {
      throw CommandFailure.failed(
          "dag: cannot write %s: %s".formatted(output, OutputFile.reason(e)), e);
    }
  }
}

package org.grcuda.bench.cpu;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A compiled peer. */
final class PeerSide implements Side {

  private static final Pattern VERSION = Pattern.compile("(PoCL|gcc) [0-9.]+");

  private final Peer peer;
  private final Path folder;
  private final String program;
  private final Map<String, String> environment;

  PeerSide(Peer peer, Path folder, String program, Map<String, String> environment) {
    this.peer = peer;
    this.folder = folder;
    this.program = program;
    this.environment = environment;
  }

  @Override
  public String name() {
    return peer.title();
  }

  @Override
  public double warmUpNanos() {
    return 1e8;
  }

  @Override
  public Run prepare(String name, Problem problem) throws IOException {
    String code = peer.code(folder, name);
    String description = name + "." + program;
    Files.writeString(folder.resolve(description), describe(name, problem));
    PeerProcess process =
        new PeerProcess(folder, List.of("./" + program, description, code), environment);
    boolean complete = false;
    try {
      Run run = new PeerRun(process, process.answer(), problem);
      complete = true;
      return run;
    } finally {
      if (!complete) {
        process.close();
      }
    }
  }

  /** Describes the problem in the form that {@code peer.c} reads, and writes its data to files. */
  private String describe(String name, Problem problem) throws IOException {
    List<Step> steps =
        peer.isOpenCl()
            ? problem.steps()
            : List.of(Step.of("run", 1, 1, problem.arguments().toArray()));
    StringBuilder text = new StringBuilder();
    text.append(problem.data().size()).append(' ').append(steps.size()).append('\n');
    for (Data data : problem.data()) {
      String file = name + "." + data.name() + ".in";
      char use = data.use() == Data.Use.INOUT ? 'b' : data.use() == Data.Use.IN ? 'i' : 'o';
      text.append("%c %d %s\n".formatted(use, data.segment().byteSize(), file));
      if (use != 'o') {
        write(folder.resolve(file), data.segment());
      }
    }
    for (Step step : steps) {
      text.append(step.kernel()).append(' ').append(step.grid().x()).append(' ');
      text.append(step.grid().y()).append(' ').append(step.block().x()).append(' ');
      text.append(step.block().y()).append(' ').append(step.arguments().size());
      step.arguments().forEach(argument -> text.append(describe(argument, problem)));
      text.append('\n');
    }
    return text.toString();
  }

  private static String describe(Object argument, Problem problem) {
    return switch (argument) {
      case Data data -> " a " + problem.indexOf(data);
      case Texture texture -> " a " + problem.indexOf(texture.data());
      case Integer number -> " i " + number;
      case Float number -> " f " + Float.toHexString(number);
      case Double number -> " d " + Double.toHexString(number);
      default -> throw new IllegalArgumentException("an argument is " + argument.getClass());
    };
  }

  private static void write(Path file, MemorySegment content) throws IOException {
    if (Files.exists(file)) {
      return;
    }
    try (Arena arena = Arena.ofConfined();
        FileChannel channel =
            FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
      channel.map(FileChannel.MapMode.READ_WRITE, 0, content.byteSize(), arena).copyFrom(content);
    }
  }

  private final class PeerRun implements Run {

    private final PeerProcess process;
    private final String version;
    private final Problem problem;

    PeerRun(PeerProcess process, String greeting, Problem problem) {
      this.process = process;
      this.problem = problem;
      Matcher matcher = VERSION.matcher(greeting);
      this.version = matcher.find() ? matcher.group() : greeting;
    }

    @Override
    public String version() {
      return version;
    }

    @Override
    public Time measure() throws IOException {
      String[] nanos = process.ask("run " + problem.repeats()).split(" ");
      return new Time(Double.parseDouble(nanos[0]), Double.parseDouble(nanos[1]));
    }

    @Override
    public void read(Data data, Object target) throws IOException {
      Path file = folder.resolve("read." + program);
      process.ask("read " + problem.indexOf(data) + " " + file.getFileName());
      try (Arena arena = Arena.ofConfined();
          FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        MemorySegment content =
            channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
        Data.segment(target).copyFrom(content);
      }
    }

    @Override
    public void close() {
      process.close();
    }
  }
}

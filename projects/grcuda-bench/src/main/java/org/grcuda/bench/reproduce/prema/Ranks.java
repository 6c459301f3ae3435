package org.grcuda.bench.reproduce.prema;

import com.google.gson.Gson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.grcuda.bench.BenchmarkArguments;
import org.grcuda.bench.arguments.OwnCommand;
import org.grcuda.bench.messages.Mpi;

/** Starts ranks: of this program, and of programs in C. */
final class Ranks {

  /**
   * Lets Open MPI yield the core while it waits: where others use the cores too, it would spin
   * while the rank that it waits for cannot run.
   */
  private static final String YIELD = "OMPI_MCA_mpi_yield_when_idle=1";

  private final Mpi mpi;
  private final BenchmarkArguments arguments;
  private final PremaSettings settings;

  Ranks(Mpi mpi, BenchmarkArguments arguments, PremaSettings settings) {
    this.mpi = mpi;
    this.arguments = arguments;
    this.settings = settings;
  }

  PremaSettings settings() {
    return settings;
  }

  /** Says what the machine lacks; null if nothing. */
  String missing() {
    return mpi.missing();
  }

  /**
   * Runs {@code count} ranks of a section in processes of this program. They share the processors.
   *
   * @return what rank 0 has printed as JSON in its last line
   */
  <T> T own(int count, String section, Class<T> type) throws IOException {
    List<String> command = new ArrayList<>(List.of(YIELD));
    command.addAll(OwnCommand.of(arguments.command() + " " + section));
    int processors = Math.max(1, Runtime.getRuntime().availableProcessors() / count);
    command.addAll(2, List.of("-XX:ActiveProcessorCount=" + processors, "-Xmx512m"));
    command.addAll(arguments.words().subList(1, arguments.words().size()));
    command.add("--here");
    return new Gson().fromJson(mpi.run(count, command).getLast(), type);
  }

  /** A program in C, compiled. */
  Peer peer(String source, String... options) throws IOException {
    return new Peer(source, options);
  }

  /** A program in C. */
  final class Peer implements AutoCloseable {

    private final Path folder;
    private final List<String> command;

    private Peer(String source, String... options) throws IOException {
      folder = Files.createTempDirectory("grcuda-prema");
      command = mpi.compile(Ranks.class, source, folder, options);
    }

    /** The lines that {@code count} ranks of it print. */
    List<String> run(int count, Stream<String> words) throws IOException {
      List<String> all = new ArrayList<>(List.of(YIELD));
      all.addAll(command);
      words.forEach(all::add);
      return mpi.run(count, all);
    }

    @Override
    public void close() throws IOException {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }
}
